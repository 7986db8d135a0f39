/** The row of the store that a node's figures make at an instant. */
import { laneNames, type LaneName } from "../../../shared/contract/series.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isStale, type Fact } from "../../../shared/facts/fact.ts";
import type { SampleRow } from "../deps.ts";

/** What is told as the difference to the row before. */
export interface SampleMemory {
  readonly dropped: Map<
    string,
    { readonly at: number; readonly total: number; readonly since: number | null }
  >;
}

/** One row a node; a figure that is stale or unknown gives null, never its last value. */
export function sampleRows(view: ClusterView, sinceMs: number, memory: SampleMemory): SampleRow[] {
  return view.nodes
    .filter((node) => hasValue(node.hostId))
    .map((node) => {
      const lanes = lanesOf(node, sinceMs, memory);
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
): Partial<Record<LaneName, number | null>> {
  const read = fresh(node.readLatency);
  const write = fresh(node.writeLatency);
  const rates = [read?.ratePerSecond, write?.ratePerSecond].filter((rate) => rate !== undefined);
  const disks = fresh(node.disks);
  const heap = fresh(node.heap);
  const gc = fresh(node.gc);
  const pauses = gc?.pauses.filter((pause) => pause.at > sinceMs).map((pause) => pause.ms) ?? [];
  return {
    requestsPerSecond: rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) : null,
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
    gcPauseMs: gc === undefined ? null : Math.max(0, ...pauses),
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
