import { expect, test } from "vitest";
import { observerSegments } from "./observer-segments.ts";

test("each opinion lasts until the next, the last until now", () => {
  const changes = [
    { at: -50, state: "UN" },
    { at: 30, state: "DN" },
    { at: 80, state: "UN" },
  ];
  expect(observerSegments(changes, 0, 100).map(({ state, from, to }) => [state, from, to])).toEqual(
    [
      ["UN", 0, 0.3],
      ["DN", 0.3, 0.8],
      ["UN", 0.8, 1],
    ],
  );
  expect(observerSegments(changes, 0, 0)).toEqual([]);
});
