/** Samples over time for clusters that do not exist: the same instant always gives the same value. */
import { laneNames, type LaneName, type Series } from "../../../shared/contract/series.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { noise } from "./fake-frame.ts";

const mib = 1024 ** 2;

/** A smooth wave of about `periodMs` with a node's own phase and some noise, 0..1. */
function wave(at: number, node: number, purpose: number, periodMs: number): number {
  const slow = Math.sin((at / periodMs) * 2 * Math.PI + node + purpose) * 0.5 + 0.5;
  return slow * 0.6 + noise(Math.floor(at / 10_000) * 31 + node * 7 + purpose) * 0.4;
}

function valueOf(lane: LaneName, at: number, node: number): number | null {
  const w = wave(at, node, laneNames.indexOf(lane), 700_000);
  const spike = noise(Math.floor(at / 20_000) * 17 + node * 3) > 0.985;
  switch (lane) {
    case "requestsPerSecond":
      return 1_500 + w * 900;
    case "readP99Ms":
      return 4 + w * 3 + (spike ? 40 : 0);
    case "writeP99Ms":
      return 2 + w * 2 + (spike ? 22 : 0);
    case "cpuBusyShare":
      return 0.1 + w * 0.4;
    case "diskBusyShare":
      return 0.05 + w * 0.3;
    case "diskFreeShare":
      return 0.62 - node * 0.0001 - w * 0.01;
    case "gcPauseMs":
      return noise(Math.floor(at / 5_000) + node * 11) > 0.8 ? 20 + w * 60 + (spike ? 150 : 0) : 0;
    case "dropped":
      return spike ? 3 : 0;
    case "pendingCompactions":
      return Math.round(w * 4);
    case "hintBytes":
      return 0;
    case "loadBytes":
      return 300 * 1024 * mib;
    case "heapShare":
      return 0.2 + ((at / 40_000 + node * 0.3) % 1) * 0.5;
  }
}

/**
 * @param silent key of a node that gave no samples for the last 94 s.
 */
export function seriesOf(
  view: ClusterView,
  fromMs: number,
  toMs: number,
  points: number,
  silent: ReadonlySet<string>,
): Series {
  const at = Array.from({ length: points }, (_, i) =>
    Math.round(fromMs + ((i + 0.5) * (toMs - fromMs)) / points),
  );
  return {
    at,
    nodes: view.nodes.map((node, i) => ({
      key: node.key,
      address: node.address,
      lanes: Object.fromEntries(
        laneNames.map((lane) => [
          lane,
          at.map((time) =>
            time > view.at || (silent.has(node.key) && time > view.at - 94_000)
              ? null
              : valueOf(lane, time, i),
          ),
        ]),
      ),
    })),
  };
}
