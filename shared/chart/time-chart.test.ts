import { expect, test } from "vitest";
import { paperInk } from "./chart-option.ts";
import { cpuPanel, hintsPanel, viewsPanel } from "./node-option.ts";
import { svgChart } from "./svg-chart.ts";
import { timeChart, type Panel, type TimeFrame } from "./time-chart.ts";

const frame: TimeFrame = {
  origin: 10_000,
  from: 0,
  to: 60_000,
  widthPx: 680,
  spans: [{ name: "fault", from: 10_000, to: 40_000 }],
  milestones: [
    { name: "injected", at: 10_000 },
    { name: "<b>noticed", at: 11_000 },
  ],
  ink: paperInk,
};
const panel: Panel = {
  title: "Success",
  heightPx: 80,
  y: { type: "value", min: 0, max: 1, ticks: [0, 1], text: (value) => `${value * 100} %` },
  series: [
    {
      type: "line",
      name: "app",
      data: [
        [10_000, 1],
        [20_000, null],
        [30_000, 0.5],
      ],
    },
  ],
};

test("points are placed from the origin, and gaps stay gaps", () => {
  const { option, heightPx } = timeChart(frame, [panel]);
  const series = option.series as { name?: string; data: unknown }[];
  expect(series.find(({ name }) => name === "app")?.data).toEqual([
    [0, 1],
    [10_000, null],
    [20_000, 0.5],
  ]);
  expect(heightPx).toBeGreaterThan(80);
});

test("the SVG names phases, milestones, panels and times, with names escaped", () => {
  const { option, heightPx } = timeChart(frame, [panel]);
  const svg = svgChart(option, frame.widthPx, heightPx, "x");
  for (const text of [
    "fault",
    "injected",
    "&lt;b&gt;noticed",
    "Success",
    "−10 s",
    "+50 s",
    "100 %",
  ])
    expect(svg).toContain(text);
  expect(svg).not.toMatch(/<b>|zr\d|<style/);
});

test("a lane is thick and labelled while the node is said to be down", () => {
  const lanes = [
    {
      observer: "127.0.0.1",
      changes: [
        { at: 20_000, state: "down" },
        { at: 50_000, state: "up" },
      ],
    },
  ];
  const { series } = viewsPanel(lanes, 0, 60_000, paperInk);
  expect(
    series.map(({ data, lineStyle }) => [data[0]?.[0], data[1]?.[0], lineStyle?.width]),
  ).toEqual([
    [0, 20_000, 1.5],
    [20_000, 50_000, 7],
    [50_000, 60_000, 1.5],
  ]);
});

test("figures of nodes that were never known give no panel", () => {
  const sample = { at: 1, node: "a", cpuBusyShare: null, hintBytes: 5_000, gcPauseMs: null };
  expect(cpuPanel([sample], paperInk, 60)).toBeUndefined();
  expect(hintsPanel([sample], paperInk, 60)?.y).toMatchObject({ min: 0, max: 5 * 1_024 });
});

test("where names do not fit beside each other, that of the baseline gives way to that of the fault", () => {
  const spans = [
    { name: "baseline", from: 0, to: 2_000 },
    { name: "fault", from: 2_000, to: 40_000 },
  ] as const;
  const { option, heightPx } = timeChart({ ...frame, spans }, [panel]);
  const svg = svgChart(option, frame.widthPx, heightPx, "x");
  expect(svg).toContain(">fault<");
  expect(svg).not.toContain(">baseline<");
});
