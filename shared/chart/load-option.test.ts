import { expect, test } from "vitest";
import type { LoadSecond } from "../contract/drill.ts";
import { paperInk } from "./chart-option.ts";
import { errorsPanel, niceMax, responsePanel, successPanel } from "./load-option.ts";

const second = (at: number, more: Partial<LoadSecond> = {}): LoadSecond => ({
  at,
  client: "app",
  op: "write",
  intended: 10,
  ok: 10,
  refused: 0,
  unknown: 0,
  missing: 0,
  p50Ms: 1,
  p99Ms: 5,
  maxMs: 9,
  errors: {},
  ...more,
});
const dataOf = (
  panel: { series: readonly { name?: unknown; data: unknown }[] },
  name: string,
): unknown => panel.series.find((series) => series.name === name)?.data;

test("the share of a second counts both operations, and a wrong answer is no success", () => {
  const seconds = [
    second(0, { ok: 5, refused: 3, unknown: 2 }),
    second(0, { op: "read", ok: 5, missing: 5 }),
    second(1_000, { ok: 0 }),
  ];
  expect(dataOf(successPanel(seconds, paperInk, 90), "application")).toEqual([
    [500, 0.5],
    [1_500, null],
  ]);
});

test("response times have a gap where nothing succeeded, and an axis of whole powers of ten around them", () => {
  const panel = responsePanel(
    [
      second(1_000, { p99Ms: null }),
      second(0, { p99Ms: 153 }),
      second(0, { op: "read", p99Ms: 7 }),
    ],
    paperInk,
    90,
  );
  expect(dataOf(panel, "application")).toEqual([
    [500, 153],
    [1_500, null],
  ]);
  expect(panel.y).toMatchObject({ type: "log", min: 1, max: 1_000, ticks: [1, 10, 100, 1_000] });
});

test("errors are stacked by kind, the most frequent first, the rest as other", () => {
  const errors = { a: 9, b: 8, c: 7, d: 6, e: 2, f: 1 };
  const panel = errorsPanel(
    [second(0, { errors }), second(1_000), second(0, { client: "probe", errors: { z: 99 } })],
    paperInk,
    70,
  );
  expect(panel?.legend?.map(({ name }) => name)).toEqual([
    "a (9)",
    "b (8)",
    "c (7)",
    "d (6)",
    "other (3)",
  ]);
  expect(panel?.series.at(-1)?.data).toEqual([
    [500, 3],
    [1_500, 0],
  ]);
  expect(panel?.y.max).toBe(40);
  expect(errorsPanel([second(0)], paperInk, 70)).toBeUndefined();
});

test("an axis ends at a round number that is not below the value", () => {
  expect([0, 1, 3, 33, 400, 401, 999].map(niceMax)).toEqual([2, 2, 4, 40, 400, 500, 1_000]);
});
