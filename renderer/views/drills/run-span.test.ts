import { expect, test } from "vitest";
import { runSpan } from "./run-span.ts";

const phaseLog = [
  { phase: "preflight" as const, at: 0 },
  { phase: "baseline" as const, at: 1_000 },
  { phase: "injected" as const, at: 12_000 },
];

test("the axis starts at the baseline and counts from the injection", () => {
  const span = runSpan({ at: 45_000, phaseLog, seconds: [], injectedAt: 12_000 });
  expect(span).toEqual({ fromMs: 1_000, toMs: 45_000, zeroMs: 12_000 });
});

test("a run that has just begun shows half a minute, a closed one ends where it was closed", () => {
  expect(runSpan({ at: 2_000, phaseLog, seconds: [] }).toMs).toBe(31_000);
  const closed = [...phaseLog, { phase: "closed" as const, at: 80_000 }];
  expect(runSpan({ at: 900_000, phaseLog: closed, seconds: [] }).toMs).toBe(80_000);
});
