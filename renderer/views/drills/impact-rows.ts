/** The impact of a fault as rows: reads and writes of a keyspace that fare alike share one. */
import type { DrillPlan, Impact } from "../../../shared/contract/drill.ts";

export interface ImpactRow {
  readonly impact: Impact;
  readonly operations: readonly Impact["operation"][];
  /** The keyspace that the run makes for itself. */
  readonly own: boolean;
}

/** The run's own keyspace first, then the others in the order of the plan. */
export function impactRows(plan: Pick<DrillPlan, "impact" | "load">): readonly ImpactRow[] {
  const groups = Map.groupBy(plan.impact, (each) =>
    JSON.stringify({ ...each, operation: undefined }),
  );
  const rows = [...groups.values()].flatMap((members) => {
    const [impact] = members;
    if (impact === undefined) return [];
    const operations = members.map((member) => member.operation);
    return [{ impact, operations, own: impact.keyspace === plan.load.keyspace }];
  });
  return rows.toSorted((a, b) => Number(b.own) - Number(a.own));
}
