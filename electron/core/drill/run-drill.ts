/** One drill from its stored prediction to its verdict. It always ends: whatever is thrown, an armed node is brought back. */
import type { DrillResult } from "../../../shared/contract/drill.ts";
import { auditStep, userVisibleAudit, type Audited } from "./audit-steps.ts";
import { readLoad, startBeat } from "./beat.ts";
import { concludeStep } from "./conclude-step.ts";
import { createLedger, ensureControl, recordRun } from "./control-keyspace.ts";
import type { GuardLease } from "./guard-lease.ts";
import { armStep, baselineStep, injectStep, observeStep } from "./inject-steps.ts";
import { loadSpecFor, preloadRows } from "./load-spec.ts";
import { holdLock, type LockRenewal } from "./lock-renewal.ts";
import { hintsStep, recoverStep, rollbackStep } from "./return-steps.ts";
import {
  RunStopped,
  act,
  anyOtherCql,
  enterPhase,
  journal,
  keepRaws,
  targetOf,
  until,
  type RunContext,
} from "./run-context.ts";

/** Beat of the collectors while a drill runs, and otherwise. */
const drillBeatMs = 1_000;
const restBeatMs = 10_000;

/**
 * Runs the plan of `ctx`. The plan, its prediction and its preflight are in the journal already.
 * @returns the result; never throws.
 */
export async function runDrill(ctx: RunContext): Promise<DrillResult> {
  ctx.session.setBeat(drillBeatMs);
  const beat = startBeat(ctx);
  const held: Held = { lock: undefined };
  try {
    await faultSteps(ctx, held);
    await returnSteps(ctx);
    const audited = await finishSteps(ctx);
    // The evidence is listed with its digests at the close: nothing may be written into it any more.
    await beat.end();
    return await concludeStep(ctx, audited);
  } catch (error) {
    // Only the bookkeeping itself can end up here (a full disk, say): the node is safe, the verdict must say so.
    await noteStop(ctx, error);
    await beat.end();
    return await concludeStep(ctx, undefined);
  } finally {
    await beat.end();
    await ctx.load?.stop().catch((error: unknown) => {
      ctx.log.warn("the load did not end in order", { error: String(error) });
    });
    await held.lock?.end();
    ctx.session.setBeat(restBeatMs);
  }
}

/** What a run holds from the moment it was taken, whatever is thrown after that. */
interface Held {
  lock: LockRenewal | undefined;
}

/** Everything that a stop may interrupt. After it, `facts.aborted` says whether one did. */
async function faultSteps(ctx: RunContext, held: Held): Promise<void> {
  let lease: GuardLease | undefined;
  try {
    await prepareStep(ctx, held);
    await baselineStep(ctx);
    lease = await armStep(ctx);
    await injectStep(ctx);
    await observeStep(ctx);
  } catch (error) {
    await noteStop(ctx, error);
  } finally {
    await lease?.end();
  }
}

/** Lock, keyspace, rows for reads, helper with its dry fault, load. Nothing here harms anything. */
async function prepareStep(ctx: RunContext, held: Held): Promise<void> {
  const { plan } = ctx;
  const target = targetOf(ctx);
  await enterPhase(ctx, "preflight", "taking the cluster's drill lock");
  await keepRaws(ctx, "before");
  const cql = anyOtherCql(ctx);
  await ensureControl(cql, ctx.session.view());
  // A replica that does not know the new table yet refuses its rows (INCOMPATIBLE_SCHEMA).
  await schemaAgreed(ctx);
  held.lock = await holdLock(ctx);
  await recordRun(cql, {
    runId: plan.runId,
    drill: plan.drill.id,
    node: target.address,
    owner: ctx.owner,
    phase: "begun",
    at: ctx.clock.now(),
    chainHead: null,
  });

  ctx.state.change({ doing: `creating keyspace ${plan.load.keyspace}` });
  await createLedger(
    cql,
    ctx.session.view(),
    plan.load.keyspace,
    plan.load.rf,
    plan.target.versions[0] ?? "",
  );
  await schemaAgreed(ctx);

  ctx.state.change({
    doing: `placing the helper on ${target.address} and testing its guard on a dry fault`,
  });
  const ready = await act(
    ctx,
    "prepare",
    `${target.address}: place the helper, check its digest, test the guard on a dry fault`,
    () => ctx.fault.prepare(),
  );
  if (!ready.ok)
    throw new RunStopped(
      "guard",
      `The guard's self-test failed on ${target.address}: ${ready.said}`,
    );

  const spec = loadSpecFor(ctx);
  if (plan.load.kind !== "write") {
    ctx.state.change({ doing: `writing ${preloadRows} rows to read` });
    await ctx.loadClient.preload(spec, preloadRows, (done) =>
      ctx.state.change({ doing: `writing rows to read: ${done} of ${preloadRows}` }),
    );
  }
  ctx.load = await ctx.loadClient.start(spec);
  void ctx.load.failed.then((why) =>
    ctx.stop.abort(new RunStopped("load", `The application's client died: ${why}`)),
  );
}

/** DDL is over before the fault comes: every node has the same schema version. */
async function schemaAgreed(ctx: RunContext): Promise<void> {
  const agreed = await until(ctx, 30_000, async () => {
    const versions = new Set<string>();
    for (const node of ctx.session.view().nodes) {
      const rows = await ctx.session
        .cql(node.key)
        ?.query("SELECT schema_version FROM system.local WHERE key = 'local'");
      const version = rows?.[0]?.schema_version;
      versions.add(typeof version === "string" ? version : `no answer from ${node.address}`);
    }
    return versions.size === 1 ? true : undefined;
  });
  if (agreed === undefined)
    throw new RunStopped(
      "precondition",
      "The nodes did not agree on one schema version within 30 s after a table was made.",
    );
}

/** The way back, always when something was armed; then recovery while the load still runs. */
export async function returnSteps(ctx: RunContext): Promise<void> {
  const { facts, plan } = ctx;
  if (!facts.armed) return;
  await rollbackStep(ctx);
  await recoverStep(ctx);
  if (facts.returnedAt === undefined) return;
  // The user's first look comes before the hints are in: what it misses is hidden, not lost.
  await userVisibleAudit(ctx, "after the return");
  await hintsStep(ctx);
  if (facts.aborted === undefined && ctx.load !== undefined) {
    ctx.state.change({
      doing: `watching response times for ${plan.waits.performanceMs / 1_000} s`,
    });
    await ctx.clock.sleep(plan.waits.performanceMs + 1_000);
  }
}

/** End of load, audits. */
async function finishSteps(ctx: RunContext): Promise<Audited | undefined> {
  if (ctx.load === undefined) return undefined;
  ctx.state.change({ doing: "ending the load" });
  await ctx.load.stop();
  await readLoad(ctx);
  ctx.facts.loadEndedAt = ctx.clock.now();
  return auditStep(ctx);
}

async function noteStop(ctx: RunContext, error: unknown): Promise<void> {
  const reason: unknown = ctx.stop.signal.aborted ? ctx.stop.signal.reason : error;
  const by = reason instanceof RunStopped ? reason.by : "Ringdrill";
  const why = reason instanceof Error ? reason.message : String(reason);
  ctx.facts.aborted ??= { by, why };
  ctx.state.message(`Stopped (${by}): ${why}`);
  try {
    await journal(ctx, { type: "abort", by, why });
  } catch (unwritable) {
    // The way back must not wait for a journal that cannot be written.
    ctx.state.message(unwritable instanceof Error ? unwritable.message : String(unwritable));
  }
}
