/** The verdict of a run, by the table of the design: from data, never from exit codes. */
import type { ComparisonLine, LedgerCounts, Objective, Verdict } from "../contract/drill.ts";

export interface VerdictFacts {
  /** Sentences of the safety rules that said no; the run then never began. */
  readonly refusals: readonly string[];
  /** Why the run was stopped before its plan was through; undefined when it ran to its end. */
  readonly aborted: string | undefined;
  readonly injected: boolean;
  readonly faultProven: boolean;
  readonly rollbackProven: boolean;
  readonly ledger: LedgerCounts;
  /** Acknowledged writes could be read back: every audit that decides had an answer for every key. */
  readonly auditComplete: boolean;
  readonly auditWhy: string | undefined;
  readonly comparison: readonly ComparisonLine[];
  readonly overrides: number;
  readonly objective: Objective | undefined;
  readonly measured: {
    readonly successShare: number | undefined;
    readonly p99Ms: number | undefined;
    readonly rtoServiceMs: number | null;
    readonly rtoRedundancyMs: number | null;
    readonly rpoMs: number | null;
  };
  /** Most lost and unexpected rows that the stored prediction allows. */
  readonly allowed: { readonly lost: number; readonly unexpected: number };
}

/** Exit code of a verdict on the command line. */
export const exitCodeOf: Readonly<Record<Verdict, number>> = {
  passed: 0,
  "passed with conditions": 0,
  failed: 1,
  "not verifiable": 3,
  refused: 4,
  aborted: 5,
};

/** @returns the verdict and its reasons, the deciding one first. */
export function verdictOf(facts: VerdictFacts): {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
} {
  if (facts.refusals.length > 0) return { verdict: "refused", reasons: facts.refusals };
  // Loss that was read back outranks everything: an aborted drill that lost rows has failed.
  const failures = [
    ...dataFailures(facts),
    ...(facts.aborted === undefined ? missedObjectives(facts) : []),
  ];
  if (failures.length > 0) return { verdict: "failed", reasons: failures };
  if (facts.injected && !facts.rollbackProven) {
    return {
      verdict: "not verifiable",
      reasons: ["The way back was not proven: look at the node before anything else."],
    };
  }
  if (facts.aborted !== undefined) return { verdict: "aborted", reasons: [facts.aborted] };
  const unproven: string[] = [];
  if (!facts.faultProven)
    unproven.push("The fault was not proven, so nothing can be concluded from the run.");
  if (!facts.auditComplete)
    unproven.push(
      `Acknowledged writes could not all be read back: ${facts.auditWhy ?? "the audit did not finish"}.`,
    );
  if (unproven.length > 0) return { verdict: "not verifiable", reasons: unproven };
  const conditions = conditionsOf(facts);
  if (conditions.length > 0) return { verdict: "passed with conditions", reasons: conditions };
  const { lost } = facts.ledger;
  if (lost !== null && lost > 0) {
    return {
      verdict: "passed",
      reasons: [
        `The run went as predicted: ${lost} acknowledged ${lost === 1 ? "write is" : "writes are"} lost, and the stored prediction allows ${facts.allowed.lost}.`,
      ],
    };
  }
  return {
    verdict: "passed",
    reasons: ["Every acknowledged write was read back, and the run went as predicted."],
  };
}

function dataFailures(facts: VerdictFacts): readonly string[] {
  const reasons: string[] = [];
  const { lost, unexpected } = facts.ledger;
  if (lost !== null && lost > facts.allowed.lost) {
    reasons.push(
      `${lost} acknowledged ${lost === 1 ? "write is" : "writes are"} lost: absent at ALL after the return; the prediction allows ${facts.allowed.lost}.`,
    );
  }
  if (unexpected !== null && unexpected > facts.allowed.unexpected) {
    reasons.push(
      `${unexpected} unexpected ${unexpected === 1 ? "row" : "rows"}: never written, or altered.`,
    );
  }
  return reasons;
}

function missedObjectives(facts: VerdictFacts): readonly string[] {
  const { objective, measured } = facts;
  if (objective === undefined) return [];
  const reasons: string[] = [];
  const most = (
    name: string,
    asked: number | undefined,
    got: number | null | undefined,
    unit: string,
  ) => {
    if (asked === undefined || got === null || got === undefined || got <= asked) return;
    reasons.push(
      `Objective missed: ${name} ${Math.round(got)} ${unit}, asked for at most ${asked} ${unit} (${objective.source}).`,
    );
  };
  if (
    objective.successShare !== undefined &&
    measured.successShare !== undefined &&
    measured.successShare < objective.successShare
  ) {
    reasons.push(
      `Objective missed: ${(measured.successShare * 100).toFixed(3)} % of the requests succeeded, asked for ${(objective.successShare * 100).toFixed(3)} % (${objective.source}).`,
    );
  }
  most("p99", objective.p99Ms, measured.p99Ms, "ms");
  most("RTO (service)", objective.rtoServiceMs, measured.rtoServiceMs, "ms");
  most("RTO (redundancy)", objective.rtoRedundancyMs, measured.rtoRedundancyMs, "ms");
  most("RPO", objective.rpoMs, measured.rpoMs, "ms");
  return reasons;
}

function conditionsOf(facts: VerdictFacts): readonly string[] {
  const conditions: string[] = [];
  for (const line of facts.comparison) {
    if (line.matched === false)
      conditions.push(
        `Predicted: ${line.text} Measured: ${line.measured ?? "nothing"} (expected ${line.expected}).`,
      );
  }
  if (facts.overrides > 0)
    conditions.push(
      `${facts.overrides} preflight ${facts.overrides === 1 ? "check was" : "checks were"} overridden.`,
    );
  if ((facts.ledger.hidden ?? 0) > 0)
    conditions.push(
      `${facts.ledger.hidden} acknowledged rows were hidden until hints or repair brought them back.`,
    );
  return conditions;
}
