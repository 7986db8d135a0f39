/** Whether a ledger's rows reach every set of replicas: a partial outage is only seen by a key that it hits. */
import { murmur3Token } from "../cql/murmur3-token.ts";
import { ledgerRoutingKey } from "./ledger-keys.ts";

/** Name of the replica set that owns a token, the same for the same nodes. */
export type ReplicaSetOf = (token: bigint) => string;

/**
 * One sequence number for each replica set, in the order of `sets`, for the probe to use round and round.
 * @param shard whose rows these are; the load itself uses shard 0, the probe shard 1.
 * @param tries numbers looked at before giving up: a set that owns a 10,000th of the ring needs about 50,000.
 * @returns the numbers, and the sets for which none was found.
 */
export function probeSeqs(
  replicaSetOf: ReplicaSetOf,
  sets: Iterable<string>,
  shard = 1,
  tries = 500_000,
): { readonly seqs: readonly number[]; readonly without: readonly string[] } {
  const wanted = new Map<string, number | undefined>();
  for (const set of sets) wanted.set(set, undefined);
  let left = wanted.size;
  for (let seq = 0; seq < tries && left > 0; seq += 1) {
    const set = replicaSetOf(ledgerToken(shard, seq));
    if (!wanted.has(set) || wanted.get(set) !== undefined) continue;
    wanted.set(set, seq);
    left -= 1;
  }
  const found = [...wanted];
  return {
    seqs: found.flatMap(([, seq]) => (seq === undefined ? [] : [seq])),
    without: found.flatMap(([set, seq]) => (seq === undefined ? [set] : [])),
  };
}

/**
 * @param keys rows of the ledger.
 * @param sets every replica set of the keyspace.
 * @returns how many sets there are, how many have a row, and the fewest rows that one of them has.
 */
export function ledgerCoverage(
  keys: Iterable<readonly [shard: number, seq: number, ...unknown[]]>,
  replicaSetOf: ReplicaSetOf,
  sets: Iterable<string>,
): { readonly replicaSets: number; readonly hit: number; readonly leastKeys: number } {
  const rows = new Map<string, number>();
  for (const set of sets) rows.set(set, 0);
  for (const [shard, seq] of keys) {
    const set = replicaSetOf(ledgerToken(shard, seq));
    const before = rows.get(set);
    if (before !== undefined) rows.set(set, before + 1);
  }
  let hit = 0;
  let leastKeys = rows.size === 0 ? 0 : Number.MAX_SAFE_INTEGER;
  for (const count of rows.values()) {
    if (count > 0) hit += 1;
    leastKeys = Math.min(leastKeys, count);
  }
  return { replicaSets: rows.size, hit, leastKeys };
}

/** Murmur3 token of a ledger row's partition. */
export function ledgerToken(shard: number, seq: number): bigint {
  return murmur3Token(ledgerRoutingKey(shard, seq));
}
