import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { rowsOf } from "../../test/fixtures/parse/rows.ts";
import { samples, sampleText } from "../../test/fixtures/parse/samples.ts";
import { parseStatus } from "../parse/nodetool/status.ts";
import { textOf } from "../parse/vtable/row.ts";
import { membershipOf } from "./membership.ts";
import { ownershipOf, replicaSets } from "./ownership.ts";
import { replicasByRange, replicasOf } from "./replicas.ts";
import { readReplication, totalFactor, type Replication } from "./replication.ts";
import { buildRing, rangeOf, type RingNode, type TokenRing } from "./token-ring.ts";

interface Vector {
  readonly name: string;
  readonly partitioner: string;
  readonly strategy: string;
  readonly replication: number | Record<string, number>;
  readonly ring: readonly { token: string; endpoint: string; dc: string; rack: string }[];
  readonly expectedOwnsPercent: Record<string, number>;
}
const vectors: Vector[] = samples("cql", "ownership-vectors-1")[0]?.expected.vectors;

function ringOf(vector: Vector): TokenRing {
  const nodes = new Map<string, RingNode>();
  for (const { token, endpoint, dc, rack } of vector.ring) {
    nodes.set(endpoint, {
      key: endpoint,
      dc,
      rack,
      tokens: [...(nodes.get(endpoint)?.tokens ?? []), token],
    });
  }
  return buildRing(vector.partitioner, [...nodes.values()]);
}

function replicationOf(vector: Vector): Replication {
  return readReplication({
    class: `org.apache.cassandra.locator.${vector.strategy}`,
    ...(typeof vector.replication === "number"
      ? { replication_factor: vector.replication }
      : vector.replication),
  });
}

/** NetworkTopologyStrategy as the server walks it, step by step, to check the quick one against. */
function slowWalk(ring: TokenRing, start: number, factors: Record<string, number>): string[] {
  const chosen: string[] = [];
  for (const [dc, factor] of Object.entries(factors)) {
    const racks = new Set<string>();
    const members = ring.nodes.filter((node) => node.dc === dc && node.tokens.length > 0);
    let left = Math.min(factor, members.length);
    let repeats = factor - new Set(members.map((node) => node.rack)).size;
    const taken = new Set<string>();
    for (let step = 0; step < ring.tokens.length && left > 0; step++) {
      const node = ring.nodes[ring.owners[(start + step) % ring.tokens.length] ?? -1];
      if (node === undefined || node.dc !== dc || taken.has(node.key)) continue;
      if (racks.has(node.rack)) {
        if (repeats <= 0) continue;
        repeats--;
      }
      racks.add(node.rack);
      taken.add(node.key);
      left--;
    }
    chosen.push(...taken);
  }
  return chosen.toSorted();
}

describe("effective ownership", () => {
  test.each(vectors)("$name: as nodetool prints it", (vector) => {
    const owned = ownershipOf(ringOf(vector), new Map([["ks", replicationOf(vector)]])).get("ks");
    for (const [endpoint, percent] of Object.entries(vector.expectedOwnsPercent)) {
      expect(Math.abs((owned?.get(endpoint) ?? NaN) * 100 - percent), endpoint).toBeLessThan(0.1);
    }
  });

  test("a real 5.0.6 ring owns what its nodetool status prints, and sums to the factor in every keyspace", () => {
    const local = rowsOf("local-5.0.6-lab.rows.json")[0] ?? {};
    const { members } = membershipOf([
      { observer: "127.0.0.1", local, peers: rowsOf("peers_v2-5.0.6-lab.rows.json") },
    ]);
    const nodes = members.map(({ hostId, dc, rack, tokens }) => ({
      key: hostId,
      dc,
      rack,
      tokens,
    }));
    const ring = buildRing(textOf(local, "partitioner") ?? "", nodes);
    const replications = new Map(
      rowsOf("keyspaces-5.0.6-lab.rows.json").map((row) => [
        textOf(row, "keyspace_name") ?? "",
        readReplication(row["replication"] instanceof Map ? row["replication"] : {}),
      ]),
    );
    const owned = ownershipOf(ring, replications);
    expect([...owned.keys()].toSorted()).toEqual([
      "scratch_parse",
      "system_auth",
      "system_distributed",
      "system_traces",
    ]);
    for (const [keyspace, shares] of owned) {
      const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
      expect(total).toBeCloseTo(
        totalFactor(replications.get(keyspace) ?? { kind: "local" }) ?? NaN,
        6,
      );
    }
    // With no user keyspace nodetool printed the ownership of system_traces.
    const printed =
      parseStatus(sampleText("nodetool", "status-5.0.6-lab.txt")).value.datacenters[0]?.nodes ?? [];
    expect(printed).toHaveLength(3);
    for (const node of printed) {
      expect(owned.get("system_traces")?.get(node.hostId ?? "")).toBeCloseTo(node.owns ?? NaN, 3);
    }
  });

  test("keyspaces that are local or of an unknown strategy have none; ordered tokens cannot be measured", () => {
    const ring = buildRing("Murmur3Partitioner", [{ key: "a", dc: "d", rack: "r", tokens: ["0"] }]);
    const owned = ownershipOf(
      ring,
      new Map<string, Replication>([
        ["system", { kind: "local" }],
        ["odd", { kind: "other", strategy: "MyStrategy" }],
        ["all", { kind: "everywhere" }],
      ]),
    );
    expect([...owned.keys()]).toEqual(["all"]);
    expect(owned.get("all")?.get("a")).toBe(1);
    const bytes = buildRing("ByteOrderedPartitioner", [
      { key: "a", dc: "d", rack: "r", tokens: ["80"] },
      { key: "b", dc: "d", rack: "r", tokens: ["0a", "ff"] },
    ]);
    expect(bytes.tokens).toEqual(["0a", "80", "ff"]);
    expect(ownershipOf(bytes, new Map([["ks", { kind: "simple", factor: 1 } as const]])).size).toBe(
      0,
    );
    expect(replicaSets(bytes, { kind: "simple", factor: 1 })).toEqual([
      { nodes: ["b"], share: undefined, ranges: 2 },
      { nodes: ["a"], share: undefined, ranges: 1 },
    ]);
  });

  const rings = fc
    .record({
      nodes: fc.array(
        fc.record({
          dc: fc.constantFrom("dc1", "dc2"),
          rack: fc.constantFrom("a", "b", "c"),
          tokens: fc.uniqueArray(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }), {
            minLength: 1,
            maxLength: 6,
          }),
        }),
        { minLength: 1, maxLength: 12 },
      ),
      one: fc.integer({ min: 0, max: 5 }),
      two: fc.integer({ min: 0, max: 5 }),
    })
    .map(({ nodes, one, two }) => ({
      ring: buildRing(
        "Murmur3Partitioner",
        nodes.map((node, index) => ({
          ...node,
          key: `n${index}`,
          tokens: node.tokens.map(String),
        })),
      ),
      factors: { dc1: one, dc2: two },
    }));

  test("on any ring the replicas are those of the server's own walk, and shares sum to what can be placed", () => {
    fc.assert(
      fc.property(rings, ({ ring, factors }) => {
        const replication: Replication = { kind: "network", factors };
        const byRange = replicasByRange(ring, replication) ?? [];
        for (const [range, replicas] of byRange.entries()) {
          expect(replicas.toSorted()).toEqual(slowWalk(ring, range, factors));
        }
        const owned =
          ownershipOf(ring, new Map([["ks", replication]])).get("ks") ?? new Map<string, number>();
        for (const [dc, factor] of Object.entries(factors)) {
          const members = ring.nodes.filter((node) => node.dc === dc);
          const total = members.reduce((sum, node) => sum + (owned.get(node.key) ?? 0), 0);
          expect(total).toBeCloseTo(Math.min(factor, members.length), 6);
        }
        const sets = replicaSets(ring, replication) ?? [];
        expect(sets.reduce((sum, set) => sum + (set.share ?? 0), 0)).toBeCloseTo(1, 6);
        for (const node of ring.nodes) {
          const fromSets = sets.reduce(
            (sum, set) => sum + (set.nodes.includes(node.key) ? (set.share ?? 0) : 0),
            0,
          );
          expect(fromSets).toBeCloseTo(owned.get(node.key) ?? 0, 6);
        }
      }),
    );
  });

  test("1,000 nodes of 256 tokens and 20 keyspaces take about half a second of CPU", () => {
    let seed = 1n;
    const next = () => (seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n);
    const nodes = Array.from({ length: 1000 }, (_, i) => ({
      key: `n${i}`,
      dc: `dc${i % 2}`,
      rack: `r${i % 3}`,
      tokens: Array.from({ length: 256 }, () => String(next() - 2n ** 63n)),
    }));
    const keyspaces = new Map<string, Replication>(
      Array.from({ length: 20 }, (_, i) => [
        `ks${i}`,
        i % 2 === 0
          ? { kind: "network", factors: { dc0: 1 + (i % 5), dc1: 1 + (i % 3) } }
          : { kind: "simple", factor: 1 + (i % 4) },
      ]),
    );
    // CPU time of this thread, so that a busy machine does not count.
    const began = process.threadCpuUsage();
    const owned = ownershipOf(buildRing("Murmur3Partitioner", nodes), keyspaces);
    const { user, system } = process.threadCpuUsage(began);
    expect(owned.size).toBe(20);
    expect((user + system) / 1000).toBeLessThan(1_500);
  });
});

describe("the token ring", () => {
  const ring = buildRing("org.apache.cassandra.dht.Murmur3Partitioner", [
    { key: "a", dc: "d", rack: "r", tokens: ["-9223372036854775808", "9223372036854775807"] },
    { key: "b", dc: "d", rack: "r", tokens: ["0", "1", "nonsense"] },
    { key: "c", dc: "d", rack: "r", tokens: ["1"] },
  ]);

  test("tokens are in order to the last bit, and a token claimed twice is a fault", () => {
    expect(ring.tokens).toEqual([-(2n ** 63n), 0n, 1n, 2n ** 63n - 1n]);
    expect(ring.faults).toEqual([
      { token: "nonsense", nodes: ["b"], why: "not a token of this partitioner" },
      { token: "1", nodes: ["b", "c"], why: "claimed by more than one node" },
    ]);
  });

  test("a token belongs to the range that ends at or after it, the first range wraps", () => {
    expect(rangeOf(ring, 0n)).toBe(1);
    expect(rangeOf(ring, 1n)).toBe(2);
    expect(rangeOf(ring, 2n)).toBe(3);
    expect(rangeOf(ring, -(2n ** 63n))).toBe(0);
    const small = buildRing("Murmur3Partitioner", [
      { key: "a", dc: "d", rack: "r", tokens: ["5"] },
    ]);
    expect(rangeOf(small, 6n)).toBe(0);
    expect(rangeOf(ring, "ff")).toBeUndefined();
    const byRange = replicasByRange(ring, { kind: "simple", factor: 2 }) ?? [];
    expect(replicasOf(ring, byRange, 1n)).toEqual(["b", "a"]);
  });
});

describe("replication", () => {
  test("it is read from a map or an object, with or without packages", () => {
    expect(
      readReplication(
        new Map([
          ["class", "org.apache.cassandra.locator.SimpleStrategy"],
          ["replication_factor", "3"],
        ]),
      ),
    ).toEqual({
      kind: "simple",
      factor: 3,
    });
    expect(readReplication({ class: "NetworkTopologyStrategy", dc1: "3", "dc 2": "3/1" })).toEqual({
      kind: "network",
      factors: { dc1: 3, "dc 2": 3 },
    });
    expect(readReplication({ class: "org.apache.cassandra.locator.LocalStrategy" })).toEqual({
      kind: "local",
    });
    expect(readReplication({ class: "EverywhereStrategy" })).toEqual({ kind: "everywhere" });
  });

  test("a factor that is no number or a strategy nobody knows is not guessed at", () => {
    expect(readReplication({ class: "SimpleStrategy" })).toEqual({
      kind: "other",
      strategy: "SimpleStrategy",
    });
    expect(readReplication({ class: "NetworkTopologyStrategy", dc1: "many" }).kind).toBe("other");
    expect(readReplication({}).kind).toBe("other");
    expect(totalFactor({ kind: "network", factors: { dc1: 3, dc2: 2 } })).toBe(5);
    expect(totalFactor({ kind: "local" })).toBeUndefined();
  });
});
