/** A chart as SVG text, without a browser: for reports. */
import { LineChart, ScatterChart } from "echarts/charts";
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
} from "echarts/components";
import { init, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { SVGRenderer } from "echarts/renderers";
import type { ChartOption } from "./chart-option.ts";

use([
  LineChart,
  ScatterChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  LabelLayout,
  SVGRenderer,
]);

const unsafeCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * @param id starts every id in the SVG, so that two charts on one page do not clip each other; letters only.
 * @returns an `<svg>` element, the same for the same option; texts in it are escaped by the renderer.
 */
export function svgChart(
  option: ChartOption,
  widthPx: number,
  heightPx: number,
  id: string,
): string {
  const chart = init(null, undefined, {
    renderer: "svg",
    ssr: true,
    width: widthPx,
    height: heightPx,
  });
  try {
    chart.setOption(option);
    // The style element and the classes are only for a pointer over the chart. Characters that turn a line around or
    // control a terminal are shown by their code, as in the rest of a report.
    return chart
      .renderToSVGString()
      .replace(/<style[^>]*>[\s\S]*?<\/style>/g, "")
      .replaceAll(/ class="zr\d+-cls-\d+"/g, "")
      .replaceAll(/\bzr\d+-/g, `${id}-`)
      .replace(unsafeCharacters, (char) => (char === "\n" ? char : codeOf(char)));
  } finally {
    chart.dispose();
  }
}

function codeOf(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
