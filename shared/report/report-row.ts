/** One run as the list of reports shows it. */
import type { ReportRow } from "../contract/report.ts";
import type { JournalLine } from "../drill/journal-entry.ts";

export interface RunLines {
  readonly folder: string;
  readonly runId: string;
  readonly lines: readonly JournalLine[];
  /** What was wrong with the journal, in sentences. */
  readonly problems: readonly string[];
}

/** A journal without a plan still has a row, which says so: it may be a run that died in its first second. */
export function reportRow({ folder, runId, lines, problems }: RunLines): ReportRow {
  const first = lines.find(({ entry }) => entry.type === "plan");
  const plan = first?.entry.type === "plan" ? first.entry.plan : undefined;
  const closing = lines.findLast(({ entry }) => entry.type === "result")?.entry;
  const unfinished = !lines.some(({ entry }) => entry.type === "closed");
  const wrong = plan === undefined ? ["the journal holds no plan", ...problems] : problems;
  return {
    runId,
    at: first?.at ?? lines[0]?.at ?? 0,
    drillId: plan?.drill.id ?? "",
    profile: plan?.target.profile ?? "",
    drill: plan === undefined ? "" : `${plan.drill.id} ${plan.drill.name}`,
    node: plan?.nodes.map(({ address }) => address).join(", ") ?? "",
    cluster: plan?.target.cluster ?? "",
    environment: plan === undefined ? "" : (plan.target.environment ?? "not labelled"),
    simulated: plan?.target.simulated ?? false,
    verdict: closing?.type === "result" ? closing.result.verdict : null,
    folder,
    unfinished,
    ...(wrong.length === 0 ? {} : { problem: `${wrong.join("; ")}.` }),
  };
}

/** Earlier runs of the same drill on the same cluster, newest first. */
export function earlierRuns(
  here: RunLines,
  others: readonly RunLines[],
): { runId: string; at: number; verdict: string; rtoServiceMs: number | null }[] {
  const own = reportRow(here);
  return others
    .map((run) => ({ run, row: reportRow(run) }))
    .filter(
      ({ row }) =>
        row.runId !== own.runId &&
        row.at < own.at &&
        row.drill === own.drill &&
        row.cluster === own.cluster,
    )
    .toSorted((a, b) => b.row.at - a.row.at)
    .map(({ run, row }) => {
      const result = run.lines.findLast(({ entry }) => entry.type === "result")?.entry;
      return {
        runId: row.runId,
        at: row.at,
        verdict: row.verdict ?? "not closed",
        rtoServiceMs: result?.type === "result" ? result.result.rto.serviceMs : null,
      };
    });
}
