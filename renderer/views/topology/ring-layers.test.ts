import { expect, test } from "vitest";
import { buildRing } from "../../../shared/cluster/token-ring.ts";
import { rangeEnds } from "../../chart/ring-arcs.ts";
import { litLayer, lostLayer, ownerLayer, touchedLayer } from "./ring-layers.ts";

/** Four nodes of one token each, a quarter of the ring apart. */
const ring = buildRing(
  "org.apache.cassandra.dht.Murmur3Partitioner",
  [-(2n ** 62n), 0n, 2n ** 62n, 2n ** 63n - 1n].map((token, i) => ({
    key: `n${i}`,
    dc: i % 2 === 0 ? "dc1" : "dc2",
    rack: "r1",
    tokens: [String(token)],
  })),
);
const ends = rangeEnds(ring);
/** Two replicas a range: its own node and the next. */
const replicas = [0, 1, 2, 3].map((i) => [`n${i}`, `n${(i + 1) % 4}`]);
const marked = (layer: { arcs: readonly { group: number; from: number; to: number }[] }) =>
  layer.arcs
    .filter((arc) => arc.group === 0)
    .map((arc) => [arc.from, arc.to].map((part) => Number(part.toFixed(2))));

test("both ranges of a node that is down have the rim", () => {
  expect(marked(touchedLayer(ends, replicas, new Set(["n1"]), "dark"))).toEqual([[0, 0.5]]);
});

test("at ONE nothing is lost with one of two replicas, at two of two both ranges are", () => {
  const lost = (wanted: number) =>
    marked(
      lostLayer(
        ring,
        ends,
        replicas,
        { kind: "anywhere", replicas: wanted },
        new Set(["n1"]),
        "dark",
      ),
    );
  expect(lost(1)).toEqual([]);
  expect(lost(2)).toEqual([[0, 0.5]]);
});

test("every range has its datacenter's colour, and the one pointed at is lit", () => {
  const owners = ownerLayer(ring, ends, ["dc1", "dc2"], "dark");
  expect(owners.arcs).toHaveLength(4);
  expect(owners.colourOf(0)).toContain("#56b4e9");
  expect(owners.colourOf(1)).toContain("#e69f00");
  expect(marked(litLayer(ends, 1, "dark"))).toEqual([[0.25, 0.5]]);
});
