/** Whether ownership, load and disk use of a keyspace's nodes fit each other, and which node does not. */
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isUnknown, mapFact, unknown, type Fact } from "../../../shared/facts/fact.ts";

export const measures = ["primary", "ownership", "load", "disk"] as const;
export type Measure = (typeof measures)[number];

export interface LoadRow {
  readonly node: NodeView;
  readonly facts: Readonly<Record<Measure, Fact<number>>>;
}

/** Used bytes of the devices that hold data, each device once. */
export function dataDiskUsed(node: NodeView): Fact<number> {
  if (isUnknown(node.disks)) return node.disks;
  const data = node.disks.value.filter((disk) => disk.holds.includes("data"));
  if (data.length === 0) return unknown("no disk is known to hold data");
  const byDevice = new Map(data.map((disk) => [`${disk.device} ${disk.mount}`, disk.usedBytes]));
  return mapFact(node.disks, () => [...byDevice.values()].reduce((sum, bytes) => sum + bytes, 0));
}

/**
 * @param primary share of the ring whose primary replica a node is, by key; undefined when it cannot be computed.
 */
export function loadRows(
  view: ClusterView,
  nodes: readonly NodeView[],
  keyspace: string,
  primary: ReadonlyMap<string, number> | undefined,
): readonly LoadRow[] {
  return nodes.map((node) => {
    const share = primary?.get(node.key);
    const owned = hasValue(node.ownership) ? node.ownership.value[keyspace] : undefined;
    return {
      node,
      facts: {
        primary:
          share === undefined
            ? isUnknown(node.tokens)
              ? node.tokens
              : unknown("tokens of this partitioner have no measure")
            : mapFact(view.partitioner, () => share),
        ownership: isUnknown(node.ownership)
          ? node.ownership
          : owned === undefined
            ? unknown(`the ownership of ${keyspace} could not be computed`)
            : mapFact(node.ownership, () => owned),
        load: node.load,
        disk: dataDiskUsed(node),
      },
    };
  });
}

/** Largest divided by mean over the nodes that are known; undefined with fewer than two of them. */
export function skewOf(rows: readonly LoadRow[], measure: Measure): number | undefined {
  const values = rows.flatMap((row) => {
    const fact = row.facts[measure];
    return hasValue(fact) ? [fact.value] : [];
  });
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length < 2 || sum === 0 ? undefined : Math.max(...values) / (sum / values.length);
}

export type Misfit =
  | {
      readonly kind: "holdsLess" | "holdsMore";
      readonly address: string;
      readonly ownsShare: number;
      readonly holdsShare: number;
    }
  | {
      readonly kind: "diskMore";
      readonly address: string;
      readonly diskBytes: number;
      readonly ratio: number;
    }
  | { readonly kind: "uneven"; readonly ratio: number };

export type Comparison =
  { readonly misfits: readonly Misfit[] } | { readonly why: "load" | "ownership" | "small" };

/** Less than this says nothing about balance: it is system tables. */
const smallBytes = 8 * 1024 ** 2;
/** How far apart two shares must be before a sentence is worth it. */
const farApart = 1.8;
const uneven = 1.5;
const diskRatio = 3;
/** A device always holds something else too; below this its use says nothing about snapshots. */
const largeBytes = 1024 ** 3;

/** Shares of each keyspace that a node owns, as parts of what all known nodes own of it: replication scales out. */
function ownedParts(nodes: readonly NodeView[]): ReadonlyMap<string, readonly number[]> {
  const owned = nodes.map((node) => (hasValue(node.ownership) ? node.ownership.value : {}));
  const totals = new Map<string, number>();
  for (const shares of owned) {
    for (const [name, share] of Object.entries(shares)) {
      totals.set(name, (totals.get(name) ?? 0) + share);
    }
  }
  return new Map(
    nodes.map((node, i) => [
      node.key,
      Object.entries(owned[i] ?? {}).flatMap(([name, share]) => {
        const total = totals.get(name) ?? 0;
        return total > 0 ? [share / total] : [];
      }),
    ]),
  );
}

/**
 * Nodes that hold another share of the bytes than they own of any keyspace. Load is of all keyspaces together, so a
 * node stands out only when no mixture of keyspaces explains it.
 */
export function compareLoad(rows: readonly LoadRow[]): Comparison {
  if (rows.every((row) => isUnknown(row.facts.load))) return { why: "load" };
  const known = rows.filter(({ node, facts }) => hasValue(facts.load) && hasValue(node.ownership));
  if (known.length < 2) return { why: "ownership" };
  const loadOf = (row: LoadRow): number => (hasValue(row.facts.load) ? row.facts.load.value : 0);
  const total = known.reduce((sum, row) => sum + loadOf(row), 0);
  if (total < smallBytes * known.length) return { why: "small" };
  const parts = ownedParts(known.map((row) => row.node));
  const misfits: Misfit[] = [];
  for (const row of known) {
    const shares = parts.get(row.node.key) ?? [];
    if (shares.length === 0) continue;
    const load = loadOf(row);
    const holdsShare = load / total;
    const { address } = row.node;
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    if (least > holdsShare * farApart) {
      misfits.push({ kind: "holdsLess", address, ownsShare: least, holdsShare });
    } else if (holdsShare > most * farApart) {
      misfits.push({ kind: "holdsMore", address, ownsShare: most, holdsShare });
    }
    const { disk } = row.facts;
    if (load >= largeBytes && hasValue(disk) && disk.value > load * diskRatio) {
      misfits.push({ kind: "diskMore", address, diskBytes: disk.value, ratio: disk.value / load });
    }
  }
  const owns = known.flatMap((row) =>
    hasValue(row.facts.ownership) ? [row.facts.ownership.value] : [],
  );
  const mean = owns.reduce((sum, share) => sum + share, 0) / Math.max(1, owns.length);
  if (mean > 0 && Math.max(...owns) / mean > uneven) {
    misfits.push({ kind: "uneven", ratio: Math.max(...owns) / mean });
  }
  return { misfits };
}
