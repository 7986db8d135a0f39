import { expect, test } from "vitest";
import { clockOffset, OffsetEstimate } from "./clock-offset.ts";

test("half of the way there and back is taken off, and the true offset lies within the bound however lopsided the way", () => {
  for (const [there, back] of [
    [10, 10],
    [1, 39],
    [39, 1],
  ] as const) {
    const trueOffset = 5_000;
    const sent = 1_000;
    const began = sent + there + trueOffset;
    const ended = began + 7;
    const offset = clockOffset(sent, sent + there + 7 + back, began, ended, false);
    expect(Math.abs(offset.offsetMs - trueOffset)).toBeLessThanOrEqual(offset.uncertaintyMs);
    expect(offset.uncertaintyMs).toBe((there + back) / 2);
  }
});

test("a date without fractions is right within its second", () => {
  const trueOffset = 250;
  const truth = 10_900 + trueOffset;
  const printed = Math.floor(truth / 1_000) * 1_000;
  const offset = clockOffset(10_890, 10_910, printed, printed, true);
  expect(Math.abs(offset.offsetMs - trueOffset)).toBeLessThanOrEqual(offset.uncertaintyMs);
});

test("a slow answer does not spoil a good estimate, a clock that was set does away with it", () => {
  const estimate = new OffsetEstimate();
  estimate.add({ offsetMs: 100, uncertaintyMs: 2 }, 0);
  const kept = estimate.add({ offsetMs: 160, uncertaintyMs: 80 }, 60_000);
  expect(kept.offsetMs).toBe(100);
  expect(kept.uncertaintyMs).toBeCloseTo(8, 6);
  expect(estimate.add({ offsetMs: 9_000, uncertaintyMs: 80 }, 70_000)).toEqual({
    offsetMs: 9_000,
    uncertaintyMs: 80,
  });
});
