/** GC pauses of a node: length over time, a colour a kind of pause. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import type { ChartOption } from "../../../shared/chart/chart-option.ts";
import { niceMax } from "../../chart/nice-max.ts";
import { timeTicks } from "../../chart/time-ticks.ts";
import { formatClock, formatDuration } from "../../ui/format.ts";
import { categoryColour, chartColours, type Theme } from "../../ui/palette.ts";

type Gc = Extract<NodeView["gc"], { value: unknown }>["value"];

/** @param toMs right end of the axis; it begins where the log's window begins, an hour before at most. */
export function pausesOption(gc: Gc, toMs: number, theme: Theme): ChartOption {
  const colours = chartColours(theme);
  const fromMs = Math.max(gc.since, toMs - 3_600_000);
  const kinds = [...new Set(gc.pauses.map((pause) => pause.kind))].sort();
  const top = niceMax(Math.max(1, ...gc.pauses.map((pause) => pause.ms)));
  const ticks = timeTicks(fromMs, toMs, 5, -new Date(toMs).getTimezoneOffset() * 60_000).map(
    (tick) => tick.at,
  );
  return {
    animation: false,
    grid: [{ left: 52, right: 10, top: 8, height: 104, outerBoundsMode: "none" }],
    xAxis: [
      {
        type: "value",
        min: fromMs,
        max: toMs,
        axisLabel: {
          customValues: ticks,
          color: colours.muted,
          fontSize: 11,
          formatter: (at: number) => formatClock(at).slice(0, 5),
        },
        axisTick: { show: false },
        splitLine: { show: false },
        axisLine: { lineStyle: { color: colours.line } },
      },
    ],
    yAxis: [
      {
        type: "value",
        min: 0,
        max: top,
        interval: top / 2,
        axisLabel: {
          color: colours.muted,
          fontSize: 11,
          formatter: (value: number) => formatDuration(value),
        },
        splitLine: { lineStyle: { color: colours.grid } },
      },
    ],
    series: kinds.map((kind, i) => ({
      type: "scatter",
      name: kind,
      data: gc.pauses
        .filter((pause) => pause.kind === kind && pause.at >= fromMs)
        .map((pause) => [pause.at, pause.ms]),
      symbolSize: 5,
      silent: true,
      itemStyle: { color: categoryColour(i, theme) },
    })),
  };
}
