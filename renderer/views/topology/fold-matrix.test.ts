import { expect, test } from "vitest";
import { viewOf } from "../../../test/browser/fake-host/fake-view.ts";
import { deviations, foldMatrix, usualState } from "./fold-matrix.ts";

const healthy = viewOf({ nodes: 3, at: 1_000_000 });
const keys = healthy.nodes.map((node) => node.key);
const [a = "", b = "", c = ""] = keys;

test("when all say the same, one row and one column hold everybody", () => {
  const folded = foldMatrix(healthy, keys, true);
  expect(folded.rows).toEqual([{ observers: keys, silent: false }]);
  expect(folded.columns).toEqual([{ observed: keys, usual: "UN" }]);
});

test("without folding every node keeps its row and column", () => {
  const full = foldMatrix(healthy, keys, false);
  expect([full.rows.length, full.columns.length]).toEqual([3, 3]);
});

test("an observer that sees another state has its own row, and its cell is the deviation", () => {
  const one = healthy.matrix[a] ?? {};
  const view = {
    ...healthy,
    matrix: { ...healthy.matrix, [a]: { ...one, [c]: { state: "DN", source: "test" } } },
  };
  const folded = foldMatrix(view, keys, true);
  expect(folded.rows.map((row) => row.observers)).toEqual([[a], [b, c]]);
  expect(folded.columns.map((column) => column.observed)).toEqual([[a, b], [c]]);
  expect(
    deviations(view, keys).map(({ observer, observed, usual }) => [observer, observed, usual]),
  ).toEqual([[a, c, "UN"]]);
});

test("an observer that says nothing is silent, not in agreement", () => {
  const view = { ...healthy, matrix: { ...healthy.matrix, [b]: {} } };
  expect(foldMatrix(view, keys, true).rows).toEqual([
    { observers: [a, c], silent: false },
    { observers: [b], silent: true },
  ]);
});

test("a tie goes to the worse word", () => {
  expect(usualState(["UN", "DN"])).toBe("DN");
  expect(usualState(["UN", "UN", "DN", null])).toBe("UN");
  expect(usualState([null])).toBeNull();
});
