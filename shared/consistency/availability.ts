import { replicaSets, type ReplicaSet } from "../cluster/ownership.ts";
import type { Replication } from "../cluster/replication.ts";
import type { TokenRing } from "../cluster/token-ring.ts";
import { blockFor, isMet, type Level, type Requirement } from "./levels.ts";

/** One replica set of a keyspace and whether its rows can be reached at a level with some nodes down. */
interface SetAvailability {
  readonly set: ReplicaSet;
  readonly living: readonly string[];
  /** True when the set holds a node that is down. */
  readonly touched: boolean;
  readonly available: boolean;
}

export interface Availability {
  readonly requirement: Requirement;
  readonly sets: readonly SetAvailability[];
  /** Share 0..1 of all rows in sets with a node that is down; undefined when tokens have no measure. */
  readonly touchedShare: number | undefined;
  /** Share 0..1 of all rows that cannot be reached. */
  readonly unavailableShare: number | undefined;
}

/**
 * What can be reached at a level when the given nodes are down, by the real ring: by formula alone, racks and
 * uneven rings come out wrong. Undefined where `blockFor` or `replicaSets` are.
 * @param down keys of the nodes that are down
 * @param localDc datacenter of the coordinator, for the local levels
 */
export function availabilityOf(
  ring: TokenRing,
  replication: Replication,
  level: Level,
  localDc: string | undefined,
  down: ReadonlySet<string>,
): Availability | undefined {
  const requirement = blockFor(level, replication, localDc);
  const all = replicaSets(ring, replication);
  if (requirement === undefined || all === undefined) return undefined;
  const dcOf = new Map(ring.nodes.map((node) => [node.key, node.dc]));
  const sets = all.map((set) => {
    const living = set.nodes.filter((node) => !down.has(node));
    const available = isMet(
      requirement,
      living.flatMap((node) => dcOf.get(node) ?? []),
    );
    return { set, living, touched: living.length < set.nodes.length, available };
  });
  const share = (wanted: (set: SetAvailability) => boolean) =>
    ring.shares === undefined
      ? undefined
      : Math.min(
          1,
          sets.filter(wanted).reduce((sum, { set }) => sum + (set.share ?? 0), 0),
        );
  return {
    requirement,
    sets,
    touchedShare: share((set) => set.touched),
    unavailableShare: share((set) => !set.available),
  };
}
