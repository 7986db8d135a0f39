/** The token ring of a view, built once for as long as tokens, places and partitioner stay the same. */
import { buildRing, type TokenRing } from "../../shared/cluster/token-ring.ts";
import { readReplication, type Replication } from "../../shared/cluster/replication.ts";
import { replicasByRange } from "../../shared/cluster/replicas.ts";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import { valueOf } from "../../shared/facts/fact.ts";

type ViewReplication = {
  readonly strategy: string;
  readonly factors: Readonly<Record<string, number>>;
};

let last: { key: string; ring: TokenRing } | undefined;

/** Undefined while the partitioner or every node's tokens are unknown. */
export function ringOfView(view: ClusterView): TokenRing | undefined {
  const partitioner = valueOf(view.partitioner);
  if (partitioner === undefined) return undefined;
  const members = view.nodes.flatMap((node) => {
    const tokens = valueOf(node.tokens);
    const joining = valueOf(node.state)?.endsWith("J") === true;
    if (tokens === undefined || tokens.length === 0 || joining) return [];
    return [{ key: node.key, dc: valueOf(node.dc) ?? "", rack: valueOf(node.rack) ?? "", tokens }];
  });
  if (members.length === 0) return undefined;
  const key = `${partitioner} ${members.map((each) => `${each.key} ${each.dc} ${each.rack} ${each.tokens.length} ${each.tokens[0] ?? ""} ${each.tokens.at(-1) ?? ""}`).join(";")}`;
  if (last?.key !== key) last = { key, ring: buildRing(partitioner, members) };
  return last.ring;
}

/** The replication of a view's keyspace in the form that the ring's arithmetic takes. */
export function replicationOf(replication: ViewReplication): Replication {
  const { "": simple, ...factors } = replication.factors;
  return readReplication({
    class: replication.strategy,
    ...Object.fromEntries(Object.entries(factors).map(([dc, factor]) => [dc, String(factor)])),
    ...(simple === undefined ? {} : { replication_factor: String(simple) }),
  });
}

let lastReplicas:
  | { ring: TokenRing; key: string; replicas: readonly (readonly string[])[] | undefined }
  | undefined;

/** Replicas of every range for a replication, kept for the newest ring. */
export function replicasOfRing(
  ring: TokenRing,
  replication: ViewReplication,
): readonly (readonly string[])[] | undefined {
  const key = JSON.stringify(replication);
  if (lastReplicas?.ring !== ring || lastReplicas.key !== key) {
    lastReplicas = { ring, key, replicas: replicasByRange(ring, replicationOf(replication)) };
  }
  return lastReplicas.replicas;
}
