/** Steps of a connection test, folded so that each hop of each node is one line with its newest state. */
import type { HopStep } from "../../../shared/contract/contract.ts";

/** The list with `step` in it: a hop that was already there is replaced, in its place. */
export function withStep(steps: readonly HopStep[], step: HopStep): readonly HopStep[] {
  const at = steps.findIndex((each) => each.node === step.node && each.hop === step.hop);
  return at < 0 ? [...steps, step] : steps.with(at, step);
}

/** How many hops ended each way. */
export function countSteps(steps: readonly HopStep[]): {
  readonly ok: number;
  readonly failed: number;
  readonly nodes: number;
} {
  return {
    ok: steps.filter((step) => step.state === "ok").length,
    failed: steps.filter((step) => step.state === "failed").length,
    nodes: new Set(steps.map((step) => step.node)).size,
  };
}
