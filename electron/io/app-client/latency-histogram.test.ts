import fc from "fast-check";
import { expect, test } from "vitest";
import { LatencyHistogram } from "./latency-histogram.ts";

function of(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const ms of values) histogram.add(ms);
  return histogram;
}

test("a quantile is at most 3.2 % above the exact one and never below it", () => {
  const ms = fc.oneof(
    fc.double({ min: 0.001, max: 10, noNaN: true }),
    fc.double({ min: 1, max: 2_000_000, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(ms, { minLength: 1, maxLength: 300 }),
      fc.constantFrom(0.5, 0.9, 0.99, 1),
      (values, share) => {
        const exact =
          values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1] ?? 0;
        const got = of(values).quantile(share) ?? -1;
        expect(got).toBeGreaterThanOrEqual(exact - 0.0006);
        expect(got).toBeLessThanOrEqual(exact * 1.032 + 0.0006);
      },
    ),
  );
});

test("the maximum is exact and bounds every quantile", () => {
  expect([of([1.2345, 99.987]).maxMs, of([1.2345, 99.987]).quantile(0.99)]).toEqual([
    99.987, 99.987,
  ]);
});

test("no latency has no quantile", () => {
  expect([of([]).quantile(0.5), of([]).maxMs]).toEqual([undefined, undefined]);
});

test("latencies of zero and of more than half an hour are counted", () => {
  expect(of([0]).quantile(0.5)).toBe(0);
  expect(of([1e9, 1e9]).count).toBe(2);
});
