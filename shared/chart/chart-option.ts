/** Types of the chart options that screen and paper share, and the colours they are drawn with. */
import type { LineSeriesOption, ScatterSeriesOption } from "echarts/charts";
import type { GridComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";

export type ChartOption = ComposeOption<
  LineSeriesOption | ScatterSeriesOption | GridComponentOption
>;

/** A line over time; its points are in ms since the epoch until a chart is made of it. */
export type ChartLine = Omit<LineSeriesOption, "data"> & {
  readonly data: readonly (readonly [at: number, value: number | null])[];
};

/** Colours of one medium. What a colour says is always said by a label, a dash or a width as well. */
export interface ChartInk {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly axis: string;
  readonly app: string;
  readonly probe: string;
  readonly bad: string;
  readonly good: string;
  /** Lines of nodes. */
  readonly series: readonly string[];
  /** Stacked areas, neighbours different in lightness. */
  readonly areas: readonly string[];
  readonly shade: {
    readonly fault: string;
    readonly recovering: string;
    readonly auditing: string;
  };
}

/** Black on white, different in lightness as well as in hue (Okabe–Ito), so that a grey print can be read. */
export const paperInk: ChartInk = {
  ground: "#ffffff",
  text: "#111111",
  muted: "#555555",
  grid: "#dddddd",
  axis: "#888888",
  app: "#111111",
  probe: "#0072b2",
  bad: "#a12c00",
  good: "#007a5a",
  series: ["#111111", "#0072b2", "#d55e00", "#56b4e9", "#8a6d00", "#cc79a7", "#7a7a7a", "#b0b0b0"],
  areas: ["#3a3a3a", "#9cc8e6", "#c4541a", "#e9d27c", "#5b4a8a", "#c9c9c9"],
  shade: { fault: "#fbe3c0", recovering: "#dcebf7", auditing: "#ece4f6" },
};
