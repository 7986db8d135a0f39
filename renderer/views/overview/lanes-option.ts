/** The lanes as one chart: a grid a lane, one time axis for all. Above 12 nodes a lane shows the span and the middle. */
import type { Series } from "../../../shared/contract/series.ts";
import type { ChartOption } from "../../../shared/chart/chart-option.ts";
import type { ChartSeries } from "../../chart/echarts.ts";
import type { ChartColours } from "../../ui/palette.ts";
import type { Lane } from "./lane-rows.ts";

/** More lines than this on 50 pixels cannot be told apart. */
export const mostLines = 12;

export interface LaneLayout {
  readonly left: number;
  readonly right: number;
  readonly laneHeight: number;
  /** Space between two lanes. */
  readonly gap: number;
}

type Values = readonly (number | null)[];

/** Largest value of a lane over all nodes, 0 when there is none. */
export function largestOf(series: Series, lane: Lane): number {
  let largest = 0;
  for (const node of series.nodes) {
    for (const value of node.lanes[lane.name] ?? [])
      if (value !== null && value > largest) largest = value;
  }
  return largest;
}

/** Lowest, middle and highest value of all nodes at each time; null where no node has one. */
export function spanOf(
  columns: readonly Values[],
  length: number,
): { readonly low: Values; readonly middle: Values; readonly high: Values } {
  const low: (number | null)[] = [];
  const middle: (number | null)[] = [];
  const high: (number | null)[] = [];
  for (let i = 0; i < length; i += 1) {
    const here = columns.flatMap((column) => column[i] ?? []).sort((a, b) => a - b);
    low.push(here[0] ?? null);
    middle.push(here[Math.floor((here.length - 1) / 2)] ?? null);
    high.push(here.at(-1) ?? null);
  }
  return { low, middle, high };
}

function points(at: readonly number[], values: Values): [number, number | null][] {
  return at.map((time, i) => [time, values[i] ?? null]);
}

function lineSeries(index: number, data: [number, number | null][], colour: string): ChartSeries {
  return {
    type: "line",
    xAxisIndex: index,
    yAxisIndex: index,
    data,
    showSymbol: false,
    silent: true,
    lineStyle: { color: colour, width: 1.25 },
    itemStyle: { color: colour },
  };
}

function bandSeries(
  index: number,
  at: readonly number[],
  columns: readonly Values[],
  colours: ChartColours,
): ChartSeries[] {
  const { low, middle, high } = spanOf(columns, at.length);
  const height = high.map((value, i) => (value === null ? null : value - (low[i] ?? 0)));
  const edge = {
    type: "line",
    xAxisIndex: index,
    yAxisIndex: index,
    showSymbol: false,
    silent: true,
    stack: `band ${index}`,
  } as const;
  return [
    { ...edge, data: points(at, low), lineStyle: { width: 0 } },
    {
      ...edge,
      data: points(at, height),
      lineStyle: { width: 0 },
      areaStyle: { color: colours.accent, opacity: 0.28 },
    },
    lineSeries(index, points(at, high), colours.amber),
    lineSeries(index, points(at, middle), colours.accent),
  ];
}

function dotSeries(
  index: number,
  at: readonly number[],
  values: Values,
  colour: string,
): ChartSeries {
  const dots = points(at, values).filter((point) => point[1] !== null && point[1] > 0);
  return {
    type: "scatter",
    xAxisIndex: index,
    yAxisIndex: index,
    data: dots,
    symbolSize: 4,
    silent: true,
    itemStyle: { color: colour },
  };
}

/**
 * @param fromMs and
 * @param toMs the ends of the time axis, which may reach beyond the data.
 * @param colourOf colour of a node by its key.
 */
export function lanesOption(
  series: Series,
  lanes: readonly Lane[],
  fromMs: number,
  toMs: number,
  layout: LaneLayout,
  colours: ChartColours,
  colourOf: (key: string) => string,
): ChartOption {
  const all: ChartSeries[] = [];
  for (const [index, lane] of lanes.entries()) {
    const columns = series.nodes.map((node) => node.lanes[lane.name] ?? []);
    if (lane.drawn === "line" && columns.length > mostLines) {
      all.push(...bandSeries(index, series.at, columns, colours));
      continue;
    }
    for (const [i, node] of series.nodes.entries()) {
      const values = columns[i] ?? [];
      const colour = columns.length > mostLines ? colours.accent : colourOf(node.key);
      all.push(
        lane.drawn === "dots"
          ? dotSeries(index, series.at, values, colour)
          : lineSeries(index, points(series.at, values), colour),
      );
    }
  }
  return {
    animation: false,
    grid: lanes.map((_, i) => ({
      left: layout.left,
      right: layout.right,
      top: i * (layout.laneHeight + layout.gap),
      height: layout.laneHeight,
      outerBoundsMode: "none",
    })),
    xAxis: lanes.map((_, i) => ({
      gridIndex: i,
      type: "value",
      min: fromMs,
      max: toMs,
      show: false,
    })),
    yAxis: lanes.map((lane, i) => ({
      gridIndex: i,
      type: "value",
      min: 0,
      max: lane.top(largestOf(series, lane)),
      show: false,
    })),
    series: all,
  };
}
