/** The two charts of a run: success share and p99, with the drill's phases behind them. */
import type { ChartOption, ChartSeries } from "../../chart/echarts.ts";
import { niceMax } from "../../chart/nice-max.ts";
import { formatAfter, formatDuration, formatShare } from "../../ui/format.ts";
import { categoryColour, chartColours, type Theme } from "../../ui/palette.ts";
import type { LoadLine } from "./load-lines.ts";
import type { Band, BandName, RunSpan } from "./phase-bands.ts";

/** Where the plots lie: the lanes under them keep the same edges. */
export const plot = { left: 64, right: 12, top: 6, height: 112 } as const;

const bandColours: Readonly<Record<BandName, string | undefined>> = {
  baseline: undefined,
  fault: "rgba(230, 159, 0, 0.20)",
  recovery: "rgba(86, 180, 233, 0.18)",
  audit: "rgba(166, 128, 230, 0.20)",
};

/** Colour of a line by what it measures, the same in the legend. */
export function lineColour(line: Pick<LoadLine, "client" | "op">, theme: Theme): string {
  return categoryColour((line.client === "app" ? 0 : 2) + (line.op === "write" ? 0 : 1), theme);
}

/** Whole seconds around zero, few enough to be read. */
export function afterTicks(span: RunSpan, most: number): number[] {
  const width = (span.toMs - span.fromMs) / 1_000;
  const step =
    [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600].find((each) => width / each <= most) ??
    7_200;
  const first = Math.ceil((span.fromMs - span.zeroMs) / 1_000 / step) * step;
  const ticks: number[] = [];
  for (let second = first; span.zeroMs + second * 1_000 <= span.toMs; second += step)
    ticks.push(span.zeroMs + second * 1_000);
  return ticks;
}

function frame(
  lines: readonly LoadLine[],
  bands: readonly Band[],
  span: RunSpan,
  theme: Theme,
  values: (line: LoadLine) => readonly (readonly [number, number | null])[],
  top: number,
  format: (value: number) => string,
  objective: number | undefined,
): ChartOption {
  const colours = chartColours(theme);
  const series: ChartSeries[] = lines.map((line, i) => ({
    type: "line",
    name: line.id,
    data: values(line).map(([at, value]) => [at, value]),
    showSymbol: false,
    silent: true,
    step: "end",
    lineStyle: {
      color: lineColour(line, theme),
      width: 1.5,
      type: line.client === "probe" ? [4, 3] : "solid",
    },
    itemStyle: { color: lineColour(line, theme) },
    ...(i === 0
      ? {
          markArea: {
            silent: true,
            data: bands.flatMap((band) => {
              const colour = bandColours[band.name];
              return colour === undefined
                ? []
                : [[{ xAxis: band.fromMs, itemStyle: { color: colour } }, { xAxis: band.toMs }]];
            }),
          },
          ...(objective === undefined
            ? {}
            : {
                markLine: {
                  silent: true,
                  symbol: "none",
                  label: { show: false },
                  lineStyle: { color: colours.muted, type: "dashed" },
                  data: [{ yAxis: objective }],
                },
              }),
        }
      : {}),
  }));
  return {
    animation: false,
    grid: [{ ...plot, outerBoundsMode: "none" }],
    xAxis: [
      {
        type: "value",
        min: span.fromMs,
        max: span.toMs,
        axisLabel: {
          customValues: afterTicks(span, 9),
          color: colours.muted,
          fontSize: 11,
          formatter: (at: number) => (at === span.zeroMs ? "0" : formatAfter(at - span.zeroMs)),
        },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colours.line } },
        splitLine: { show: false },
      },
    ],
    yAxis: [
      {
        type: "value",
        min: 0,
        max: top,
        interval: top / 2,
        axisLabel: { color: colours.muted, fontSize: 11, formatter: format },
        splitLine: { lineStyle: { color: colours.grid } },
      },
    ],
    series,
  };
}

/** @param objective share that was promised, drawn as a dashed line. */
export function successOption(
  lines: readonly LoadLine[],
  bands: readonly Band[],
  span: RunSpan,
  theme: Theme,
  objective?: number,
): ChartOption {
  return frame(lines, bands, span, theme, (line) => line.success, 1, formatShare, objective);
}

/** Response time from the intended send time, in ms; times above ten times the median peak still fit. */
export function p99Option(
  lines: readonly LoadLine[],
  bands: readonly Band[],
  span: RunSpan,
  theme: Theme,
  objective?: number,
): ChartOption {
  const largest = Math.max(1, ...lines.flatMap((line) => line.p99.map(([, value]) => value ?? 0)));
  return frame(
    lines,
    bands,
    span,
    theme,
    (line) => line.p99,
    niceMax(largest),
    formatDuration,
    objective,
  );
}
