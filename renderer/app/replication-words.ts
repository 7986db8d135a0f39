/** The replication of the application's keyspaces in a few words, for the title bar. */
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import { hasValue } from "../../shared/facts/fact.ts";

type Keyspace = Extract<ClusterView["keyspaces"], { value: unknown }>["value"][number];

/** "RF 3", "RF dc1 3 + dc2 2", "RF 1–3" when keyspaces differ; "" when there is none to speak of. */
export function replicationWords(keyspaces: readonly Keyspace[]): string {
  const replicated = keyspaces.filter((keyspace) => !keyspace.local);
  const own = replicated.filter((keyspace) => !keyspace.system);
  const chosen = own.length > 0 ? own : replicated;
  const forms = new Set(chosen.map((keyspace) => factorsText(keyspace.replication.factors)));
  if (forms.size === 0) return "";
  if (forms.size === 1) return `RF ${[...forms][0] ?? ""}`;
  const all = chosen.flatMap((keyspace) => Object.values(keyspace.replication.factors));
  return `RF ${Math.min(...all)}–${Math.max(...all)}`;
}

/** Replication per datacenter: "3", or "dc1 3 + dc2 2". */
export function factorsText(factors: Readonly<Record<string, number>>): string {
  const entries = Object.entries(factors);
  if (entries.length === 1) return String(entries[0]?.[1] ?? "");
  return entries.map(([dc, factor]) => `${dc} ${factor}`).join(" + ");
}

/** The keyspaces of a view that are kept on more than one node, the application's own first. */
export function replicatedKeyspaces(view: ClusterView): readonly Keyspace[] {
  if (!hasValue(view.keyspaces)) return [];
  return view.keyspaces.value
    .filter((keyspace) => !keyspace.local)
    .toSorted((a, b) => Number(a.system) - Number(b.system) || a.name.localeCompare(b.name));
}
