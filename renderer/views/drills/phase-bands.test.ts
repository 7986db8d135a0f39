import { expect, test } from "vitest";
import { markedMilestones, phaseBands, runSpan, spreadMarks } from "./phase-bands.ts";

const log = [
  { phase: "preflight", at: 0 },
  { phase: "baseline", at: 1_000 },
  { phase: "armed", at: 11_000 },
  { phase: "injected", at: 12_000 },
  { phase: "proven", at: 12_500 },
  { phase: "observing", at: 13_000 },
  { phase: "rolling back", at: 40_000 },
] as const;

test("phases of one kind are one band, and the last reaches to now", () => {
  expect(phaseBands([...log], 45_000)).toEqual([
    { name: "baseline", fromMs: 1_000, toMs: 12_000 },
    { name: "fault", fromMs: 12_000, toMs: 40_000 },
    { name: "recovery", fromMs: 40_000, toMs: 45_000 },
  ]);
});

test("the axis starts at the baseline and counts from the injection", () => {
  expect(
    runSpan({
      at: 45_000,
      phase: "rolling back",
      phaseLog: [...log],
      seconds: [],
      injectedAt: 12_000,
    }),
  ).toEqual({ fromMs: 1_000, toMs: 45_000, zeroMs: 12_000 });
});

test("of milestones with one name the first is marked", () => {
  const at = (name: string, time: number) => ({ name, at: time, source: "test" });
  expect(
    markedMilestones([
      at("detected by peer", 1),
      at("detected by peer", 2),
      at("process up", 3),
    ]).map((each) => each.at),
  ).toEqual([1, 3]);
});

test("marks that would cover each other are moved apart, also at the right end", () => {
  const rounded = (places: readonly number[]): number[] =>
    spreadMarks(places, 0.1).map((place) => Number(place.toFixed(2)));
  expect(rounded([0.1, 0.11, 0.5])).toEqual([0.1, 0.2, 0.5]);
  expect(rounded([0.95, 0.99])).toEqual([0.9, 1]);
});
