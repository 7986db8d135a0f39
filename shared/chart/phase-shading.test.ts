import { expect, test } from "vitest";
import { paperInk } from "./chart-option.ts";
import { phaseSpans, shadeOf } from "./phase-shading.ts";

const log = [
  "planned",
  "preflight",
  "baseline",
  "armed",
  "injected",
  "proven",
  "observing",
  "rolling back",
  "recovering",
  "auditing",
  "closed",
].map((phase, i) => ({ phase, at: i * 100 }));

test("phases that belong together are one span, and those around the drill have none", () => {
  expect(phaseSpans(log, 5_000)).toEqual([
    { name: "baseline", from: 200, to: 400 },
    { name: "fault", from: 400, to: 700 },
    { name: "recovering", from: 700, to: 900 },
    { name: "auditing", from: 900, to: 1_000 },
  ]);
});

test("a run that goes on ends its last span where the chart ends", () => {
  expect(phaseSpans(log.slice(0, 5), 5_000).at(-1)).toEqual({
    name: "fault",
    from: 400,
    to: 5_000,
  });
  expect(phaseSpans([], 5_000)).toEqual([]);
});

test("the baseline has no shade, the others each their own", () => {
  expect(shadeOf("baseline", paperInk)).toBeUndefined();
  expect(
    new Set((["fault", "recovering", "auditing"] as const).map((name) => shadeOf(name, paperInk)))
      .size,
  ).toBe(3);
});
