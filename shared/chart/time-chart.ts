/**
 * Panels over one time axis, with a strip above them that names the phases and the milestones. The axis counts from the
 * injection. Every position is said here, so that the same option looks the same on canvas and in SVG.
 */
import { afterText } from "../report/figure-text.ts";
import type { ChartInk, ChartLine, ChartOption } from "./chart-option.ts";
import { shadeOf, type PhaseSpan } from "./phase-shading.ts";

export interface TimeFrame {
  /** What 0 on the axis is: the injection, or the start while there is none; ms since the epoch, like the others. */
  readonly origin: number;
  readonly from: number;
  readonly to: number;
  readonly widthPx: number;
  readonly spans: readonly PhaseSpan[];
  readonly milestones: readonly { readonly name: string; readonly at: number }[];
  readonly ink: ChartInk;
}

export interface Panel {
  /** Stands above the panel. */
  readonly title: string;
  /** Under the title: names of stacked areas, each behind a square of its colour. */
  readonly legend?: readonly { readonly name: string; readonly color: string }[];
  readonly heightPx: number;
  readonly y: {
    readonly type: "value" | "log";
    readonly min: number;
    readonly max: number;
    readonly ticks: readonly number[];
    readonly text: (value: number) => string;
  };
  readonly series: readonly ChartLine[];
}

const left = 62;
const right = 104;
const rowPx = 13;
const titlePx = 28;
const axisPx = 24;
const legendPx = 14;
const textPx = 10;
const charPx = 5.6;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((s) => s * 1_000);

/** The option and the height it is made for. */
export function timeChart(
  frame: TimeFrame,
  panels: readonly Panel[],
): { readonly option: ChartOption; readonly heightPx: number } {
  const { ink, origin } = frame;
  const labels = placeLabels(frame);
  const stripPx = (1 + Math.max(0, ...labels.map(({ row }) => row))) * rowPx + 4;
  const tops: number[] = [];
  let y = stripPx;
  for (const panel of panels) {
    y += titlePx + (panel.legend === undefined ? 0 : legendPx);
    tops.push(y);
    y += panel.heightPx;
  }
  const heightPx = y + axisPx;
  const ticks = ticksOf(frame);
  const x = { type: "value", min: frame.from - origin, max: frame.to - origin } as const;
  const strip = {
    type: "scatter",
    xAxisIndex: 0,
    yAxisIndex: 0,
    symbolSize: 0,
    silent: true,
    data: labels.map(({ at, row, text, bold, toLeft }) => ({
      value: [at - origin, row],
      label: {
        show: true,
        formatter: () => text,
        color: bold ? ink.text : ink.muted,
        fontSize: textPx,
        fontWeight: bold ? "bold" : "normal",
        position: toLeft ? "left" : "right",
        distance: 2,
      },
    })),
  } as const;
  const option = {
    animation: false,
    textStyle: { fontFamily: "Helvetica, Arial, sans-serif", color: ink.text },
    title: panels.flatMap((panel, i) => titlesOf(panel, tops[i] ?? 0, ink)),
    grid: [
      { left, right, top: 0, height: stripPx, outerBoundsMode: "none" },
      ...panels.map((panel, i) => ({
        left,
        right,
        top: tops[i] ?? 0,
        height: panel.heightPx,
        outerBoundsMode: "none",
      })),
    ],
    xAxis: [
      { ...x, gridIndex: 0, show: false },
      ...panels.map((_, i) => ({
        ...x,
        gridIndex: i + 1,
        position: "bottom",
        axisLine: { show: true, onZero: false, lineStyle: { color: ink.axis } },
        axisTick: { show: true, customValues: ticks, lineStyle: { color: ink.axis } },
        splitLine: { show: false },
        axisLabel: {
          show: i === panels.length - 1,
          customValues: ticks,
          formatter: (value: number) => afterText(value),
          color: ink.muted,
          fontSize: textPx,
          hideOverlap: true,
        },
      })),
    ],
    yAxis: [
      {
        type: "value",
        gridIndex: 0,
        min: -0.6,
        max: stripPx / rowPx - 0.6,
        inverse: true,
        show: false,
      },
      ...panels.map((panel, i) => ({
        type: panel.y.type,
        gridIndex: i + 1,
        min: panel.y.min,
        max: panel.y.max,
        axisLine: { show: false },
        axisTick: { show: false },
        splitLine: { show: true, lineStyle: { color: ink.grid } },
        axisLabel: {
          customValues: [...panel.y.ticks],
          formatter: (value: number) => panel.y.text(value),
          color: ink.muted,
          fontSize: textPx,
        },
      })),
    ],
    series: [strip, ...panels.flatMap((panel, i) => panelSeries(frame, panel, i + 1))],
  };
  return { option: option as ChartOption, heightPx };
}

function titlesOf({ title, legend }: Panel, top: number, ink: ChartInk): readonly object[] {
  const name = {
    text: title,
    left,
    top: top - 17 - (legend === undefined ? 0 : legendPx),
    padding: 0,
    textStyle: { fontSize: textPx + 1, fontWeight: "bold", color: ink.text },
  };
  if (legend === undefined) return [name];
  // The style tags of ECharts' rich text are braces: none may come in with a name.
  const parts = legend.map(
    (each, n) => `{square${n}|■}{plain| ${each.name.replaceAll(/[{}|]/g, " ")}}`,
  );
  const rich = Object.fromEntries([
    ["plain", { fontSize: textPx, color: ink.text }],
    ...legend.map(({ color }, n) => [`square${n}`, { fontSize: textPx + 2, color }]),
  ]);
  return [
    name,
    {
      text: parts.join("    "),
      left,
      top: top - 17,
      padding: 0,
      textStyle: { fontSize: textPx, fontWeight: "normal", rich },
    },
  ];
}

function panelSeries(frame: TimeFrame, panel: Panel, index: number): readonly object[] {
  const { ink, origin, from, to } = frame;
  const axes = { xAxisIndex: index, yAxisIndex: index, silent: true } as const;
  const ground = {
    type: "line",
    ...axes,
    z: -2,
    data: [],
    markArea: {
      silent: true,
      z: -2,
      data: frame.spans.flatMap((span) => {
        const color = shadeOf(span.name, ink);
        const area = [
          { xAxis: Math.max(from, span.from) - origin, itemStyle: { color } },
          { xAxis: Math.min(to, span.to) - origin },
        ];
        return color === undefined ? [] : [area];
      }),
    },
    markLine: {
      silent: true,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: ink.axis, width: 0.75, type: [2, 3] },
      data: frame.milestones.map(({ at }) => ({ xAxis: at - origin })),
    },
  };
  const shifted = panel.series.map((series) => ({
    ...series,
    ...axes,
    data: series.data.map(([at, value]) => [at - origin, value]),
  }));
  return [ground, ...shifted];
}

interface Label {
  readonly at: number;
  readonly row: number;
  readonly text: string;
  readonly bold: boolean;
  readonly toLeft: boolean;
}

/**
 * Names of phases in row 0, milestones in the first of the four rows below where they fit; those that fit nowhere are left
 * to the table. The baseline's name is the first to give way.
 */
function placeLabels(frame: TimeFrame): readonly Label[] {
  const { from, to, widthPx } = frame;
  const pxOf = (at: number): number => ((at - from) / (to - from)) * (widthPx - left - right);
  const taken = [0, 1, 2, 3, 4].map(() => [] as { readonly start: number; readonly end: number }[]);
  const placed: Label[] = [];
  const put = (at: number, text: string, bold: boolean, rows: readonly number[]): void => {
    if (at < from || at > to) return;
    const width = text.length * charPx + 6;
    const toLeft = pxOf(at) + width > widthPx - left;
    const start = toLeft ? pxOf(at) - width : pxOf(at);
    const end = start + width;
    const row = rows.find((each) =>
      taken[each]?.every((other) => end <= other.start || start >= other.end),
    );
    if (row === undefined) return;
    taken[row]?.push({ start, end });
    placed.push({ at, row, text, bold, toLeft });
  };
  for (const span of frame.spans.toSorted(
    (a, b) => Number(a.name === "baseline") - Number(b.name === "baseline"),
  )) {
    // A sliver at the end of the axis, like the audit that follows the load, is not worth a name.
    const sliver = span.to > to && to - span.from < (to - from) * 0.02;
    if (!sliver) put(Math.max(from, span.from), span.name, true, [0]);
  }
  const seen = new Set<string>();
  for (const { name, at } of frame.milestones.toSorted((a, b) => a.at - b.at)) {
    if (!seen.has(name)) put(at, name, false, [1, 2, 3, 4]);
    seen.add(name);
  }
  return placed;
}

function ticksOf({ from, to, origin }: TimeFrame): number[] {
  const step = steps.find((each) => (to - from) / each <= 10) ?? 7_200_000;
  const ticks: number[] = [];
  for (let at = Math.ceil((from - origin) / step) * step; at <= to - origin; at += step)
    ticks.push(at === 0 ? 0 : at);
  return ticks;
}
