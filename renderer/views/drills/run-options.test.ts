import { expect, test } from "vitest";
import { afterTicks, p99Option, successOption } from "./run-options.ts";

const lines = [
  {
    id: "app write",
    client: "app",
    op: "write",
    success: [
      [0, 1],
      [1_000, 0.4],
    ],
    p99: [
      [0, 3],
      [1_000, 812],
    ],
  },
  { id: "probe write", client: "probe", op: "write", success: [[0, 1]], p99: [[0, 2]] },
] as const;
const span = { fromMs: 0, toMs: 60_000, zeroMs: 10_000 };
const bands = [
  { name: "baseline", fromMs: 0, toMs: 10_000 },
  { name: "fault", fromMs: 10_000, toMs: 40_000 },
] as const;

interface Drawn {
  readonly name: string;
  readonly data: unknown;
  readonly markArea?: { readonly data: readonly unknown[] };
}

test("the fault is shaded once, the baseline is not", () => {
  const series = successOption(lines, bands, span, "dark").series as unknown as Drawn[];
  expect(series.map((each) => each.name)).toEqual(["app write", "probe write"]);
  expect(series[0]?.markArea?.data).toMatchObject([[{ xAxis: 10_000 }, { xAxis: 40_000 }]]);
  expect(series[1]?.markArea).toBeUndefined();
});

test("success always reaches from nothing to everything, p99 to a round figure above the largest", () => {
  expect((successOption(lines, bands, span, "dark").yAxis as { max: number }[])[0]?.max).toBe(1);
  expect((p99Option(lines, bands, span, "dark").yAxis as { max: number }[])[0]?.max).toBe(1_000);
});

test("ticks count seconds from the injection", () => {
  expect(afterTicks(span, 6).map((at) => (at - span.zeroMs) / 1_000)).toEqual([
    -10, 0, 10, 20, 30, 40, 50,
  ]);
});
