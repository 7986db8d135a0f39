import { expect, test } from "vitest";
import type { LoadSecond } from "../contract/drill.ts";
import { loadSummary } from "./load-summary.ts";

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

test("seconds of one client in the span are added up, others are left out", () => {
  const seconds = [
    second(0, { ok: 0, unknown: 10, errors: { "write timeout": 10 } }),
    second(1_000, { ok: 4, refused: 6, p99Ms: 50, errors: { unavailable: 5, "not sent": 1 } }),
    second(1_000, { op: "read", ok: 8, missing: 2, p99Ms: 7, errors: { "row missing": 2 } }),
    second(2_000),
    second(1_000, { client: "probe" }),
  ];
  expect(loadSummary(seconds, "app", 1_000, 3_000)).toEqual({
    requests: 30,
    ok: 22,
    refused: 6,
    unknown: 0,
    missing: 2,
    worstP99Ms: 50,
    medianP99Ms: 7,
    longestBadMs: 1_000,
    errors: [
      ["unavailable", 5],
      ["row missing", 2],
      ["not sent", 1],
    ],
  });
});

test("the longest span with failures is the longest row of seconds without a clean one", () => {
  const bad = { ok: 9, unknown: 1 };
  const seconds = [
    second(0, bad),
    second(1_000),
    second(2_000, bad),
    second(3_000, bad),
    second(4_000, bad),
    second(5_000),
  ];
  expect(loadSummary(seconds, "app", 0, 9_000)?.longestBadMs).toBe(3_000);
});

test("a span without a request has no summary", () => {
  expect(loadSummary([second(0)], "app", 1_000, 2_000)).toBeUndefined();
});
