import { expect, test } from "vitest";
import { known, unknown } from "../../../shared/facts/fact.ts";
import { viewOf } from "../../../test/browser/fake-host/fake-view.ts";
import { filterNodes, nodeColumns, nodesAsTsv, sortNodes } from "./node-columns.ts";

const source = { node: "127.0.0.1", what: "test", tookMs: 1 };
const nodes = viewOf({ nodes: 12, at: 1_000_000 }).nodes.map((node, i) => ({
  ...node,
  load: i === 4 ? unknown("gossip said nothing") : known((i * 7) % 12, 1, source),
}));
const columns = nodeColumns("shop");
const load = columns.find((column) => column.name === "load");
const address = columns.find((column) => column.name === "address");

test("the unknown come last whichever way the column is sorted", () => {
  if (load === undefined) throw new Error("no load column");
  expect(sortNodes(nodes, load, false).at(-1)).toBe(nodes[4]);
  expect(sortNodes(nodes, load, true).at(-1)).toBe(nodes[4]);
  expect(sortNodes(nodes, load, true)[0]).toBe(nodes[5]);
});

test("addresses are sorted as numbers", () => {
  if (address === undefined) throw new Error("no address column");
  expect(
    sortNodes(nodes.toReversed(), address, false)
      .map((node) => node.address)
      .slice(0, 3),
  ).toEqual(nodes.map((node) => node.address).slice(0, 3));
});

test("every word of the filter must be found, in any column", () => {
  expect(filterNodes(nodes, "dc1 rack1").length).toBeGreaterThan(0);
  expect(filterNodes(nodes, "dc1 rack1 nowhere")).toEqual([]);
});

test("a name from the cluster cannot break a row nor become a formula", () => {
  const first = nodes[0];
  if (first === undefined) throw new Error("no node");
  const evil = { ...first, dc: known("a\tb\nc", 1, source), rack: known("=cmd()", 1, source) };
  const lines = nodesAsTsv(
    [evil],
    columns,
    columns.map((column) => column.name),
  ).split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]?.split("\t").slice(2, 4)).toEqual(["a b c", "'=cmd()"]);
});
