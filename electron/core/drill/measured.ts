/** What a run measured, in the terms of its prediction. A value that was not seen says why. */
import type { LedgerCounts } from "../../../shared/contract/drill.ts";
import type { Measured } from "../../../shared/drill/compare.ts";
import { failingShare, windowOutcome } from "../../../shared/drill/window-outcome.ts";
import { targetOf, watched, type RunContext } from "./run-context.ts";

/** A coordinator may learn of a node a moment after its own log line; requests in between belong to neither phase. */
const marginMs = 1_000;

/** Measured values by the ids of the prediction's lines. */
export function measuredOf(
  ctx: RunContext,
  counts: LedgerCounts | undefined,
): Readonly<Record<string, Measured>> {
  const { facts, plan } = ctx;
  const peers = plan.target.nodeCount - 1;
  const injectedAt = facts.injectedAt;
  if (injectedAt === undefined)
    return Object.fromEntries(
      plan.prediction.map((line) => [line.id, { notMeasured: "nothing was injected" }]),
    );
  const detected = [...facts.detections.values()].map((at) => Math.max(0, at - injectedAt));
  const rows = (count: number | null | undefined): Measured =>
    count ?? { notMeasured: "the audit did not come so far" };
  const measured: Record<string, Measured> = {
    detection:
      detected.length === peers
        ? detected
        : { notMeasured: `${detected.length} of ${peers} peers were seen to notice` },
    identity: facts.identity ?? {
      notMeasured: `${targetOf(ctx).address} did not answer over CQL after its return`,
    },
    return:
      facts.returnedAt === undefined || facts.rollbackBegunAt === undefined
        ? { notMeasured: "the node was not seen up/normal in every view" }
        : watched(facts, facts.returnedAt)
          ? facts.returnedAt - facts.rollbackBegunAt
          : { notMeasured: "nobody watched the return after the run was cut off" },
    hints: hintsOf(ctx),
    lost: rows(counts?.lost),
    hidden: rows(counts?.hidden),
    unexpected: rows(counts?.unexpected),
  };
  for (const op of ["write", "read"] as const)
    Object.assign(measured, outcomesOf(ctx, op, injectedAt));
  return measured;
}

function hintsOf(ctx: RunContext): Measured {
  const { hintBytesMost, hintsDrainedAt } = ctx.facts;
  if (hintBytesMost === undefined) return { notMeasured: "no peer's hint folder could be read" };
  if (hintBytesMost === 0)
    return ctx.facts.resumedFrom === undefined
      ? "none"
      : { notMeasured: "nobody watched the peers' hints after the run was cut off" };
  return hintsDrainedAt === undefined ? "kept, not delivered in time" : "kept and delivered";
}

/** Shares of failing requests before and after the peers noticed, and the errors' name. */
function outcomesOf(
  ctx: RunContext,
  op: "read" | "write",
  injectedAt: number,
): Record<string, Measured> {
  const { facts } = ctx;
  const times = [...facts.detections.values()];
  const first = times.length === 0 ? undefined : Math.min(...times);
  const last = times.length < ctx.plan.target.nodeCount - 1 ? undefined : Math.max(...times);
  const end = facts.rollbackBegunAt ?? facts.loadEndedAt;
  const before =
    first === undefined ? undefined : windowOutcome(ctx.seconds, "app", op, injectedAt, first);
  const after =
    last === undefined || end === undefined
      ? undefined
      : windowOutcome(ctx.seconds, "app", op, last + marginMs, end);
  const unseen = { notMeasured: "no whole second of this phase has an answer" };
  return {
    [`${op}-undetected`]: before === undefined ? unseen : failingShare(before),
    [`${op}-detected`]: after === undefined ? unseen : failingShare(after),
    [`${op}-error`]: after?.errors[0]?.kind ?? unseen,
  };
}
