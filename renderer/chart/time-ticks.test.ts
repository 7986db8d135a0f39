import { expect, test } from "vitest";
import { timeTicks } from "./time-ticks.ts";

const offsetMs = -new Date(2026, 10, 28).getTimezoneOffset() * 60_000;

test("a quarter of an hour gets round minutes, never more ticks than asked for", () => {
  const from = new Date(2026, 10, 28, 13, 58, 12).getTime();
  const ticks = timeTicks(from, from + 15 * 60_000, 8, offsetMs);
  expect(ticks.map((tick) => tick.text)).toEqual([
    "14:00",
    "14:02",
    "14:04",
    "14:06",
    "14:08",
    "14:10",
    "14:12",
  ]);
});

test("a week gets days at local midnight", () => {
  const from = new Date(2026, 10, 21, 12, 0, 0).getTime();
  const ticks = timeTicks(from, from + 7 * 86_400_000, 10, offsetMs);
  expect(ticks.map((tick) => tick.text)).toEqual([
    "11-22",
    "11-23",
    "11-24",
    "11-25",
    "11-26",
    "11-27",
    "11-28",
  ]);
});

test("half a minute gets seconds", () => {
  const from = new Date(2026, 10, 28, 14, 3, 1).getTime();
  expect(timeTicks(from, from + 30_000, 4, offsetMs).map((tick) => tick.text)).toEqual([
    "14:03:10",
    "14:03:20",
    "14:03:30",
  ]);
});

test("an empty span has no ticks", () => {
  expect(timeTicks(5, 5, 4, 0)).toEqual([]);
});
