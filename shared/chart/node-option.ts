/** Lanes of nodes during a drill: what each view said of the target, and hints, CPU and pauses of each node. */
import { bytesText, durationText, shareText } from "../report/figure-text.ts";
import type { ChartInk, ChartLine } from "./chart-option.ts";
import { niceMax } from "./load-option.ts";
import type { Panel } from "./time-chart.ts";

export interface ViewLane {
  readonly observer: string;
  /** What it said of the target, the oldest first. */
  readonly changes: readonly { readonly at: number; readonly state: string }[];
}

export interface NodeSample {
  readonly at: number;
  readonly node: string;
  readonly cpuBusyShare: number | null;
  readonly hintBytes: number | null;
  readonly gcPauseMs: number | null;
}

const lanePx = 16;

/** One lane for each observer: a thin line while it said up, a thick one while it said anything else. */
export function viewsPanel(
  lanes: readonly ViewLane[],
  from: number,
  to: number,
  ink: ChartInk,
): Panel {
  const series = lanes.flatMap(({ observer, changes }, row): ChartLine[] => {
    const y = lanes.length - row - 0.5;
    const states = [{ at: from, state: "up" }, ...changes, { at: to, state: "" }];
    return states.slice(0, -1).flatMap(({ at, state }, i): ChartLine[] => {
      const until = states[i + 1]?.at ?? to;
      const up = state === "up" || state === "UN";
      if (until <= from || at >= to) return [];
      return [
        {
          type: "line",
          name: observer,
          symbol: "none",
          data: [
            [Math.max(from, at), y],
            [Math.min(to, until), y],
          ],
          lineStyle: { color: up ? ink.good : ink.bad, width: up ? 1.5 : 7, cap: "butt" },
          endLabel: {
            show: !up,
            formatter: () => `${state} ${durationText(Math.min(to, until) - Math.max(from, at))}`,
            color: ink.bad,
            backgroundColor: ink.ground,
            padding: [1, 3],
            fontSize: 10,
            distance: 2,
          },
        },
      ];
    });
  });
  const rows = lanes.map((_, row) => lanes.length - row - 0.5);
  return {
    title: "What each node says of the target (thin: up, thick: down)",
    heightPx: Math.max(1, lanes.length) * lanePx,
    y: {
      type: "value",
      min: 0,
      max: Math.max(1, lanes.length),
      ticks: rows,
      text: (value) => lanes[Math.round(lanes.length - value - 0.5)]?.observer ?? "",
    },
    series,
  };
}

/** Size of the hints that each node keeps for others; undefined when no node's was known. */
export function hintsPanel(
  samples: readonly NodeSample[],
  ink: ChartInk,
  heightPx: number,
): Panel | undefined {
  const panel = nodeLines(
    "Hints kept on each node",
    samples,
    (sample) => sample.hintBytes,
    ink,
    heightPx,
  );
  if (panel === undefined) return undefined;
  const unit = 1_024 ** Math.floor(Math.log(Math.max(1_024, panel.largest)) / Math.log(1_024));
  const max = niceMax(panel.largest / unit) * unit;
  return { ...panel, y: { type: "value", min: 0, max, ticks: [0, max / 2, max], text: bytesText } };
}

/** Share of each node's CPU that was busy. */
export function cpuPanel(
  samples: readonly NodeSample[],
  ink: ChartInk,
  heightPx: number,
): Panel | undefined {
  const panel = nodeLines(
    "CPU busy on each node",
    samples,
    (sample) => sample.cpuBusyShare,
    ink,
    heightPx,
  );
  return (
    panel && { ...panel, y: { type: "value", min: 0, max: 1, ticks: [0, 0.5, 1], text: shareText } }
  );
}

function nodeLines(
  title: string,
  samples: readonly NodeSample[],
  valueOf: (sample: NodeSample) => number | null,
  ink: ChartInk,
  heightPx: number,
): { title: string; heightPx: number; series: readonly ChartLine[]; largest: number } | undefined {
  const nodes = [...new Set(samples.map(({ node }) => node))].toSorted();
  let largest = 0;
  let known = false;
  const series = nodes.map((node, i): ChartLine => {
    const color = ink.series[i % ink.series.length] ?? ink.text;
    const data = samples
      .filter((sample) => sample.node === node)
      .map((sample): [number, number | null] => {
        const value = valueOf(sample);
        if (value !== null) {
          known = true;
          largest = Math.max(largest, value);
        }
        return [sample.at, value];
      });
    return {
      type: "line",
      name: node,
      symbol: "none",
      connectNulls: false,
      data,
      lineStyle: { color, width: 1.25, type: [...(dashes[i % dashes.length] ?? [])] },
      itemStyle: { color },
      endLabel: {
        show: nodes.length <= 8,
        formatter: () => node,
        color,
        fontSize: 10,
        distance: 4,
      },
      labelLayout: { moveOverlap: "shiftY" },
    };
  });
  return known ? { title, heightPx, series, largest } : undefined;
}

/** Lines of nodes differ in dash as well as in colour. */
const dashes: readonly (readonly number[])[] = [
  [1, 0],
  [6, 3],
  [2, 2],
  [8, 3, 2, 3],
];
