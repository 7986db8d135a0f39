/** Figures that the map can colour its nodes by. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { isUnknown, mapFact, unknown, type Fact } from "../../../shared/facts/fact.ts";
import { formatBytes, formatCount, formatDuration, formatShare } from "../../ui/format.ts";

export const heatNames = [
  "load",
  "cpu",
  "diskUsed",
  "heap",
  "pending",
  "gc",
  "readP99",
  "writeP99",
  "hints",
] as const;
export type HeatName = (typeof heatNames)[number];

export interface HeatMetric {
  readonly name: HeatName;
  readonly of: (node: NodeView) => Fact<number>;
  readonly format: (value: number) => string;
  /** A share's heat is the share; anything else is measured against the largest node. */
  readonly isShare: boolean;
}

function fullest(node: NodeView): Fact<number> {
  return mapFact(node.disks, (disks) =>
    Math.max(
      0,
      ...disks.map((disk) => disk.usedBytes / Math.max(1, disk.usedBytes + disk.availableBytes)),
    ),
  );
}

function heapShare(node: NodeView): Fact<number> {
  if (isUnknown(node.heap)) return node.heap;
  const { maxBytes } = node.heap.value;
  return maxBytes === undefined
    ? unknown("the heap's maximum is not known")
    : mapFact(node.heap, (heap) => heap.usedBytes / maxBytes);
}

const metrics: Readonly<Record<HeatName, Omit<HeatMetric, "name">>> = {
  load: { of: (node) => node.load, format: formatBytes, isShare: false },
  cpu: {
    of: (node) => mapFact(node.cpu, (cpu) => cpu.busyShare),
    format: formatShare,
    isShare: true,
  },
  diskUsed: { of: fullest, format: formatShare, isShare: true },
  heap: { of: heapShare, format: formatShare, isShare: true },
  pending: { of: (node) => node.pendingCompactions, format: formatCount, isShare: false },
  gc: {
    of: (node) => mapFact(node.gc, (gc) => gc.longestMs ?? 0),
    format: formatDuration,
    isShare: false,
  },
  readP99: {
    of: (node) => mapFact(node.readLatency, (latency) => latency.p99Ms),
    format: formatDuration,
    isShare: false,
  },
  writeP99: {
    of: (node) => mapFact(node.writeLatency, (latency) => latency.p99Ms),
    format: formatDuration,
    isShare: false,
  },
  hints: {
    of: (node) => mapFact(node.hints, (hints) => hints.bytes),
    format: formatBytes,
    isShare: false,
  },
};

export function heatMetric(name: HeatName): HeatMetric {
  return { name, ...metrics[name] };
}

/** Heat 0..1 of each node by key; nodes without a figure are left out. */
export function heatOf(
  nodes: readonly NodeView[],
  metric: HeatMetric,
): ReadonlyMap<string, number> {
  const values = nodes.flatMap((node) => {
    const fact = metric.of(node);
    return isUnknown(fact) ? [] : [[node.key, fact.value] as const];
  });
  const largest = metric.isShare
    ? 1
    : Math.max(Number.MIN_VALUE, ...values.map(([, value]) => value));
  return new Map(values.map(([key, value]) => [key, value / largest]));
}
