import { expect, test } from "vitest";
import { addRun, newFakeState, runOf } from "../../../test/browser/fake-host/fake-state.ts";
import { runChart } from "./run-chart.ts";
import { runSpan } from "./run-span.ts";

const state = newFakeState(() => 1_000_000);

function chartOf(agoMs: number) {
  const run = runOf(state, addRun(state, agoMs));
  if (run === undefined) throw new Error("no run");
  return runChart(run, runSpan(run), 800, "dark");
}

test("errors get a panel of their own once there are any", () => {
  const before = chartOf(8_000).option.grid as unknown[];
  const after = chartOf(20_000).option.grid as unknown[];
  expect([before.length, after.length]).toEqual([3, 4]);
});

test("nothing moves and every chart is as high as its panels say", () => {
  const { option, heightPx } = chartOf(90_000);
  expect(option.animation).toBe(false);
  expect(heightPx).toBeGreaterThan(300);
});
