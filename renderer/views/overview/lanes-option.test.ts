import { expect, test } from "vitest";
import type { Series } from "../../../shared/contract/series.ts";
import { chartColours } from "../../ui/palette.ts";
import { lanes } from "./lane-rows.ts";
import { largestOf, lanesOption, spanOf } from "./lanes-option.ts";

const layout = { left: 100, right: 8, laneHeight: 50, gap: 6 };
const cpu = lanes.filter((lane) => lane.name === "cpuBusyShare");
const gc = lanes.filter((lane) => lane.name === "gcPauseMs");

function seriesOf(nodes: number, lane: string, values: (number | null)[]): Series {
  return {
    at: values.map((_, i) => 1_000 * i),
    nodes: Array.from({ length: nodes }, (_, i) => ({
      key: `n${i}`,
      address: `10.0.0.${i}`,
      lanes: { [lane]: values },
    })),
  };
}

function drawn(series: Series, which: typeof lanes) {
  const option = lanesOption(series, which, 0, 9_000, layout, chartColours("dark"), () => "#fff");
  return { ...option, series: option.series as { type: string; data: unknown[] }[] };
}

test("each node is a line, and a time without a value is a gap, not a zero", () => {
  const option = drawn(seriesOf(2, "cpuBusyShare", [0.1, null, 0.3]), cpu);
  expect(option.series).toHaveLength(2);
  expect(option.series[0]?.data).toEqual([
    [0, 0.1],
    [1_000, null],
    [2_000, 0.3],
  ]);
});

test("a hundred nodes are a band with the highest and the middle line", () => {
  expect(
    drawn(seriesOf(100, "cpuBusyShare", [0.1, 0.2]), cpu).series.map((each) => each.type),
  ).toEqual(["line", "line", "line", "line"]);
});

test("pauses are dots where there was one", () => {
  expect(drawn(seriesOf(1, "gcPauseMs", [0, 212, null]), gc).series[0]).toMatchObject({
    type: "scatter",
    data: [[1_000, 212]],
  });
});

test("the span of all nodes leaves out those without a value", () => {
  const span = spanOf(
    [
      [1, null],
      [5, null],
      [null, null],
    ],
    2,
  );
  expect(span).toEqual({ low: [1, null], middle: [1, null], high: [5, null] });
});

test("lanes lie below each other, and shares always reach to one", () => {
  const option = drawn(seriesOf(1, "cpuBusyShare", [0.1]), lanes.slice(2, 4));
  expect((option.grid as { top: number }[]).map((grid) => grid.top)).toEqual([0, 56]);
  expect((option.yAxis as { max: number }[])[1]?.max).toBe(1);
  expect(largestOf(seriesOf(1, "cpuBusyShare", [0.1, 0.4]), cpu[0] ?? lanes[0]!)).toBe(0.4);
});
