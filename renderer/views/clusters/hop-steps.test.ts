import { expect, test } from "vitest";
import type { HopStep } from "../../../shared/contract/contract.ts";
import { countSteps, withStep } from "./hop-steps.ts";

const step = (node: string, hop: string, state: HopStep["state"]): HopStep => ({
  node,
  hop,
  state,
  text: "",
});

test("a hop that goes on replaces its own line, and other nodes keep theirs", () => {
  let steps: readonly HopStep[] = [];
  for (const next of [
    step("a", "tcp", "running"),
    step("b", "tcp", "running"),
    step("a", "tcp", "ok"),
    step("a", "host key", "failed"),
  ]) {
    steps = withStep(steps, next);
  }
  expect(steps.map((each) => `${each.node} ${each.hop} ${each.state}`)).toEqual([
    "a tcp ok",
    "b tcp running",
    "a host key failed",
  ]);
  expect(countSteps(steps)).toEqual({ ok: 1, failed: 1, nodes: 2 });
});
