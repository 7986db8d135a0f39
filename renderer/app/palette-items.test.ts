import { expect, test } from "vitest";
import { findItems, type PaletteItem } from "./palette-items.ts";

const item = (text: string, also = ""): PaletteItem => ({
  id: text,
  group: "Go to",
  text,
  also,
  run: () => {},
});
const items = [
  item("Open Topology"),
  item("Topology: ring"),
  item("Node 127.0.0.3", "rack3 6d1f9f1c"),
  item("Node 127.0.0.1", "rack1"),
];
const texts = (query: string): string[] => findItems(items, query).map((found) => found.text);

test("a text that starts with the word comes before one that only holds it", () => {
  expect(texts("topo")).toEqual(["Topology: ring", "Open Topology"]);
});

test("every word must be found, in any order, also in the hidden words", () => {
  expect(texts("rack3 node")).toEqual(["Node 127.0.0.3"]);
  expect(texts("6d1f")).toEqual(["Node 127.0.0.3"]);
  expect(texts("node nonsense")).toEqual([]);
});

test("nothing typed shows everything in its order", () => {
  expect(texts("  ")).toEqual(items.map((each) => each.text));
});
