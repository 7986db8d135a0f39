/** The parts of ECharts that Ringdrill draws with; everything else stays out of the bundle. */
import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, MarkAreaComponent, MarkLineComponent } from "echarts/components";
import { init, use, type ComposeOption, type ECharts } from "echarts/core";
import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from "echarts/charts";
import type { GridComponentOption } from "echarts/components";
import { CanvasRenderer } from "echarts/renderers";

use([
  BarChart,
  LineChart,
  ScatterChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  CanvasRenderer,
]);

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | ScatterSeriesOption | GridComponentOption
>;
export type ChartSeries = NonNullable<Extract<ChartOption["series"], readonly unknown[]>>[number];

/** A chart in `place`, drawn on a canvas. The caller disposes it. */
export function startChart(place: HTMLElement): ECharts {
  return init(place, undefined, { renderer: "canvas" });
}
