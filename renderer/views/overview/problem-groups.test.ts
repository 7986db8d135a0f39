import { expect, test } from "vitest";
import type { Problem } from "../../../shared/contract/cluster-view.ts";
import { problemGroups } from "./problem-groups.ts";

const problem = (kind: string, node: number): Problem => ({
  kind,
  severity: "warning",
  nodes: [`10.0.0.${node}`],
  text: `${kind} ${node}`,
});

test("a few problems stand alone, many of a kind share a line where the first stood", () => {
  const many = [1, 2, 3, 4, 5].map((node) => problem("ssh failed", node));
  const groups = problemGroups([problem("node down", 9), ...many, problem("clock offset", 7)]);
  expect(groups.map((group) => [group.kind, group.problems.length])).toEqual([
    ["node down", 1],
    ["ssh failed", 5],
    ["clock offset", 1],
  ]);
  expect(problemGroups(many.slice(0, 3))).toHaveLength(3);
});
