/** The end of a run: comparison, verdict, evidence, paper. Written even when the audit could not be made. */
import type { ComparisonLine, DrillResult, LedgerCounts } from "../../../shared/contract/drill.ts";
import { compare } from "../../../shared/drill/compare.ts";
import {
  rtoPerformance,
  rtoService,
  type RecoveryTime,
} from "../../../shared/drill/recovery-times.ts";
import { verdictOf } from "../../../shared/drill/verdict.ts";
import type { Audited } from "./audit-steps.ts";
import { dropLedger, recordRun } from "./control-keyspace.ts";
import { measuredOf } from "./measured.ts";
import {
  anyOtherCql,
  journal,
  keepRaws,
  reach,
  targetOf,
  watched,
  type RunContext,
} from "./run-context.ts";

/** Closes the journal and gives the result. @param audited undefined when no audit was made */
export async function concludeStep(
  ctx: RunContext,
  audited: Audited | undefined,
): Promise<DrillResult> {
  const { plan, folder } = ctx;
  ctx.state.change({ doing: "comparing the prediction with what was measured" });
  const counts = audited?.counts ?? ctx.load?.counts() ?? ctx.state.view().ledger;
  const comparison = compare(plan.prediction, measuredOf(ctx, audited?.counts));
  await journal(ctx, { type: "comparison", lines: [...comparison] });
  const result = resultOf(ctx, audited, counts, comparison);
  await keepRaws(ctx, "after");
  await journal(ctx, { type: "evidence", files: [...(await folder.digests())] });
  await journal(ctx, { type: "result", result });
  const head = folder.head();
  await journal(ctx, { type: "phase", phase: "closed" });
  await keepHeads(ctx, head);
  await journal(ctx, { type: "closed", head });
  if (result.verdict.startsWith("passed") && plan.target.environment === "practice")
    await dropRunKeyspace(ctx);
  ctx.state.phase("closed");
  ctx.state.finish(result);
  return result;
}

function resultOf(
  ctx: RunContext,
  audited: Audited | undefined,
  counts: LedgerCounts,
  comparison: readonly ComparisonLine[],
): DrillResult {
  const { facts, plan } = ctx;
  const times = recoveryTimes(ctx, audited);
  const appSeconds = ctx.seconds.filter(
    (second) =>
      second.client === "app" && second.at >= (facts.injectedAt ?? Number.POSITIVE_INFINITY),
  );
  const ok = appSeconds.reduce((sum, second) => sum + second.ok, 0);
  const all = appSeconds.reduce(
    (sum, second) => sum + second.ok + second.refused + second.unknown,
    0,
  );
  const p99s = appSeconds
    .flatMap((second) => (second.p99Ms === null ? [] : [second.p99Ms]))
    .toSorted((a, b) => a - b);
  const oldest = audited?.oldestLostAt;
  const rpoMs =
    counts.lost === null || facts.injectedAt === undefined
      ? null
      : oldest === undefined
        ? 0
        : Math.max(0, facts.injectedAt - oldest);
  const allowed = (id: string) => {
    const expected = plan.prediction.find((line) => line.id === id)?.expected;
    return expected !== undefined && "max" in expected ? expected.max : 0;
  };
  const { verdict, reasons } = verdictOf({
    refusals: [],
    aborted:
      facts.aborted === undefined
        ? undefined
        : `Stopped (${facts.aborted.by}): ${facts.aborted.why}`,
    injected: facts.injectedAt !== undefined || facts.armed,
    faultProven: facts.faultProven,
    rollbackProven: facts.rollbackProven,
    ledger: counts,
    auditComplete: audited !== undefined && audited.why === undefined,
    auditWhy: audited?.why,
    comparison,
    overrides: plan.overrides.length,
    objective: plan.objective,
    measured: {
      successShare: all === 0 ? undefined : ok / all,
      p99Ms: p99s[Math.floor((p99s.length - 1) / 2)],
      rtoServiceMs: msOf(times.service),
      rtoRedundancyMs: msOf(times.redundancy),
      rpoMs,
    },
    allowed: { lost: allowed("lost"), unexpected: allowed("unexpected") },
  });
  const judged = comparison.filter((line) => line.matched !== null);
  return {
    runId: plan.runId,
    verdict,
    reasons: [
      ...reasons,
      ...(facts.broughtBackBy === undefined
        ? []
        : [`The node was brought back by ${facts.broughtBackBy}.`]),
    ],
    ledger: counts,
    rto: {
      serviceMs: msOf(times.service),
      redundancyMs: msOf(times.redundancy),
      performanceMs: msOf(times.performance),
    },
    rtoWhy: {
      ...whyOf("service", times.service),
      ...whyOf("redundancy", times.redundancy),
      ...whyOf("performance", times.performance),
    },
    rpoMs,
    predictionMatched: judged.length === 0 ? null : judged.every((line) => line.matched === true),
    comparison: [...comparison],
    evidence: ctx.folder.path,
  };
}

interface Times {
  readonly service: RecoveryTime;
  readonly redundancy: RecoveryTime;
  readonly performance: RecoveryTime;
}

function recoveryTimes(ctx: RunContext, audited: Audited | undefined): Times {
  const { facts, plan } = ctx;
  const { injectedAt, loadEndedAt, returnedAt, baselineAt } = facts;
  if (injectedAt === undefined) {
    const why = { why: "nothing was injected" };
    return { service: why, redundancy: why, performance: why };
  }
  const unwatched = { why: "nobody watched the load after the run was cut off" };
  if (facts.resumedFrom !== undefined || loadEndedAt === undefined)
    return {
      service: unwatched,
      redundancy: redundancy(ctx, audited, injectedAt),
      performance: unwatched,
    };
  return {
    service: rtoService(ctx.seconds, injectedAt, loadEndedAt),
    redundancy: redundancy(ctx, audited, injectedAt),
    performance:
      returnedAt === undefined || baselineAt === undefined
        ? { why: "the node was not seen up/normal in every view" }
        : rtoPerformance(
            ctx.seconds,
            baselineAt,
            injectedAt,
            returnedAt,
            loadEndedAt,
            plan.waits.performanceMs,
          ),
  };
}

/** Until the replicas agreed again: the hints are in, and no replica missed a row afterwards. */
function redundancy(
  ctx: RunContext,
  audited: Audited | undefined,
  injectedAt: number,
): RecoveryTime {
  const { hintsDrainedAt } = ctx.facts;
  if (hintsDrainedAt === undefined)
    return { why: "the peers' hints were not seen to be delivered" };
  if (!watched(ctx.facts, hintsDrainedAt))
    return { why: "nobody watched the return after the run was cut off" };
  if (audited === undefined || audited.why !== undefined)
    return { why: "the audit did not read every replica" };
  if (audited.replicaMissing > 0)
    return {
      why: `${audited.replicaMissing} rows were missing on a replica after the hints were in: a repair is needed`,
    };
  return { ms: hintsDrainedAt - injectedAt };
}

const msOf = (time: RecoveryTime): number | null => ("ms" in time ? time.ms : null);
const whyOf = (name: "service" | "redundancy" | "performance", time: RecoveryTime) =>
  "why" in time ? { [name]: time.why } : {};

/** Copies of the chain's head where an editor of the folder cannot reach them: in the cluster and on the node. */
async function keepHeads(ctx: RunContext, head: string): Promise<void> {
  const { plan } = ctx;
  const target = targetOf(ctx);
  const failed = (where: string) => async (error: unknown) => {
    await journal(ctx, {
      type: "note",
      text: `the chain's head could not be kept ${where}: ${error instanceof Error ? error.message : String(error)}`,
    });
  };
  await Promise.resolve()
    .then(() =>
      recordRun(anyOtherCql(ctx), {
        runId: plan.runId,
        drill: plan.drill.id,
        node: target.address,
        owner: ctx.owner,
        phase: "closed",
        at: ctx.clock.now(),
        chainHead: head,
      }),
    )
    .catch(failed("in the cluster"));
  if (!ctx.facts.armed) return;
  await ctx.fault
    .disarm(head)
    .then((said) =>
      said.ok
        ? reach(ctx, "disarmed", ctx.clock.now(), `helper on ${target.address}`, {
            node: target.address,
          })
        : failed("on the node")(new Error(said.said)),
    )
    .catch(failed("on the node"));
}

async function dropRunKeyspace(ctx: RunContext): Promise<void> {
  await Promise.resolve()
    .then(() => dropLedger(anyOtherCql(ctx), ctx.plan.load.keyspace))
    .catch((error: unknown) => {
      ctx.log.warn("the run's keyspace could not be dropped", {
        keyspace: ctx.plan.load.keyspace,
        error: String(error),
      });
    });
}
