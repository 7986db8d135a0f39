import { expect, test } from "vitest";
import { FigureSheet } from "./figure-sheet.ts";

const source = { node: "n", what: "test", tookMs: 1 };

test("a figure that should have been read again by now is shown stale, with its last value and its age", () => {
  const sheet = new FigureSheet();
  sheet.set("load", 42, 1_000, source);
  expect(sheet.shown("load", 9_000, 10_000)).toEqual({ value: 42, at: 1_000, source });
  expect(sheet.shown("load", 13_000, 10_000)).toEqual({
    value: 42,
    at: 1_000,
    source,
    stale: "late: no newer answer for 12 s",
  });
});

test("withholding a group turns what is known stale and leaves the other groups alone", () => {
  const sheet = new FigureSheet();
  sheet.set("load", 42, 1_000, source);
  sheet.set("memory", { totalBytes: 2, availableBytes: 1 }, 1_000, source);
  sheet.withholdGroup("host beat", "SSH is gone");
  expect(sheet.get("memory")).toMatchObject({ value: { totalBytes: 2 }, stale: "SSH is gone" });
  expect(sheet.get("cpu")).toEqual({ unknown: "SSH is gone" });
  expect(sheet.get("load")).toEqual({ value: 42, at: 1_000, source });
  expect(sheet.get("jvm")).toEqual({ unknown: "not asked yet" });
});
