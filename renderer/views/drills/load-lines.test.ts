import { expect, test } from "vitest";
import { loadLines, successShare } from "./load-lines.ts";

const counts = {
  intended: 10,
  ok: 10,
  refused: 0,
  unknown: 0,
  missing: 0,
  p50Ms: 1,
  p99Ms: 2,
  maxMs: 3,
  errors: {},
};

test("a second in which nothing was sent has no share", () => {
  expect(successShare({ ok: 0, refused: 0, unknown: 0, missing: 0 })).toBeNull();
});

test("time-outs and reads that miss an acknowledged row are no success", () => {
  expect(successShare({ ok: 6, refused: 2, unknown: 2, missing: 0 })).toBe(0.6);
  expect(successShare({ ok: 10, refused: 0, unknown: 0, missing: 1 })).toBe(0.9);
});

test("each client and operation is a line in time order, the application first", () => {
  const lines = loadLines([
    { ...counts, at: 2, client: "probe", op: "write" },
    { ...counts, at: 2, client: "app", op: "write", p99Ms: null },
    { ...counts, at: 1, client: "app", op: "write" },
  ]);
  expect(lines.map((line) => line.id)).toEqual(["app write", "probe write"]);
  expect(lines[0]?.p99).toEqual([
    [1, 2],
    [2, null],
  ]);
});
