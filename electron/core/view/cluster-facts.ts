/** Figures of the cluster as a whole: each made of several nodes' answers, never of one alone where they may differ. */
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import type { Membership } from "../../../shared/cluster/membership.ts";
import { schemaAgreementOf } from "../../../shared/cluster/schema-agreement.ts";
import { isStale, isUnknown, unknown, type Fact } from "../../../shared/facts/fact.ts";
import type { Replication } from "../../../shared/cluster/replication.ts";
import { isSystemKeyspace } from "../look/request-latency.ts";
import type { NodeState, RingAnswer } from "../session/node-state.ts";
import { answers } from "./members.ts";
import type { Keyspaces } from "./ownership.ts";

type Schema = Extract<ClusterView["schema"], { readonly value: unknown }>["value"];

/** A word that every node should give alike (cluster name, partitioner); unknown with all words when they differ. */
export function commonWord(
  nodes: readonly NodeState[],
  word: (ring: RingAnswer) => string,
): Fact<string> {
  const answered = nodes.filter((node) => node.ring !== undefined);
  const voices = answered.some(answers) ? answered.filter(answers) : answered;
  const [first] = voices;
  if (first?.ring === undefined) return unknown("no node answered over CQL yet");
  const value = word(first.ring);
  const other = voices.find((node) => node.ring !== undefined && word(node.ring) !== value);
  if (other?.ring !== undefined) {
    return unknown(`${first.address} says ${value}, ${other.address} says ${word(other.ring)}`);
  }
  const at = Math.max(...voices.map((node) => node.ring?.at ?? 0));
  const fact = { value, at, source: first.ring.source };
  return answers(first) ? fact : { ...fact, stale: `${first.address} does not answer any more` };
}

/** Schema versions of the nodes that answer; those that do not are left out, as a dead node has none. */
export function schemaFact(members: readonly NodeState[]): Fact<Schema> {
  const own = new Map<string, string>();
  let at = Number.POSITIVE_INFINITY;
  let tookMs = 0;
  for (const { address, sheet } of members) {
    const fact = sheet.get("schemaVersion");
    if (isUnknown(fact) || isStale(fact)) continue;
    own.set(address, fact.value);
    at = Math.min(at, fact.at);
    tookMs = Math.max(tookMs, fact.source.tookMs);
  }
  const agreement = schemaAgreementOf(own);
  if (agreement === undefined) return unknown("no node gave its schema version just now");
  const value = {
    agreed: agreement.agreed,
    versions: agreement.versions.map(({ version, nodes }) => ({ version, nodes: [...nodes] })),
  };
  return { value, at, source: { node: [...own.keys()].join(", "), what: "system.local", tookMs } };
}

/** Keyspaces with their replication as the newest answer of a node gives them. */
export function keyspacesFact(keyspaces: Keyspaces | undefined): ClusterView["keyspaces"] {
  if (keyspaces === undefined) return unknown("no node answered over CQL yet");
  const value = [...keyspaces.replications]
    .map(([name, replication]) => ({
      name,
      replication: {
        strategy: keyspaces.strategies.get(name) ?? replication.kind,
        factors: factorsOf(replication),
      },
      local: replication.kind === "local",
      system: isSystemKeyspace(name),
    }))
    .toSorted((a, b) => Number(a.system) - Number(b.system) || a.name.localeCompare(b.name));
  const { from, at } = keyspaces;
  const what = "system_schema.keyspaces";
  const raw = `${from.address} ${what}`;
  const source = { node: from.address, what, tookMs: from.ring?.source.tookMs ?? 0, raw };
  return answers(from)
    ? { value, at, source }
    : { value, at, source, stale: `${from.address} does not answer any more` };
}

function factorsOf(replication: Replication): Record<string, number> {
  if (replication.kind === "simple") return { "": replication.factor };
  return replication.kind === "network" ? { ...replication.factors } : {};
}

/** Addresses that gossip or peers tables still know and that are no members. */
export function ghostsOf(
  members: readonly NodeState[],
  membership: Membership,
): ClusterView["ghosts"] {
  const addresses = new Set(members.map((node) => node.address));
  const ghosts = new Map<string, { seenBy: string[]; words: string }>();
  const add = (address: string, observers: readonly string[], words: string): void => {
    const ghost = ghosts.get(address) ?? { seenBy: [], words };
    ghosts.set(address, {
      seenBy: [...new Set([...ghost.seenBy, ...observers])],
      words: ghost.words,
    });
  };
  for (const ghost of membership.ghosts)
    add(canonicalAddress(ghost.address), ghost.seenBy, ghost.text);
  for (const observer of members.filter(answers)) {
    for (const [address, state] of observer.gossip?.states ?? []) {
      if (addresses.has(address)) continue;
      add(
        address,
        [observer.address],
        `${address} is no member of the ring, and gossip still holds it as ${state.status ?? "an entry without status"}`,
      );
    }
  }
  return [...ghosts].map(([address, { seenBy, words }]) => ({
    address,
    seenBy,
    text: `${words} (seen by ${seenBy.join(", ")}).`,
  }));
}
