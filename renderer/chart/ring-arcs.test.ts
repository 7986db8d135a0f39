import { expect, test } from "vitest";
import { buildRing } from "../../shared/cluster/token-ring.ts";
import { rangeAt, rangeEnds, ringArcs } from "./ring-arcs.ts";

const murmur = "org.apache.cassandra.dht.Murmur3Partitioner";
const max = 2n ** 63n - 1n;

/** Three nodes of one token each, a quarter, a quarter and a half of the ring apart. */
const ring = buildRing(
  murmur,
  [-(2n ** 62n), 0n, max].map((token, i) => ({
    key: `n${i}`,
    dc: i === 1 ? "dc2" : "dc1",
    rack: "r1",
    tokens: [String(token)],
  })),
);

test("arcs are as wide as the ranges", () => {
  const ends = [...rangeEnds(ring)].map((end) => Number(end.toFixed(4)));
  expect(ends).toEqual([0.25, 0.5, 1]);
});

test("a point of the circle belongs to the range that ends after it", () => {
  const ends = rangeEnds(ring);
  expect([0, 0.2, 0.3, 0.99, 1].map((part) => rangeAt(ends, part))).toEqual([0, 0, 1, 2, 2]);
});

test("neighbours of one datacenter are one arc", () => {
  const arcs = ringArcs(rangeEnds(ring), (range) => (range === 1 ? 1 : 0), 1_000);
  expect(arcs.map((arc) => arc.group)).toEqual([0, 1, 0]);
  expect(ringArcs(rangeEnds(ring), () => 7, 1_000)).toHaveLength(1);
});

test("256,000 tokens become no more arcs than fit, within 100 ms", () => {
  const count = 256_000;
  const ends = Float64Array.from({ length: count }, (_, i) => (i + 1) / count);
  const draw = () => ringArcs(ends, (range) => (range * 7919) % 5, 2_000);
  const arcs = draw();
  // The best of five: other work on the machine is not this function's.
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    draw();
    return performance.now() - begun;
  });
  expect(Math.min(...times)).toBeLessThan(100);
  expect(arcs.length).toBeLessThanOrEqual(2_000);
  expect(arcs.at(-1)?.to).toBe(1);
});

test("in a crowded piece the datacenter with the largest share wins", () => {
  const ends = Float64Array.from([0.1, 0.4, 0.5, 1]);
  expect(ringArcs(ends, (range) => [5, 6, 5, 7][range] ?? 0, 2)).toEqual([
    { from: 0, to: 0.5, group: 6 },
    { from: 0.5, to: 1, group: 7 },
  ]);
});
