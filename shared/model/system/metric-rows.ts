import type { CqlRow } from "../../cql/value.ts";
import type { ModelNode } from "../node/model-node.ts";
import { atLeast } from "../release.ts";

/** Thread pools of a real node that the model has work for, with their limits. */
export const pools: readonly (readonly [name: string, limit: number])[] = [
  ["CompactionExecutor", 2],
  ["GossipStage", 1],
  ["HintsDispatcher", 2],
  ["MemtableFlushWriter", 2],
  ["MigrationStage", 1],
  ["MutationStage", 32],
  ["Native-Transport-Requests", 128],
  ["ReadStage", 32],
  ["RequestResponseStage", 2],
];

/** `system_views.thread_pools`: the model does everything at once, so nothing is ever active, pending or blocked. */
export function threadPoolRows(node: ModelNode): readonly CqlRow[] {
  return pools.map(([name, limit]) => ({
    name,
    active_tasks: 0,
    active_tasks_limit: limit,
    blocked_tasks: 0n,
    blocked_tasks_all_time: 0n,
    completed_tasks: BigInt(
      name === "HintsDispatcher" ? node.delivery.sent : node.counters.completed(name),
    ),
    pending_tasks: 0,
  }));
}

/**
 * `system_views.coordinator_*_latency`. 4.1 and 5.0 count in microseconds and divide as if by nanoseconds, so that
 * their milliseconds are 1000 times too small; what a 4.1 or 5.0 node prints is printed here.
 */
export function latencyRows(node: ModelNode, kind: "read" | "write" | "scan"): readonly CqlRow[] {
  const divisor = atLeast(node.identity.release, 4, 1) ? 1_000_000 : 1_000;
  const ms = (micros: number) => Math.round((micros / divisor) * 1_000) / 1_000;
  const now = node.world.monotonicMs();
  return node.schema.tables().map((table) => {
    const figures = node.latencies(kind).get(table.id)?.figures(now);
    return {
      keyspace_name: table.keyspace,
      table_name: table.name,
      count: BigInt(figures?.count ?? 0),
      max_ms: ms(figures?.maxMicros ?? 0),
      p50th_ms: ms(figures?.p50Micros ?? 0),
      p99th_ms: ms(figures?.p99Micros ?? 0),
      per_second: Math.round((figures?.perSecond ?? 0) * 1_000) / 1_000,
    };
  });
}

/** `system_views.disk_usage`, in whole mebibytes. */
export function diskUsageRows(node: ModelNode): readonly CqlRow[] {
  return node.schema.tables().map((table) => ({
    keyspace_name: table.keyspace,
    table_name: table.name,
    mebibytes: BigInt(Math.round((node.replica.store(table.id)?.bytes ?? 0) / 2 ** 20)),
  }));
}

/** `system_views.pending_hints`. */
export function hintRows(node: ModelNode, storagePort: number): readonly CqlRow[] {
  const files = node.hints.files();
  return [...new Set(files.map(({ hostId }) => hostId))].map((hostId) => {
    const own = files.filter((file) => file.hostId === hostId);
    const peer = node.gossip.peers().find(({ application }) => application.hostId === hostId);
    return {
      host_id: hostId,
      address: peer?.address ?? null,
      dc: peer?.application.dc ?? null,
      files: own.length,
      newest: Math.max(...own.map(({ newestAt }) => newestAt)),
      oldest: Math.min(...own.map(({ oldestAt }) => oldestAt)),
      port: storagePort,
      rack: peer?.application.rack ?? null,
      status: peer === undefined ? "UNKNOWN" : peer.alive ? "UP" : "DOWN",
    };
  });
}
