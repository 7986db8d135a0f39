import { positionsOf, replicasByRange, visitDatacenter, visitSimple } from "./replicas.ts";
import { replicationKey, type Replication } from "./replication.ts";
import type { TokenRing } from "./token-ring.ts";

/** Share 0..1 of a keyspace's rows that each node holds a replica of, by node key. */
export type Ownership = ReadonlyMap<string, number>;

/**
 * Effective ownership of every keyspace: what `nodetool status KEYSPACE` prints as `Owns (effective)`
 * (StorageService.getEffectiveOwnership), computed from tokens and replication. In each datacenter the shares sum
 * to the factor or the number of nodes, whichever is less. Keyspaces with the same replication share one result.
 * A keyspace without a meaning of ownership (local) or whose replicas cannot be computed has no entry, nor has any
 * when tokens have no measure (ByteOrderedPartitioner).
 */
export function ownershipOf(
  ring: TokenRing,
  replications: ReadonlyMap<string, Replication>,
): ReadonlyMap<string, Ownership> {
  const done = new Map<string, Ownership | undefined>();
  const parts = new Map<string, Float64Array>();
  const result = new Map<string, Ownership>();
  for (const [keyspace, replication] of replications) {
    const key = replicationKey(replication);
    if (!done.has(key)) done.set(key, effective(ring, replication, parts));
    const ownership = done.get(key);
    if (ownership !== undefined) result.set(keyspace, ownership);
  }
  return result;
}

function effective(
  ring: TokenRing,
  replication: Replication,
  parts: Map<string, Float64Array>,
): Ownership | undefined {
  const { shares } = ring;
  if (shares === undefined) return undefined;
  /** What each node owns by `factor` replicas in a datacenter (or the whole ring), computed once. */
  const part = (dc: string | undefined, factor: number): Float64Array => {
    const key = JSON.stringify([dc, factor]);
    const known = parts.get(key) ?? owned(ring, shares, dc, factor);
    parts.set(key, known);
    return known;
  };
  const total = new Float64Array(ring.nodes.length);
  switch (replication.kind) {
    case "local":
    case "other":
      return undefined;
    case "everywhere":
      for (const owner of ring.owners) total[owner] = 1;
      break;
    case "simple":
      add(total, part(undefined, replication.factor));
      break;
    case "network":
      for (const [dc, factor] of Object.entries(replication.factors)) add(total, part(dc, factor));
      break;
  }
  return new Map(ring.nodes.map((node, index) => [node.key, Math.min(1, total[index] ?? 0)]));
}

function add(total: Float64Array, more: Float64Array): void {
  for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + (more[i] ?? 0);
}

function owned(
  ring: TokenRing,
  shares: Float64Array,
  dc: string | undefined,
  factor: number,
): Float64Array {
  const positions = positionsOf(ring, dc);
  // A token of a datacenter takes the ranges of all tokens of other datacenters before it.
  const widths = new Float64Array(positions.length);
  let next = 0;
  for (let range = 0; range < shares.length && positions.length > 0; range++) {
    while (next < positions.length && (positions[next] ?? 0) < range) next++;
    const at = next % positions.length;
    widths[at] = (widths[at] ?? 0) + (shares[range] ?? 0);
  }
  const total = new Float64Array(ring.nodes.length);
  const visit = (at: number, nodes: readonly number[]) => {
    for (const node of nodes) total[node] = (total[node] ?? 0) + (widths[at] ?? 0);
  };
  if (dc === undefined) visitSimple(ring, positions, factor, visit);
  else visitDatacenter(ring, positions, factor, visit);
  return total;
}

/** Nodes that hold the same ranges together. */
export interface ReplicaSet {
  /** Keys of the nodes, sorted. */
  readonly nodes: readonly string[];
  /** Share 0..1 of all rows; undefined when tokens have no measure. */
  readonly share: number | undefined;
  /** Number of ranges. */
  readonly ranges: number;
}

/**
 * The distinct replica sets of a keyspace, greatest share first; undefined as for `replicasByRange`. The shares
 * sum to 1.
 */
export function replicaSets(
  ring: TokenRing,
  replication: Replication,
): readonly ReplicaSet[] | undefined {
  const byRange = replicasByRange(ring, replication);
  if (byRange === undefined) return undefined;
  const sets = new Map<string, { nodes: string[]; share: number; ranges: number }>();
  for (const [range, replicas] of byRange.entries()) {
    const nodes = replicas.toSorted();
    const key = nodes.join("\n");
    const set = sets.get(key) ?? { nodes, share: 0, ranges: 0 };
    set.share += ring.shares?.[range] ?? 0;
    set.ranges += 1;
    sets.set(key, set);
  }
  const measured = ring.shares !== undefined;
  return [...sets.values()]
    .toSorted((a, b) => b.share - a.share || b.ranges - a.ranges)
    .map((set) => ({ ...set, share: measured ? set.share : undefined }));
}
