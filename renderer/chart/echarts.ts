/** The parts of ECharts that Ringdrill draws with; everything else stays out of the bundle. */
import { LineChart, ScatterChart } from "echarts/charts";
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
} from "echarts/components";
import { init, use, type ECharts } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";
import type { ChartOption } from "../../shared/chart/chart-option.ts";

use([
  LineChart,
  ScatterChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  CanvasRenderer,
  // Names at the ends of lines move apart instead of covering each other.
  LabelLayout,
]);

export type ChartSeries = NonNullable<Extract<ChartOption["series"], readonly unknown[]>>[number];

/** A chart in `place`, drawn on a canvas. The caller disposes it. */
export function startChart(place: HTMLElement): ECharts {
  return init(place, undefined, { renderer: "canvas" });
}
