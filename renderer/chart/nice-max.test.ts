import { expect, test } from "vitest";
import { niceMax, niceMaxBytes } from "./nice-max.ts";

test("axes end at round figures that hold the largest value", () => {
  expect([0, 0.7, 1, 12.3, 99, 4_100].map(niceMax)).toEqual([1, 0.8, 1, 15, 100, 5_000]);
});

test("sizes end at round KiB, MiB, GiB", () => {
  expect(niceMaxBytes(0)).toBe(1024);
  expect(niceMaxBytes(1_300_000)).toBe(1.5 * 1024 ** 2);
});
