/** A drill's plan as text for a terminal: what will happen, what was checked, what will be done. */
import type { DrillPlan } from "../../shared/contract/drill.ts";

export function planText(plan: DrillPlan): string {
  const mark = (ok: boolean | null, applicable: boolean) =>
    ok === true ? "●" : ok === false ? "■" : applicable ? "◌" : " ";
  return [
    `${plan.drill.id} ${plan.drill.name}, on ${plan.nodes.map((node) => node.address).join(", ")} of ${plan.target.cluster}`,
    `${plan.drill.rollbackClass}: ${plan.drill.rollbackWords}`,
    "",
    "What will happen:",
    ...plan.prediction.map((line) => `  ${line.text}\n      because ${line.because}`),
    "",
    "Keyspaces (share of the data that fails):",
    ...plan.impact.map(
      (row) =>
        `  ${row.keyspace} ${row.operation} at ${row.consistency}: ${row.undetected} until noticed, then ${row.detected} (${(row.failingShare * 100).toFixed(1)} %)`,
    ),
    "",
    "Preflight:",
    ...plan.preflight.map(
      (check) =>
        `  ${mark(check.ok, check.applicable)} ${check.check}: ${check.value} (${check.why})`,
    ),
    "",
    "Steps:",
    ...plan.steps.map((step) => `  ${step.text}    undo: ${step.undo}`),
  ].join("\n");
}
