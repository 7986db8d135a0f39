/** Charts of a drill's load: success share by client, response times, errors by kind. */
import type { LoadSecond } from "../contract/drill.ts";
import { countText, durationText, shareText } from "../report/figure-text.ts";
import type { ChartInk, ChartLine } from "./chart-option.ts";
import type { Panel } from "./time-chart.ts";

/** Names of the clients, as labels at the end of their lines. */
const clientText = { app: "application", probe: "probe" } as const;
const mostKinds = 5;

type Point = [at: number, value: number | null];

/** Share of requests that succeeded, second by second, both operations together. */
export function successPanel(
  seconds: readonly LoadSecond[],
  ink: ChartInk,
  heightPx: number,
): Panel {
  const points = (client: LoadSecond["client"]): Point[] =>
    bySecond(seconds, client).map(({ at, rows }) => {
      const ok = sum(rows, "ok");
      const all = ok + sum(rows, "refused") + sum(rows, "unknown") + sum(rows, "missing");
      return [at + 500, all === 0 ? null : ok / all];
    });
  return {
    title: "Requests that succeeded",
    heightPx,
    y: { type: "value", min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: shareText },
    series: [clientLine("probe", points("probe"), ink), clientLine("app", points("app"), ink)],
  };
}

/** 99th percentile of the response time from the due time, of requests that succeeded; gaps where none did. */
export function responsePanel(
  seconds: readonly LoadSecond[],
  ink: ChartInk,
  heightPx: number,
): Panel {
  const points = (client: LoadSecond["client"]): Point[] =>
    bySecond(seconds, client).map(({ at, rows }) => {
      const values = rows.flatMap(({ p99Ms }) => (p99Ms === null ? [] : [Math.max(p99Ms, 0.1)]));
      return [at + 500, values.length === 0 ? null : Math.max(...values)];
    });
  const app = points("app");
  const probe = points("probe");
  const values = [...app, ...probe].flatMap(([, value]) => (value === null ? [] : [value]));
  const low = 10 ** Math.floor(Math.log10(Math.min(1, ...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(10, ...values)));
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.001; tick *= 10) ticks.push(tick);
  return {
    title: "Response time, 99th percentile of those that succeeded (logarithmic)",
    heightPx,
    y: { type: "log", min: low, max: high, ticks, text: durationText },
    series: [clientLine("probe", probe, ink), clientLine("app", app, ink)],
  };
}

/** Requests of the application that failed, stacked by kind; undefined when none did. */
export function errorsPanel(
  seconds: readonly LoadSecond[],
  ink: ChartInk,
  heightPx: number,
): Panel | undefined {
  const app = bySecond(seconds, "app");
  const totals = new Map<string, number>();
  for (const { rows } of app) {
    for (const { errors } of rows) {
      for (const [kind, count] of Object.entries(errors))
        totals.set(kind, (totals.get(kind) ?? 0) + count);
    }
  }
  if (totals.size === 0) return undefined;
  const kinds = [...totals].toSorted((a, b) => b[1] - a[1]).map(([kind]) => kind);
  const shown = kinds.slice(0, kinds.length > mostKinds ? mostKinds - 1 : mostKinds);
  const groups: [name: string, kinds: readonly string[]][] = shown.map((kind) => [kind, [kind]]);
  if (kinds.length > shown.length) groups.push(["other", kinds.slice(shown.length)]);
  const countOf = (rows: readonly LoadSecond[], wanted: readonly string[]): number =>
    rows.reduce(
      (all, { errors }) => all + wanted.reduce((n, kind) => n + (errors[kind] ?? 0), 0),
      0,
    );
  const largest = Math.max(...app.map(({ rows }) => countOf(rows, kinds)));
  const max = niceMax(largest);
  const colourOf = (i: number): string => ink.areas[i % ink.areas.length] ?? ink.muted;
  const series = groups.map(([name, wanted], i): ChartLine => {
    const colour = colourOf(i);
    const data = app.map(({ at, rows }): Point => [at + 500, countOf(rows, wanted)]);
    return {
      type: "line",
      name,
      stack: "errors",
      step: "middle",
      symbol: "none",
      data,
      lineStyle: { width: 0.5, color: ink.axis },
      itemStyle: { color: colour },
      areaStyle: { color: colour, opacity: 1 },
    };
  });
  return {
    title: "Failed requests of the application a second",
    legend: groups.map(([name, wanted], i) => ({
      name: `${name} (${countText(wanted.reduce((n, kind) => n + (totals.get(kind) ?? 0), 0))})`,
      color: colourOf(i),
    })),
    heightPx,
    y: { type: "value", min: 0, max, ticks: [0, max / 2, max], text: countText },
    series,
  };
}

function clientLine(client: LoadSecond["client"], data: Point[], ink: ChartInk): ChartLine {
  const color = ink[client];
  return {
    type: "line",
    name: clientText[client],
    data,
    symbol: "none",
    connectNulls: false,
    lineStyle: {
      color,
      width: client === "app" ? 1.75 : 1.25,
      type: client === "app" ? "solid" : [4, 3],
    },
    itemStyle: { color },
    endLabel: { show: true, formatter: () => clientText[client], color, fontSize: 10, distance: 4 },
    labelLayout: { moveOverlap: "shiftY" },
  };
}

function bySecond(
  seconds: readonly LoadSecond[],
  client: LoadSecond["client"],
): readonly { readonly at: number; readonly rows: readonly LoadSecond[] }[] {
  const rows = new Map<number, LoadSecond[]>();
  for (const second of seconds) {
    if (second.client !== client) continue;
    const here = rows.get(second.at);
    if (here === undefined) rows.set(second.at, [second]);
    else here.push(second);
  }
  return [...rows].toSorted((a, b) => a[0] - b[0]).map(([at, here]) => ({ at, rows: here }));
}

function sum(rows: readonly LoadSecond[], name: "ok" | "refused" | "unknown" | "missing"): number {
  return rows.reduce((all, row) => all + row[name], 0);
}

/** The smallest of 1, 2, 4, 5 × 10^n that is not below `value`, and at least 2. */
export function niceMax(value: number): number {
  const least = Math.max(2, value);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 4, 5, 10].find((factor) => factor * power >= least) ?? 10);
}
