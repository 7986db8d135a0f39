/** The lanes of the Overview: what each shows, in which unit, and how its nodes are drawn. */
import type { LaneName } from "../../../shared/contract/series.ts";
import { niceMax, niceMaxBytes } from "../../chart/nice-max.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatRate,
  formatShare,
} from "../../ui/format.ts";

export interface Lane {
  readonly name: LaneName;
  readonly format: (value: number) => string;
  /** Upper end of the axis for the largest value seen. */
  readonly top: (largest: number) => number;
  /** Events in an interval are dots; everything else is a line. */
  readonly drawn: "line" | "dots";
  /** Which end is the bad one, for ordering nodes at an instant. */
  readonly worst: "high" | "low";
}

const line = { drawn: "line", worst: "high" } as const;
const whole = (): number => 1;

/** From what the application feels down to what explains it. */
export const lanes: readonly Lane[] = [
  { ...line, name: "requestsPerSecond", format: formatRate, top: niceMax },
  { ...line, name: "readP99Ms", format: formatDuration, top: niceMax },
  { ...line, name: "writeP99Ms", format: formatDuration, top: niceMax },
  { ...line, name: "cpuBusyShare", format: formatShare, top: whole },
  { ...line, name: "diskBusyShare", format: formatShare, top: whole },
  { ...line, name: "diskFreeShare", format: formatShare, top: whole, worst: "low" },
  { ...line, name: "heapShare", format: formatShare, top: whole },
  { name: "gcPauseMs", format: formatDuration, top: niceMax, drawn: "dots", worst: "high" },
  {
    ...line,
    name: "dropped",
    format: formatCount,
    top: (largest) => Math.max(4, niceMax(largest)),
  },
  {
    ...line,
    name: "pendingCompactions",
    format: formatCount,
    top: (largest) => Math.max(4, niceMax(largest)),
  },
  { ...line, name: "hintBytes", format: formatBytes, top: niceMaxBytes },
];
