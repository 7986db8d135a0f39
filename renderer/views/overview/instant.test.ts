import { expect, test } from "vitest";
import { nearestIndex, worstFirst } from "./instant.ts";
import { lanes } from "./lane-rows.ts";

test("the sample nearest to the pointer is taken", () => {
  expect([0, 1_400, 1_600, 99_000].map((at) => nearestIndex([1_000, 2_000, 3_000], at))).toEqual([
    0, 0, 1, 2,
  ]);
  expect(nearestIndex([], 5)).toBeUndefined();
});

test("the worst node comes first, whichever end is the bad one, and the unknown last", () => {
  const series = {
    at: [0],
    nodes: [
      { key: "a", address: "a", lanes: { cpuBusyShare: [0.2], diskFreeShare: [0.2] } },
      { key: "b", address: "b", lanes: { cpuBusyShare: [null], diskFreeShare: [null] } },
      { key: "c", address: "c", lanes: { cpuBusyShare: [0.9], diskFreeShare: [0.9] } },
    ],
  };
  const order = (name: string): string[] => {
    const lane = lanes.find((each) => each.name === name);
    return lane === undefined ? [] : worstFirst(series, lane, 0).map((row) => row.key);
  };
  expect(order("cpuBusyShare")).toEqual(["c", "a", "b"]);
  expect(order("diskFreeShare")).toEqual(["a", "c", "b"]);
});
