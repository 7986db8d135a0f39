/**
 * What a missing node does to each keyspace at a level: computed from the replica sets of the real ring, not from
 * a formula, because racks and datacenters decide which sets a node is in.
 */
import type { Impact } from "../contract/drill.ts";

/** The nodes that hold one part of a keyspace, and how large that part is (0..1, all parts sum to 1). */
export interface ReplicaShare {
  readonly replicas: readonly string[];
  readonly share: number;
}

/** Whether these living replicas are enough for the level. */
export type Enough = (alive: readonly string[], all: readonly string[]) => boolean;

/**
 * @param keyspace its name, for the result.
 * @param sets its replica sets with their shares.
 * @param down keys of the nodes that will be missing.
 * @param enough decides for one set; comes from the level, the replication and the client's datacenter.
 * @param announced true when the peers are told (a drain): then there is no undetected phase to speak of.
 * @returns what goes on, what times out before the peers notice and what is refused afterwards (drills.md B1, B6).
 */
export function impactOf(
  keyspace: string,
  consistency: string,
  operation: "read" | "write",
  sets: readonly ReplicaShare[],
  down: ReadonlySet<string>,
  enough: Enough,
  announced: boolean,
): Impact {
  let affectedShare = 0;
  let failingShare = 0;
  for (const set of sets) {
    const alive = set.replicas.filter((node) => !down.has(node));
    if (alive.length === set.replicas.length) continue;
    affectedShare += set.share;
    if (!enough(alive, set.replicas)) failingShare += set.share;
  }
  affectedShare = Math.min(1, affectedShare);
  failingShare = Math.min(1, failingShare);
  const none = affectedShare === 0;
  const fails = failingShare > 0;
  return {
    keyspace,
    consistency,
    operation,
    affectedShare,
    failingShare,
    undetected: none ? "not affected" : fails && !announced ? "times out" : "goes on",
    detected: none ? "not affected" : fails ? "refused" : "goes on",
  };
}
