import { spawnSync } from "node:child_process";
import { describe, expect, it, beforeAll } from "vitest";
import type { InspectDocument } from "../../shared/cluster/inspect-document.ts";
import { hasValue, isUnknown, type Fact } from "../../shared/facts/fact.ts";
import { addresses, cliJson } from "./ring.ts";

let seen: InspectDocument;
beforeAll(async () => {
  const { code, document, stderr } = await cliJson<InspectDocument>(["inspect", "practice"]);
  expect(stderr + String(code)).toMatch(/0$/);
  seen = document;
});

function known<T>(fact: Fact<T>): T {
  if (!hasValue(fact)) throw new Error(`unknown: ${fact.unknown}`);
  return fact.value;
}

describe("one look at the practice cluster", () => {
  it("shows three nodes, each reached over CQL and SSH", () => {
    expect(seen.nodes.map((node) => node.address).toSorted()).toEqual(addresses);
    expect(seen.nodes.map((node) => [node.reach.cql.state, node.reach.ssh.state])).toEqual(
      addresses.map(() => ["connected", "connected"]),
    );
    expect(new Set(seen.nodes.map((node) => known(node.hostId))).size).toBe(3);
    expect(seen.cluster.versions).toEqual(["5.0.6"]);
    expect(known(seen.cluster.schemaAgreement)).toBe(true);
  });

  it("asks every node about every node: a 3×3 matrix, all up and normal", () => {
    const row = Object.fromEntries(addresses.map((address) => [address, "UN"]));
    expect(seen.matrix).toEqual(Object.fromEntries(addresses.map((address) => [address, row])));
    expect(seen.problems.filter((problem) => problem.severity === "critical")).toEqual([]);
  });

  it("computes ownership that sums to the replication factor for every keyspace with replicas", () => {
    const keyspaces = known(seen.cluster.keyspaces).filter((keyspace) => !keyspace.local);
    expect(keyspaces.length).toBeGreaterThanOrEqual(3);
    for (const keyspace of keyspaces) {
      const rf = Object.values(keyspace.replication.factors).reduce(
        (sum, factor) => sum + factor,
        0,
      );
      const sum = seen.nodes.reduce((total, node) => {
        const share = "unknown" in node.ownership ? undefined : node.ownership[keyspace.name];
        return total + (share === undefined ? Number.NaN : known(share as Fact<number>));
      }, 0);
      expect(sum, keyspace.name).toBeCloseTo(Math.min(rf, 3), 3);
    }
  });

  it("gives the disk figures that df gives", () => {
    for (const node of seen.nodes) {
      for (const disk of known(node.disks)) {
        const df =
          spawnSync("df", ["-P", "-k", disk.path], {
            encoding: "utf8",
            env: { ...process.env, LC_ALL: "C" },
          })
            .stdout.trim()
            .split("\n")
            .at(-1)
            ?.split(/\s+/) ?? [];
        expect(disk.sizeBytes).toBe(Number(df[1]) * 1_024);
        expect(disk.mount).toBe(df[5]);
        // The disk is in use while both look: used space may move by some MiB in between.
        expect(Math.abs(disk.usedBytes - Number(df[2]) * 1_024)).toBeLessThan(512 * 1_048_576);
      }
    }
  });

  it("names node, source and time of every figure, and the reason of every one that is unknown", () => {
    const facts = seen.nodes.flatMap((node) =>
      Object.entries(node)
        .filter(([name]) => !["address", "reach", "ownership"].includes(name))
        .map(([name, fact]) => [`${node.address} ${name}`, fact as Fact<unknown>] as const),
    );
    expect(facts.length).toBeGreaterThan(60);
    for (const [name, fact] of facts) {
      if (isUnknown(fact)) expect(fact.unknown, name).toMatch(/\w{3}/);
      else {
        expect(fact.source.node, name).toContain("127.0.");
        expect(fact.source.what, name).not.toBe("");
        expect(fact.at, name).toBeGreaterThan(1_700_000_000_000);
      }
    }
    const mostly = [
      "hostId",
      "dc",
      "rack",
      "state",
      "tokens",
      "load",
      "disks",
      "cpu",
      "memory",
      "loadAverage",
      "gc",
      "heap",
      "pools",
      "dropped",
      "pendingCompactions",
      "hints",
      "clockOffset",
      "commitLog",
    ] as const;
    for (const node of seen.nodes)
      for (const name of mostly)
        expect(hasValue<unknown>(node[name]), `${node.address} ${name}`).toBe(true);
  });
});
