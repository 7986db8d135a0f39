import { expect, test } from "vitest";
import { pausesOption } from "./pauses-option.ts";

const gc = {
  collector: "G1",
  since: 1_000,
  totalMs: 250,
  longestMs: 212,
  pauses: [
    { at: 2_000, kind: "Young", ms: 38 },
    { at: 3_000, kind: "Full", ms: 212 },
  ],
};

test("each kind of pause is a series of its own and the axis holds the longest", () => {
  const option = pausesOption(gc, 600_000, "dark");
  expect(
    (option.series as { name: string; data: unknown }[]).map((series) => [
      series.name,
      series.data,
    ]),
  ).toEqual([
    ["Full", [[3_000, 212]]],
    ["Young", [[2_000, 38]]],
  ]);
  expect((option.yAxis as { max: number }[])[0]?.max).toBe(250);
  expect((option.xAxis as { min: number }[])[0]?.min).toBe(1_000);
});

test("pauses older than an hour are left out", () => {
  const option = pausesOption(gc, 2 * 3_600_000, "light");
  expect((option.series as { data: unknown[] }[]).map((series) => series.data)).toEqual([[], []]);
});
