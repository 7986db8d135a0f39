/** The row of the store that a node's figures make at an instant. */
import { laneNames, type LaneName } from "../../../shared/contract/series.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isStale, type Fact } from "../../../shared/facts/fact.ts";
import type { SampleRow } from "../deps.ts";

/** What is told as the difference to the row before. */
export interface SampleMemory {
  /** Newest pause in a row, by node. */
  readonly pauseAt: Map<string, number>;
  readonly dropped: Map<
    string,
    { readonly at: number; readonly total: number; readonly since: number | null }
  >;
}

/** Requests of a node by its key: counted also while there are none, of which there is no latency. */
type RequestsOf = (key: string) => number | undefined;

/** One row a node; a figure that is stale or unknown gives null, never its last value. */
export function sampleRows(
  view: ClusterView,
  sinceMs: number,
  memory: SampleMemory,
  requestsOf: RequestsOf,
): SampleRow[] {
  return view.nodes
    .filter((node) => hasValue(node.hostId))
    .map((node) => {
      const lanes = lanesOf(node, sinceMs, memory, requestsOf);
      return {
        node: node.key,
        address: node.address,
        values: laneNames.map((lane) => lanes[lane] ?? null),
      };
    });
}

function lanesOf(
  node: NodeView,
  sinceMs: number,
  memory: SampleMemory,
  requestsOf: RequestsOf,
): Partial<Record<LaneName, number | null>> {
  const requests = requestsOf(node.key);
  const read = fresh(node.readLatency);
  const write = fresh(node.writeLatency);
  const disks = fresh(node.disks);
  const heap = fresh(node.heap);
  const gc = fresh(node.gc);
  // By the newest pause that was counted, not by the clock: a pause is read some time after it was.
  const counted = memory.pauseAt.get(node.key) ?? sinceMs;
  const pauses = gc?.pauses.filter((pause) => pause.at > counted) ?? [];
  memory.pauseAt.set(node.key, Math.max(counted, ...pauses.map((pause) => pause.at)));
  return {
    requestsPerSecond: requests ?? null,
    readP99Ms: read?.p99Ms ?? null,
    writeP99Ms: write?.p99Ms ?? null,
    cpuBusyShare: fresh(node.cpu)?.busyShare ?? null,
    diskBusyShare: fresh(node.diskIo)?.busyShare ?? null,
    diskFreeShare:
      disks === undefined || disks.length === 0
        ? null
        : Math.min(
            ...disks.map(
              (disk) => disk.availableBytes / Math.max(1, disk.usedBytes + disk.availableBytes),
            ),
          ),
    gcPauseMs: gc === undefined ? null : Math.max(0, ...pauses.map((pause) => pause.ms)),
    dropped: droppedSince(node, memory),
    pendingCompactions: fresh(node.pendingCompactions) ?? null,
    hintBytes: fresh(node.hints)?.bytes ?? null,
    loadBytes: fresh(node.load) ?? null,
    heapShare: heap?.maxBytes === undefined ? null : heap.usedBytes / heap.maxBytes,
  };
}

/** Messages dropped between the last two reads of the counters; null before the second one and after a restart. */
function droppedSince(node: NodeView, { dropped }: SampleMemory): number | null {
  const fact = node.dropped;
  if (!hasValue(fact) || isStale(fact)) return null;
  const before = dropped.get(node.key);
  if (before?.at === fact.at) return before.since;
  const total = fact.value.reduce((sum, { count }) => sum + count, 0);
  const since = before === undefined || total < before.total ? null : total - before.total;
  dropped.set(node.key, { at: fact.at, total, since });
  return since;
}

function fresh<T>(fact: Fact<T>): T | undefined {
  return hasValue(fact) && !isStale(fact) ? fact.value : undefined;
}
