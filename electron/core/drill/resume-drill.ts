/** Closes a run whose process is gone: brings the node back, reads back what was acknowledged, gives an honest verdict. */
import type { DrillResult } from "../../../shared/contract/drill.ts";
import { auditStep } from "./audit-steps.ts";
import { startBeat } from "./beat.ts";
import { concludeStep } from "./conclude-step.ts";
import { releaseLock } from "./control-keyspace.ts";
import { holdLock, type LockRenewal } from "./lock-renewal.ts";
import { returnSteps } from "./run-drill.ts";
import { anyOtherCql, journal, type RunContext } from "./run-context.ts";

/**
 * Goes on with the facts that the journal gave. A run that was cut off before its way back was proven is aborted;
 * one that was cut off later gets the verdict of its data, with the figures that nobody watched unknown.
 * @returns the result; never throws
 */
export async function resumeDrill(ctx: RunContext): Promise<DrillResult> {
  const { facts } = ctx;
  const from = facts.resumedFrom ?? "planned";
  ctx.session.setBeat(1_000);
  const beat = startBeat(ctx);
  let lock: LockRenewal | undefined;
  try {
    await journal(ctx, {
      type: "resumed",
      phase: from,
      why: `the process that ran it ended in phase "${from}"`,
    });
    if (!facts.rollbackProven)
      facts.aborted ??= {
        by: "restart",
        why: `Ringdrill ended in phase "${from}" and was started again.`,
      };
    if (facts.armed) {
      lock = await holdLock(ctx);
      await returnSteps(ctx);
    }
    // Without a fault as well: what the load wrote is known from its ledger alone.
    const wrote = (await ctx.folder.readBytes("ledger.bin")) !== undefined;
    const audited = wrote ? await auditStep(ctx) : undefined;
    await beat.end();
    return await concludeStep(ctx, audited);
  } catch (error) {
    facts.aborted ??= {
      by: "Ringdrill",
      why: error instanceof Error ? error.message : String(error),
    };
    ctx.state.message(
      `The run could not be closed in order: ${error instanceof Error ? error.message : String(error)}`,
    );
    await beat.end();
    return await concludeStep(ctx, undefined);
  } finally {
    await beat.end();
    if (lock === undefined) await giveLockBack(ctx);
    else await lock.end();
    ctx.session.setBeat(10_000);
  }
}

/** The lock of the process that is gone would keep every other drill away until it expires. */
async function giveLockBack(ctx: RunContext): Promise<void> {
  await Promise.resolve()
    .then(() => releaseLock(anyOtherCql(ctx), ctx.plan.runId))
    .catch((error: unknown) => {
      ctx.log.warn("the drill lock could not be given back; it expires by itself", {
        error: String(error),
      });
    });
}
