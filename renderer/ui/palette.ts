/** Colours that charts and canvases need as values; the style sheet holds the same for everything else. */

import type { ChartInk } from "../../shared/chart/chart-option.ts";

export type Theme = "dark" | "light";

/**
 * Okabe–Ito, told apart by people who see colours differently, in an order that keeps the palest ones of each
 * background for last. The same index is the same colour on every chart of a cluster.
 */
const categories: Readonly<Record<Theme, readonly string[]>> = {
  dark: ["#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#3f8fd0", "#b0b7c3"],
  light: ["#0072b2", "#d55e00", "#009e73", "#b05a8c", "#b07a00", "#2b8cc4", "#8a8f00", "#5f6b7c"],
};

/** What charts that also go on paper are drawn with on the screen. */
export function screenInk(theme: Theme): ChartInk {
  const colours = chart[theme];
  const dark = theme === "dark";
  return {
    ground: colours.panel,
    text: colours.text,
    muted: colours.muted,
    grid: colours.grid,
    axis: colours.line,
    app: colours.accent,
    probe: dark ? "#e69f00" : "#b05a00",
    bad: colours.red,
    good: colours.green,
    series: categories[theme],
    areas: dark
      ? ["#fa6b6f", "#8a4b08", "#f5c76b", "#7b61c9", "#56b4e9", "#8f99a8"]
      : ["#ac2f33", "#e0a03a", "#5b4a8a", "#7fb8dd", "#6b4a12", "#a5adb8"],
    shade: {
      fault: dark ? "rgba(230, 159, 0, 0.20)" : "#fbe8cb",
      recovering: dark ? "rgba(86, 180, 233, 0.18)" : "#dfecf7",
      auditing: dark ? "rgba(166, 128, 230, 0.20)" : "#ece4f6",
    },
  };
}

/** Colour of the `index`-th node or datacenter. */
export function categoryColour(index: number, theme: Theme): string {
  const list = categories[theme];
  return list[index % list.length] ?? "#8f99a8";
}

/** Viridis at five points, for heat. */
const viridis = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const;

/** Heat of a share 0..1 as a CSS colour. */
export function heatColour(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (viridis.length - 1);
  const low = viridis[Math.floor(at)] ?? viridis[0];
  const high = viridis[Math.ceil(at)] ?? low;
  const part = at - Math.floor(at);
  const mix = low.map((from, i) => Math.round(from + ((high[i] ?? from) - from) * part));
  return `rgb(${mix.join(" ")})`;
}

export interface ChartColours {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly grid: string;
  readonly panel: string;
  readonly accent: string;
  readonly green: string;
  readonly red: string;
  readonly amber: string;
  readonly blue: string;
}

const chart: Readonly<Record<Theme, ChartColours>> = {
  dark: {
    text: "#e5e8eb",
    muted: "#abb3bf",
    line: "#404854",
    grid: "#2b313a",
    panel: "#1c2127",
    accent: "#68c1ee",
    green: "#43bf7d",
    red: "#fa6b6f",
    amber: "#fbb360",
    blue: "#68a9f5",
  },
  light: {
    text: "#1c2127",
    muted: "#5f6b7c",
    line: "#c5cbd3",
    grid: "#e5e8eb",
    panel: "#ffffff",
    accent: "#0f6894",
    green: "#1c6e42",
    red: "#ac2f33",
    amber: "#935610",
    blue: "#215db0",
  },
};

/** Text, line and state colours of a theme, the same as the style sheet's. */
export function chartColours(theme: Theme): ChartColours {
  return chart[theme];
}
