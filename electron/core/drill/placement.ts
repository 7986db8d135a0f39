/** Where the rows of a keyspace lie, from the newest view's ring. */
import { replicasByRange } from "../../../shared/cluster/replicas.ts";
import type { Replication } from "../../../shared/cluster/replication.ts";
import {
  buildRing,
  rangeOf,
  type RingNode,
  type TokenRing,
} from "../../../shared/cluster/token-ring.ts";
import { hasValue } from "../../../shared/facts/fact.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { ReplicaSetOf } from "../../../shared/drill/ledger-coverage.ts";
import { datacenters } from "./control-keyspace.ts";

export interface Placed {
  /** Name of the replica set of a token: its nodes' keys, sorted, joined by a blank. */
  readonly setOf: ReplicaSetOf;
  readonly sets: readonly string[];
}

/** Keys of the nodes in a set's name. */
export function nodesOfSet(name: string): readonly string[] {
  return name.split(" ");
}

/** The ring of a view. @returns undefined while the partitioner or a node's tokens are unknown */
export function ringOf(view: ClusterView): TokenRing | undefined {
  if (!hasValue(view.partitioner)) return undefined;
  const nodes: RingNode[] = [];
  for (const node of view.nodes) {
    if (!hasValue(node.tokens) || !hasValue(node.dc) || !hasValue(node.rack)) return undefined;
    nodes.push({
      key: node.key,
      dc: node.dc.value,
      rack: node.rack.value,
      tokens: node.tokens.value,
    });
  }
  return buildRing(view.partitioner.value, nodes);
}

/** The replication that `replicationFor` writes into CQL, as a value. */
export function ledgerReplication(view: ClusterView, rf: number): Replication {
  return {
    kind: "network",
    factors: Object.fromEntries(
      [...datacenters(view)].map(([dc, nodes]) => [dc, Math.min(rf, nodes)]),
    ),
  };
}

/** Placement of one replication on the ring; undefined where it cannot be computed. */
export function placeOn(ring: TokenRing, replication: Replication): Placed | undefined {
  const byRange = replicasByRange(ring, replication);
  if (byRange === undefined) return undefined;
  const names = byRange.map((replicas) => [...new Set(replicas)].toSorted().join(" "));
  return {
    setOf: (token) => names[rangeOf(ring, token) ?? -1] ?? "",
    sets: [...new Set(names)],
  };
}
