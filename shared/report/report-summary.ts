/** Page one: what a manager reads, each sentence from what the run measured. */
import type { DrillPlan, DrillResult, LoadSecond, Objective } from "../contract/drill.ts";
import type { DrillReport } from "../contract/report.ts";
import { countText, durationText, shareText } from "./figure-text.ts";
import { loadSummary, type LoadSummary } from "./load-summary.ts";
import { rpoText } from "./rpo-text.ts";

type Summary = DrillReport["summary"];

export interface SummaryFacts {
  readonly plan: DrillPlan;
  readonly result: DrillResult | undefined;
  /** Undefined when the load's file is not there. */
  readonly seconds: readonly LoadSecond[] | undefined;
  /** When the fault was injected, and when the load ended; ms since the epoch. */
  readonly injectedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** Sentences about the evidence itself: a broken journal, files that are missing. */
  readonly problems: readonly string[];
}

/** Where the rows of the summary's table come from, in their order. */
export const summarySources: readonly string[] = [
  "load.ndjson, application",
  "load.ndjson, application",
  "load.ndjson, application",
  "milestones, audit",
  "load.ndjson, application",
  "ledger.bin, audit at ALL",
  "ledger.bin, audit at ALL",
];

/** The summary's sentences and its table. */
export function reportSummary(facts: SummaryFacts): Summary {
  const { injectedAt, seconds } = facts;
  const load =
    injectedAt === undefined || seconds === undefined
      ? undefined
      : loadSummary(
          seconds,
          "app",
          Math.floor(injectedAt / 1_000) * 1_000,
          facts.endedAt ?? Infinity,
        );
  return {
    simulated: simulatedText(facts),
    felt: feltText(facts, load),
    table: summaryTable(facts, load),
    findings: findingsOf(facts),
    decision: decisionText(facts),
  };
}

function simulatedText({ plan, injectedAt }: SummaryFacts): string {
  const nodes = plan.nodes
    .map(({ address, rack, dc }) => `${address} (rack ${rack}, datacenter ${dc})`)
    .join(", ");
  return `${plan.drill.name}. ${plan.drill.simulates}. ${injectedAt === undefined ? "Planned, and not done, for" : "Done to"} ${nodes}, one of the ${plan.target.nodeCount} nodes of ${plan.target.cluster}, while a client ${injectedAt === undefined ? "makes" : "made"} ${countText(plan.load.ratePerSecond)} ${plan.load.kind === "mixed" ? "reads and writes" : `${plan.load.kind}s`} a second at ${plan.load.consistency}, replication factor ${plan.load.rf}${plan.target.simulated ? ". The cluster was a simulated one: this is an exercise of the procedure, not evidence about a real cluster" : ""}.`;
}

function feltText(
  { injectedAt, seconds, result }: SummaryFacts,
  load: LoadSummary | undefined,
): string {
  if (injectedAt === undefined) return "Nothing was injected, so nothing was felt.";
  if (seconds === undefined) return "Unknown: the record of the load is not in the run's folder.";
  if (load === undefined)
    return "Unknown: no request of the application was due after the injection.";
  const bad = load.requests - load.ok;
  const served = `Of ${countText(load.requests)} requests from the injection on, ${bad === 0 ? "every one" : countText(load.ok)} succeeded (${shareText(load.ok / load.requests)}).`;
  const failed =
    bad === 0
      ? ""
      : ` ${countText(load.refused)} were refused, ${countText(load.unknown)} had an unknown outcome${load.missing > 0 ? `, ${countText(load.missing)} came back without a row that had been acknowledged` : ""}; the longest span with failures lasted ${durationText(load.longestBadMs)}.`;
  const slow =
    load.worstP99Ms === undefined
      ? ""
      : ` At worst, 99 % of a second's requests were answered within ${durationText(load.worstP99Ms)}.`;
  const lost = result?.ledger.lost;
  const data =
    lost === null || lost === undefined
      ? " Whether anything that had been confirmed is missing is not known."
      : lost === 0
        ? " Nothing that had been confirmed is missing."
        : ` ${lost === 1 ? "One write that had been confirmed is" : `${countText(lost)} writes that had been confirmed are`} missing.`;
  return served + failed + slow + data;
}

function summaryTable(facts: SummaryFacts, load: LoadSummary | undefined): Summary["table"] {
  const { plan, result, injectedAt } = facts;
  const { objective } = plan;
  const none = "none stated";
  const unseen = injectedAt === undefined ? "nothing was injected" : "not measured";
  const share = load === undefined ? undefined : load.ok / load.requests;
  const most = (asked: number | undefined, got: number | null | undefined): boolean | null =>
    asked === undefined || got === null || got === undefined ? null : got <= asked;
  const atMost = (asked: number | undefined): string =>
    asked === undefined ? none : `at most ${durationText(asked)}${sourceOf(objective)}`;
  const time = (ms: number | null | undefined, why: string | undefined): string =>
    ms === null || ms === undefined ? `unknown: ${why ?? unseen}` : durationText(ms);
  const wanted = plan.prediction.find(({ id }) => id === "lost")?.expected;
  const allowed = wanted !== undefined && "max" in wanted ? wanted.max : undefined;
  const lost = result?.ledger.lost;
  const unexpected = result?.ledger.unexpected;
  return [
    {
      what: "Requests that succeeded, from the injection on",
      objective:
        objective?.successShare === undefined
          ? none
          : `at least ${shareText(objective.successShare)}${sourceOf(objective)}`,
      measured: share === undefined ? `unknown: ${unseen}` : shareText(share),
      met:
        objective?.successShare === undefined || share === undefined
          ? null
          : share >= objective.successShare,
    },
    {
      what: "Response time, middle of each second's p99",
      objective: atMost(objective?.p99Ms),
      measured:
        load?.medianP99Ms === undefined ? `unknown: ${unseen}` : durationText(load.medianP99Ms),
      met: most(objective?.p99Ms, load?.medianP99Ms),
    },
    {
      what: "RTO (service): requests succeed as before",
      objective: atMost(objective?.rtoServiceMs),
      measured: time(result?.rto.serviceMs, result?.rtoWhy.service),
      met: most(objective?.rtoServiceMs, result?.rto.serviceMs),
    },
    {
      what: "RTO (redundancy): every replica holds its data",
      objective: atMost(objective?.rtoRedundancyMs),
      measured: time(result?.rto.redundancyMs, result?.rtoWhy.redundancy),
      met: most(objective?.rtoRedundancyMs, result?.rto.redundancyMs),
    },
    {
      what: "RTO (performance): response times as before",
      objective: none,
      measured: time(result?.rto.performanceMs, result?.rtoWhy.performance),
      met: null,
    },
    {
      what: "RPO: age of the oldest confirmed write that is missing",
      objective: atMost(objective?.rpoMs),
      measured: rpoText(result),
      met: most(objective?.rpoMs, result?.rpoMs),
    },
    {
      what: "Integrity: confirmed writes missing; rows wrong",
      objective:
        allowed === undefined ? "0 and 0" : `at most ${countText(allowed)} and 0 (prediction)`,
      measured:
        lost === null || lost === undefined || unexpected === null || unexpected === undefined
          ? "unknown: the audit did not come so far"
          : `${countText(lost)} and ${countText(unexpected)} of ${countText(result?.ledger.acked ?? 0)} confirmed`,
      met:
        lost === null || lost === undefined || unexpected === null || unexpected === undefined
          ? null
          : lost <= (allowed ?? 0) && unexpected === 0,
    },
  ];
}

function sourceOf(objective: Objective | undefined): string {
  return objective === undefined ? "" : ` (${objective.source})`;
}

/** What is wrong with the evidence first, then what decided, then where reality differed from the prediction. */
function findingsOf({ problems, result, plan }: SummaryFacts): string[] {
  const findings = [...problems];
  if (result === undefined) return [...findings, "The run was not closed, so there is no verdict."];
  findings.push(...result.reasons);
  for (const line of result.comparison) {
    const told = result.reasons.some((reason) => reason.includes(line.text));
    if (line.matched === false && !told) {
      findings.push(
        `Predicted: ${line.text} Measured: ${line.measured ?? "nothing"} (expected ${line.expected}).`,
      );
    }
  }
  if (plan.objective === undefined) {
    findings.push(
      "No objective was stated for this drill, so the stored prediction stood in its place.",
    );
  }
  return findings;
}

function decisionText({ result, plan }: SummaryFacts): string {
  switch (result?.verdict) {
    case "passed":
      return plan.objective === undefined
        ? "None about the cluster. State objectives (availability, RTO, RPO) for the next drill, and set its date."
        : "None about the cluster. Set the date of the next drill.";
    case "passed with conditions":
      return "Decide whether the conditions named above are accepted, and by when the drill is repeated without them.";
    case "failed":
      return "Decide who mends what is named above and by when, and repeat this drill afterwards; until then the cluster does not meet what is asked of it.";
    case "not verifiable":
      return "Look at the node and the cluster now, then repeat the drill: this run proves nothing either way.";
    case "aborted":
      return "Decide whether the reason of the abort is mended first, and when the drill is repeated.";
    case "refused":
      return "Decide whether the preconditions named above are to be met, and when the drill is tried again.";
    case undefined:
      return "Resume or roll back this run with Ringdrill: it is not closed.";
  }
}
