import { describe, expect, it } from "vitest";
import type { LoadSecond } from "../contract/drill.ts";
import { rtoPerformance, rtoService } from "./recovery-times.ts";

const start = 1_700_000_000_000;
/** Seconds of the application's writes: [ok, bad, p99] each. */
const run = (rows: readonly (readonly [number, number, number])[]): LoadSecond[] =>
  rows.map(([ok, bad, p99Ms], i) => ({
    at: start + i * 1_000,
    client: "app",
    op: "write",
    intended: ok + bad,
    ok,
    refused: bad,
    unknown: 0,
    missing: 0,
    p50Ms: 1,
    p99Ms,
    maxMs: p99Ms,
    errors: {},
  }));
const times = (n: number, row: readonly [number, number, number]) =>
  Array.from({ length: n }, () => row);

describe("RTO (service)", () => {
  it("is zero when no five seconds fell below 99.9 %", () => {
    expect(rtoService(run(times(30, [300, 0, 5])), start + 10_000, start + 30_000)).toEqual({
      ms: 0,
    });
  });

  it("is not stretched by a single failed request in fifteen hundred", () => {
    const rows = [
      ...times(10, [300, 0, 5] as const),
      [299, 1, 5] as const,
      ...times(19, [300, 0, 5] as const),
    ];
    expect(rtoService(run(rows), start + 10_000, start + 30_000)).toEqual({ ms: 0 });
  });

  it("ends with the last bad second", () => {
    const rows = [
      ...times(10, [300, 0, 5] as const),
      ...times(8, [100, 200, 900] as const),
      ...times(20, [300, 0, 5] as const),
    ];
    expect(rtoService(run(rows), start + 10_000, start + 38_000)).toEqual({ ms: 8_000 });
  });

  it("is unknown when the load ended while requests still failed", () => {
    const rows = [...times(10, [300, 0, 5] as const), ...times(10, [0, 300, 900] as const)];
    expect(rtoService(run(rows), start + 10_000, start + 20_000)).toEqual({
      why: "fewer than 99.9 % of the requests succeeded until the load ended",
    });
  });

  it("ignores the probe and what was before the injection", () => {
    const probe = run(times(20, [0, 50, 900])).map((second) => ({
      ...second,
      client: "probe" as const,
    }));
    const before = run([...times(5, [0, 300, 900] as const), ...times(15, [300, 0, 5] as const)]);
    expect(rtoService([...probe, ...before], start + 10_000, start + 20_000)).toEqual({ ms: 0 });
  });

  it("is unknown without a second after the injection", () => {
    expect(rtoService([], start, start + 1_000)).toHaveProperty("why");
  });
});

describe("RTO (performance)", () => {
  it("is the start of the first span whose p99 is within a tenth of the baseline", () => {
    const rows = [
      ...times(10, [300, 0, 10] as const),
      ...times(10, [300, 0, 80] as const),
      ...times(20, [300, 0, 10.9] as const),
    ];
    const result = rtoPerformance(
      run(rows),
      start,
      start + 10_000,
      start + 15_000,
      start + 40_000,
      5_000,
    );
    // The median over five seconds is near the baseline once three of them are.
    expect(result).toEqual({ ms: 8_000 });
  });

  it("is unknown with its reason when the window is not reached", () => {
    const rows = [...times(10, [300, 0, 10] as const), ...times(20, [300, 0, 80] as const)];
    expect(
      rtoPerformance(run(rows), start, start + 10_000, start + 15_000, start + 30_000, 5_000),
    ).toEqual({ why: "p99 did not stay within 10 % of the baseline's 10.0 ms for 5 s" });
    expect(
      rtoPerformance(run(rows), start, start + 10_000, start + 28_000, start + 30_000, 5_000),
    ).toEqual({ why: "the load ended before 5 s had passed since the return" });
  });
});
