import { describe, expect, test } from "vitest";
import type { Replication } from "../cluster/replication.ts";
import { buildRing } from "../cluster/token-ring.ts";
import { availabilityOf } from "./availability.ts";
import { blockFor, isMet, levels, quorumOf, readLevel, type Level } from "./levels.ts";

const simple = (factor: number): Replication => ({ kind: "simple", factor });
const network = (factors: Record<string, number>): Replication => ({ kind: "network", factors });

describe("consistency levels", () => {
  test("a quorum is more than half", () => {
    expect([1, 2, 3, 4, 5, 6].map(quorumOf)).toEqual([1, 2, 2, 3, 3, 4]);
  });

  test("two datacenters of RF 3 want 4 of 6 for QUORUM, 2 at home for LOCAL_QUORUM, 2 in each for EACH_QUORUM", () => {
    const both = network({ dc1: 3, dc2: 3 });
    expect(blockFor("QUORUM", both, "dc1")).toEqual({ kind: "anywhere", replicas: 4 });
    expect(blockFor("SERIAL", both, "dc1")).toEqual({ kind: "anywhere", replicas: 4 });
    expect(blockFor("LOCAL_QUORUM", both, "dc1")).toEqual({
      kind: "local",
      dc: "dc1",
      replicas: 2,
    });
    expect(blockFor("EACH_QUORUM", both, "dc1")).toEqual({
      kind: "each",
      replicas: new Map([
        ["dc1", 2],
        ["dc2", 2],
      ]),
    });
    expect(blockFor("ALL", both, "dc1")).toEqual({ kind: "anywhere", replicas: 6 });
    expect(blockFor("LOCAL_ONE", both, undefined)).toBeUndefined();
  });

  test("a level that wants more replicas than there are is never met", () => {
    const three = blockFor("THREE", simple(2), "dc1");
    expect(three).toEqual({ kind: "anywhere", replicas: 3 });
    expect(three !== undefined && isMet(three, ["dc1", "dc1"])).toBe(false);
  });

  test("LOCAL_QUORUM of SimpleStrategy wants a quorum of all and counts those at home", () => {
    const level = blockFor("LOCAL_QUORUM", simple(3), "dc1");
    expect(level).toEqual({ kind: "local", dc: "dc1", replicas: 2 });
    expect(level !== undefined && isMet(level, ["dc1", "dc2", "dc2"])).toBe(false);
    expect(blockFor("EACH_QUORUM", simple(3), "dc1")).toEqual({ kind: "anywhere", replicas: 2 });
  });

  test("local keyspaces have no requirement, ANY is met by a hint", () => {
    expect(levels.map((level) => blockFor(level, { kind: "local" }, "dc1"))).toEqual(
      levels.map(() => undefined),
    );
    expect(isMet({ kind: "hint" }, [])).toBe(true);
    expect(readLevel(" local_quorum ")).toBe("LOCAL_QUORUM");
    expect(readLevel("MOST")).toBeUndefined();
  });
});

describe("what can be reached with nodes down", () => {
  const third = 2n ** 64n / 3n;
  const ring = buildRing(
    "Murmur3Partitioner",
    [0n, 1n, 2n].map((n) => ({
      key: `n${n + 1n}`,
      dc: "dc1",
      rack: `r${n}`,
      tokens: [String(-(2n ** 63n) + n * third)],
    })),
  );
  const lost = (factor: number, level: Level) =>
    availabilityOf(ring, network({ dc1: factor }), level, "dc1", new Set(["n3"]))?.unavailableShare;

  test("one of three nodes down costs nothing at QUORUM of RF 3, all at ALL, two thirds at QUORUM of RF 2, a third at RF 1", () => {
    expect(lost(3, "QUORUM")).toBe(0);
    expect(lost(3, "ALL")).toBeCloseTo(1, 6);
    expect(lost(2, "QUORUM")).toBeCloseTo(2 / 3, 6);
    expect(lost(2, "ONE")).toBe(0);
    expect(lost(1, "ONE")).toBeCloseTo(1 / 3, 6);
  });

  test("each replica set says who of it still lives", () => {
    const result = availabilityOf(ring, network({ dc1: 2 }), "ONE", "dc1", new Set(["n3"]));
    expect(result?.touchedShare).toBeCloseTo(2 / 3, 6);
    expect(result?.sets.find((set) => set.set.nodes.join() === "n2,n3")).toMatchObject({
      living: ["n2"],
      touched: true,
      available: true,
    });
    expect(availabilityOf(ring, { kind: "local" }, "ONE", "dc1", new Set())).toBeUndefined();
  });
});
