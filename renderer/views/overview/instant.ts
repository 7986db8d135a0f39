/** All nodes at one instant of the lanes. */
import type { Series } from "../../../shared/contract/series.ts";
import type { Lane } from "./lane-rows.ts";

/** Index of the sample nearest to `at`; undefined when there are none. */
export function nearestIndex(times: readonly number[], at: number): number | undefined {
  if (times.length === 0) return undefined;
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  const before = Math.abs((times[low] ?? 0) - at);
  const after = Math.abs((times[high] ?? 0) - at);
  return after < before ? high : low;
}

export interface InstantRow {
  readonly key: string;
  readonly address: string;
  readonly value: number | null;
}

/** Value of a lane for every node at a sample, the worst first, those without one last. */
export function worstFirst(series: Series, lane: Lane, index: number): readonly InstantRow[] {
  const sign = lane.worst === "high" ? -1 : 1;
  return series.nodes
    .map((node) => ({
      key: node.key,
      address: node.address,
      value: node.lanes[lane.name]?.[index] ?? null,
    }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null);
      return sign * (a.value - b.value);
    });
}
