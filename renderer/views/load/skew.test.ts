import { expect, test } from "vitest";
import { known, unknown } from "../../../shared/facts/fact.ts";
import { viewOf } from "../../../test/browser/fake-host/fake-view.ts";
import { compareLoad, loadRows, skewOf } from "./skew.ts";

const source = { node: "127.0.0.1", what: "test", tookMs: 1 };
const gib = 1024 ** 3;
const base = viewOf({ nodes: 3, at: 1_000_000 });

function rowsWith(loads: readonly number[], owns: readonly number[]) {
  const nodes = base.nodes.map((node, i) => ({
    ...node,
    load: known(loads[i] ?? 0, 1, source),
    ownership: known({ shop: owns[i] ?? 0 }, 1, source),
    disks: unknown("not asked"),
  }));
  return loadRows({ ...base, nodes }, nodes, "shop", undefined);
}

test("a wiped node owns its share and holds next to nothing", () => {
  const found = compareLoad(rowsWith([10 * gib, 10 * gib, 0.4 * gib], [1, 1, 1]));
  expect("misfits" in found && found.misfits.map((misfit) => misfit.kind)).toEqual(["holdsLess"]);
  expect("misfits" in found && found.misfits[0]).toMatchObject({
    address: base.nodes[2]?.address,
    ownsShare: 1 / 3,
  });
});

test("balanced nodes have no misfit, whatever the replication factor", () => {
  expect(compareLoad(rowsWith([10 * gib, 11 * gib, 9 * gib], [1, 1, 1]))).toEqual({ misfits: [] });
  expect(compareLoad(rowsWith([10 * gib, 11 * gib, 9 * gib], [1 / 3, 1 / 3, 1 / 3]))).toEqual({
    misfits: [],
  });
});

test("a node is not blamed for a keyspace that another keyspace explains", () => {
  const nodes = base.nodes.map((node, i) => ({
    ...node,
    load: known([60 * gib, 20 * gib, 20 * gib][i] ?? 0, 1, source),
    ownership: known({ shop: 1 / 3, archive: i === 0 ? 0.9 : 0.05 }, 1, source),
    disks: unknown("not asked"),
  }));
  const found = compareLoad(loadRows({ ...base, nodes }, nodes, "shop", undefined));
  expect(found).toEqual({ misfits: [] });
});

test("a few system tables are not compared", () => {
  expect(compareLoad(rowsWith([300_000, 200_000, 100_000], [1, 1, 1]))).toEqual({ why: "small" });
});

test("skew is the largest against the mean of those that are known", () => {
  expect(skewOf(rowsWith([30, 10, 20], [1, 1, 1]), "load")).toBe(1.5);
  expect(skewOf(rowsWith([30, 10, 20], [1, 1, 1]), "disk")).toBeUndefined();
});

test("data on twice the live bytes is fine, four times is snapshots", () => {
  const rows = rowsWith([gib, gib, gib], [1, 1, 1]).map((row, i) => ({
    ...row,
    facts: { ...row.facts, disk: known((i === 0 ? 4 : 2) * gib, 1, source) },
  }));
  const found = compareLoad(rows);
  expect("misfits" in found && found.misfits).toEqual([
    { kind: "diskMore", address: base.nodes[0]?.address, diskBytes: 4 * gib, ratio: 4 },
  ]);
});
