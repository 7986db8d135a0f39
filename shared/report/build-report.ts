/** The report of a drill from its folder alone: whatever cannot be filled says why. */
import {
  drillResultSchema,
  loadSecondSchema,
  type DrillPlan,
  type DrillResult,
} from "../contract/drill.ts";
import { drillReportSchema, type DrillReport } from "../contract/report.ts";
import type { JournalEntry, JournalLine } from "../drill/journal-entry.ts";
import { utcText } from "./figure-text.ts";
import { journalActs, lastAct } from "./journal-acts.ts";
import { ndjsonLines } from "./ndjson-lines.ts";
import { reportSummary } from "./report-summary.ts";

export interface ReportSources {
  readonly lines: readonly JournalLine[];
  /** What was wrong with the journal, in sentences. */
  readonly problems: readonly string[];
  /** SHA-256 of the journal's last whole line. */
  readonly head: string;
  /** Texts of load.ndjson and samples.ndjson; undefined when the file is not there. */
  readonly load: string | undefined;
  readonly samples: string | undefined;
  /** The folder's files but the journal. */
  readonly files: DrillReport["files"];
  /** Earlier runs of the same drill on the same cluster, newest first, or why they are not known. */
  readonly earlierRuns: DrillReport["earlierRuns"];
  readonly madeAt: number;
  readonly toolVersion: string;
}

type EntryOf<T extends JournalEntry["type"]> = Extract<JournalEntry, { type: T }>;

const byHand = "To be filled in by hand: Ringdrill does not know it.";

/** @throws when the journal has no plan: then it is not the journal of a drill */
export function buildReport(sources: ReportSources): DrillReport {
  const { lines } = sources;
  const all = <T extends JournalEntry["type"]>(type: T): (JournalLine & { entry: EntryOf<T> })[] =>
    lines.filter((line): line is JournalLine & { entry: EntryOf<T> } => line.entry.type === type);
  const first = all("plan")[0];
  if (first === undefined)
    throw new Error("The journal holds no plan: there is nothing to report on.");
  const { plan } = first.entry;
  const result = all("result").at(-1)?.entry.result;
  const timeline = all("milestone")
    .map(({ entry }) => entry.milestone)
    .toSorted((a, b) => a.at - b.at);
  const phases = all("phase").map(({ at, entry }) => ({ phase: entry.phase, at }));
  const load = sectionOf(sources.load, "load.ndjson", loadSecondSchema);
  const nodes = sectionOf(sources.samples, "samples.ndjson", sampleSchema());
  const injectedAt = timeline.find(({ name }) => name === "injected")?.at;
  const problems = [
    ...sources.problems.map((problem) => `The journal is not whole: ${problem}.`),
    ...load.problems,
    ...nodes.problems,
  ];
  return {
    format: "ringdrill-report-1",
    reportId: `RD-${plan.runId}`,
    madeAt: sources.madeAt,
    toolVersion: sources.toolVersion,
    cover: {
      cluster: plan.target.cluster,
      environment: plan.target.environment ?? "not labelled, counted as production",
      simulated: plan.target.simulated,
      drill: `${plan.drill.id} ${plan.drill.name}`,
      date: first.at,
      verdict: result?.verdict ?? null,
      chainHead: sources.head,
    },
    summary: reportSummary({
      plan,
      result,
      seconds: load.rows,
      injectedAt,
      endedAt: load.rows?.reduce((end, { at }) => Math.max(end, at + 1_000), 0),
      problems,
    }),
    plan,
    approvals: filledOr(
      all("approval").map(({ at, entry: { by, how } }) => ({ at, by, how })),
      "The journal names nobody who approved this run.",
    ),
    preconditions: plan.preflight,
    timeline,
    phases,
    load: load.rows === undefined ? { notFilled: load.why } : { content: { seconds: load.rows } },
    nodes: nodes.rows === undefined ? { notFilled: nodes.why } : { content: nodes.rows },
    integrity: integrityOf(all("ledger"), all("coverage"), all("audit")),
    comparison: all("comparison").at(-1)?.entry.lines ?? [],
    result: resultSection(result, lines),
    safety: {
      guard: guardText(lines, plan),
      rollback: rollbackText(lines),
      acts: journalActs(lines),
      aborts: all("abort").map(({ at, entry: { by, why } }) => ({ at, by, why })),
    },
    people: { notFilled: byHand },
    earlierRuns: sources.earlierRuns,
    signOff: { notFilled: byHand },
    files: sources.files,
  };
}

function sampleSchema() {
  const section = drillReportSchema.shape.nodes.options[0];
  return section.shape.content.element;
}

interface RowsRead<T> {
  readonly rows: T[] | undefined;
  readonly why: string;
  readonly problems: readonly string[];
}

function sectionOf<T>(
  text: string | undefined,
  file: string,
  schema: Parameters<typeof ndjsonLines<T>>[1],
): RowsRead<T> {
  if (text === undefined)
    return { rows: undefined, why: `${file} is not in the run's folder.`, problems: [] };
  const { rows, unreadable } = ndjsonLines(text, schema);
  const problems =
    unreadable === 0 ? [] : [`${unreadable} lines of ${file} cannot be read and were left out.`];
  return rows.length === 0
    ? { rows: undefined, why: `${file} holds no row.`, problems }
    : { rows, why: "", problems };
}

function filledOr<T>(content: T[], notFilled: string): { content: T[] } | { notFilled: string } {
  return content.length === 0 ? { notFilled } : { content };
}

function integrityOf(
  ledgers: readonly { entry: EntryOf<"ledger"> }[],
  coverages: readonly { entry: EntryOf<"coverage"> }[],
  audits: readonly { entry: EntryOf<"audit"> }[],
): DrillReport["integrity"] {
  if (ledgers.length === 0 && audits.length === 0) {
    return { notFilled: "Nothing was read back: the run did not come to its audit." };
  }
  const coverage = coverages.at(-1)?.entry;
  return {
    content: {
      coverage:
        coverage === undefined
          ? null
          : { replicaSets: coverage.replicaSets, hit: coverage.hit, leastKeys: coverage.leastKeys },
      audits: audits.map(({ entry }) => entry.audit),
      ledgerSha256: ledgers.at(-1)?.entry.sha256 ?? null,
    },
  };
}

function resultSection(
  result: DrillResult | undefined,
  lines: readonly JournalLine[],
): DrillReport["result"] {
  if (result !== undefined) return { content: drillResultSchema.parse(result) };
  const last = lines.findLast(({ entry }) => entry.type === "phase");
  const phase = last?.entry.type === "phase" ? last.entry.phase : "planned";
  return {
    notFilled: `The run was not closed: the journal ends in phase "${phase}"${last === undefined ? "" : `, begun ${utcText(last.at)}`}.`,
  };
}

function guardText(lines: readonly JournalLine[], plan: DrillPlan): string {
  const armed = lastAct(lines, "arm");
  if (armed === undefined) return "The guard was never armed: the run did not come so far.";
  if (armed.ok === null)
    return "Arming the guard was begun; the journal does not say whether it succeeded.";
  if (!armed.ok) return `The guard could not be armed: ${armed.said}`;
  const seconds = Math.round(plan.waits.leaseMs / 1_000);
  const acted = lines.some(
    ({ entry }) =>
      entry.type === "result" &&
      entry.result.reasons.some((reason) => reason.startsWith("The guard brought")),
  );
  return acted
    ? `Armed before the injection with a lease of ${seconds} s. It brought the node back by itself.`
    : `Armed before the injection with a lease of ${seconds} s. It did not have to act.`;
}

function rollbackText(lines: readonly JournalLine[]): string {
  const injected = lastAct(lines, "inject");
  if (injected === undefined) return "Not needed: nothing was injected.";
  const back = lastAct(lines, "rollback");
  if (back === undefined) return "No way back is in the journal: look at the node.";
  if (back.ok === true) return `Done and proven: ${back.said}`;
  if (back.ok === null)
    return "Begun; the journal does not say whether it succeeded: look at the node.";
  return `Not proven: ${back.said}. Look at the node.`;
}
