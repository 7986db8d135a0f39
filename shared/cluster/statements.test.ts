import { expect, test } from "vitest";
import { allUp, fact, someView, withNode } from "../../test/fixtures/core/some-view.ts";
import { unknown } from "../facts/fact.ts";
import { statementsOf } from "./statements.ts";

const texts = (view: Parameters<typeof statementsOf>[0]) =>
  statementsOf(view).map(({ text }) => text);

test("a healthy cluster gives five calm statements with a figure each", () => {
  expect(texts(someView(allUp))).toEqual([
    "All 3 nodes are up and normal in every view.",
    "The views of all 3 nodes agree.",
    "Load differs 3.00× between nodes: 10.0.0.3 holds the most, 10.0.0.1 the least.",
    "Least free disk: 70 % on 10.0.0.1 (/data, data).",
    "Longest GC pause in the last hour: 30 ms on 10.0.0.3.",
  ]);
});

test("what is urgent comes first, and says since when beside the sentence", () => {
  const view = withNode(
    someView([
      ["UN", "UN", "DN"],
      ["UN", "UN", "DN"],
      [null, null, null],
    ]),
    3,
    {
      state: fact("DN"),
      stateSince: 42,
      gc: unknown("SSH is gone"),
    },
  );
  const [first, second] = statementsOf(view);
  expect(first).toMatchObject({
    id: "nodes",
    severity: "critical",
    since: 42,
    nodes: ["10.0.0.3"],
  });
  expect(first?.text).toBe(
    "10.0.0.3 is down in every view; look at its system.log and service state.",
  );
  expect(second).toMatchObject({
    id: "views",
    severity: "unknown",
    text: "The views of the others agree; 10.0.0.3 says nothing.",
  });
});

test("what is not known is said with its reason, never as a zero", () => {
  let view = someView(allUp);
  for (const number of [1, 2, 3]) {
    view = withNode(view, number, {
      load: unknown("no CQL"),
      disks: unknown("no SSH"),
      gc: { ...fact({ collector: "G1", pauses: [], totalMs: 0, since: 0 }), stale: "SSH is gone" },
    });
  }
  expect(texts(view)).toEqual([
    "Load is known of fewer than two nodes.",
    "Free disk is not known: no SSH.",
    "GC pauses are not known: SSH is gone.",
    "All 3 nodes are up and normal in every view.",
    "The views of all 3 nodes agree.",
  ]);
});

test("a joining node is a warning, differing views are critical", () => {
  expect(statementsOf(withNode(someView(allUp), 2, { state: fact("UJ") }))[0]).toMatchObject({
    severity: "warning",
    text: "All 3 nodes are up, 1 of them not in normal state: 10.0.0.2.",
  });
  const split = withNode(
    someView([
      ["UN", "UN", "DN"],
      ["UN", "UN", "UN"],
      ["UN", "UN", "UN"],
    ]),
    3,
    { state: unknown("views differ") },
  );
  expect(statementsOf(split)[0]).toMatchObject({
    id: "views",
    severity: "critical",
    nodes: ["10.0.0.3"],
  });
});
