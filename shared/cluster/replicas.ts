/**
 * Which nodes hold a range. The algorithms are those of SimpleStrategy.calculateNaturalReplicas and of
 * NetworkTopologyStrategy (DatacenterEndpoints), the same in 3.0–5.0; older releases reach the same sets.
 */
import type { Replication } from "./replication.ts";
import { rangeOf, type TokenRing } from "./token-ring.ts";

/**
 * Hears the replicas of one range: `at` counts the positions, `nodes` are indices in `ring.nodes`, nearest first,
 * in a buffer that the next call overwrites.
 */
type Visit = (at: number, nodes: readonly number[]) => void;

/** Indices in `ring.tokens` of the tokens of one datacenter, or of all, ascending. */
export function positionsOf(ring: TokenRing, dc?: string): Int32Array {
  const inside = ring.nodes.map((node) => dc === undefined || node.dc === dc);
  const found = new Int32Array(ring.owners.length);
  let count = 0;
  for (let at = 0; at < ring.owners.length; at++) {
    if (inside[ring.owners[at] ?? -1] === true) found[count++] = at;
  }
  return found.subarray(0, count);
}

/** SimpleStrategy: the next `factor` distinct nodes, whatever their datacenter and rack. */
export function visitSimple(
  ring: TokenRing,
  positions: Int32Array,
  factor: number,
  visit: Visit,
): void {
  const wanted = Math.min(factor, new Set(ring.owners).size);
  const chosen: number[] = [];
  for (let at = 0; at < positions.length; at++) {
    chosen.length = 0;
    takeDistinct(ring, positions, at, wanted, chosen);
    visit(at, chosen);
  }
}

/**
 * NetworkTopologyStrategy in one datacenter: the nearest node of each rack first; when the factor is greater than
 * the number of racks, the first nodes met on the way fill the rest. Tokens of other datacenters play no part, so
 * only this one's (`positions`) are walked. The walk goes backwards and keeps the racks in the order in which they
 * come next, so that one lonely rack on a big ring does not cost a walk around it for every range.
 */
export function visitDatacenter(
  ring: TokenRing,
  positions: Int32Array,
  factor: number,
  visit: Visit,
): void {
  const rackNames = [...new Set(ring.nodes.map((node) => node.rack))];
  const rackOf = Int32Array.from(ring.nodes, (node) => rackNames.indexOf(node.rack));
  const members = new Set<number>();
  for (const at of positions) members.add(ring.owners[at] ?? -1);
  const racks = new Set([...members].map((node) => rackOf[node])).size;
  const wanted = Math.min(factor, members.size);
  const nearest = new Int32Array(rackNames.length);
  const order: number[] = [];
  const chosen: number[] = [];

  // The first time around only fills the list of racks.
  for (let step = 2 * positions.length - 1; step >= 0; step--) {
    const at = step % positions.length;
    const node = ring.owners[positions[at] ?? -1] ?? -1;
    const rack = rackOf[node] ?? -1;
    const known = order.indexOf(rack);
    if (known !== 0) {
      if (known > 0) order.splice(known, 1);
      order.unshift(rack);
    }
    nearest[rack] = node;
    if (step >= positions.length) continue;
    chosen.length = 0;
    const spread = Math.min(racks, wanted);
    for (let i = 0; i < spread; i++) chosen.push(nearest[order[i] ?? -1] ?? -1);
    if (spread < wanted) takeDistinct(ring, positions, at, wanted, chosen);
    visit(at, chosen);
  }
}

/** Adds the next nodes from a position on that are not yet there, until there are `wanted`. */
function takeDistinct(
  ring: TokenRing,
  positions: Int32Array,
  start: number,
  wanted: number,
  chosen: number[],
): void {
  for (let step = 0; step < positions.length && chosen.length < wanted; step++) {
    const node = ring.owners[positions[(start + step) % positions.length] ?? -1] ?? -1;
    if (!chosen.includes(node)) chosen.push(node);
  }
}

/**
 * Keys of the replicas of each range of the ring. Undefined where replicas cannot be computed or have no meaning
 * (unknown and local strategies).
 */
export function replicasByRange(
  ring: TokenRing,
  replication: Replication,
): readonly (readonly string[])[] | undefined {
  const keys = (indices: Iterable<number>) =>
    Array.from(indices, (index) => ring.nodes[index]?.key ?? "");
  switch (replication.kind) {
    case "simple": {
      const result: string[][] = ring.tokens.map(() => []);
      visitSimple(ring, positionsOf(ring), replication.factor, (at, nodes) => {
        result[at] = keys(nodes);
      });
      return result;
    }
    case "everywhere": {
      const all = keys(new Set(ring.owners));
      return ring.tokens.map(() => all);
    }
    case "network": {
      const result: string[][] = ring.tokens.map(() => []);
      for (const [dc, factor] of Object.entries(replication.factors)) {
        const positions = positionsOf(ring, dc);
        const replicas: string[][] = [];
        visitDatacenter(ring, positions, factor, (at, nodes) => {
          replicas[at] = keys(nodes);
        });
        let next = 0;
        for (const [range, list] of result.entries()) {
          while (next < positions.length && (positions[next] ?? 0) < range) next++;
          list.push(...(replicas[next % positions.length] ?? []));
        }
      }
      return result;
    }
    case "local":
    case "other":
      return undefined;
  }
}

/** Keys of the nodes that hold a token; undefined when the ring has no such tokens. */
export function replicasOf(
  ring: TokenRing,
  byRange: readonly (readonly string[])[],
  token: bigint | string,
): readonly string[] | undefined {
  const range = rangeOf(ring, token);
  return range === undefined ? undefined : byRange[range];
}
