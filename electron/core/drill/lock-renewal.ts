/** Keeps the cluster's drill lock for the length of a run. A lock that cannot be kept ends the drill. */
import { releaseLock, renewLock, takeLock } from "./control-keyspace.ts";
import { RunStopped, anyOtherCql, type RunContext } from "./run-context.ts";

const ttlSeconds = 60;
const everyMs = 10_000;

export interface LockRenewal {
  /** Ends the renewals and gives the lock back. */
  end(): Promise<void>;
}

/**
 * Takes the lock and renews it until `end`.
 * @throws RunStopped when somebody else holds it
 */
export async function holdLock(ctx: RunContext): Promise<LockRenewal> {
  const over = new AbortController();
  const mine = { runId: ctx.plan.runId, owner: ctx.owner };
  // With one or two nodes no quorum is left while one is away: the first take must last for the whole run.
  const renewable = ctx.plan.target.nodeCount >= 3;
  const { waits } = ctx.plan;
  const wholeRunSeconds =
    Math.ceil(
      (waits.baselineMs +
        waits.maxFaultMs +
        waits.recoveryMs +
        waits.hintsMs +
        waits.performanceMs) /
        1_000,
    ) + 120;
  const holder = await takeLock(
    anyOtherCql(ctx),
    mine,
    ctx.clock.now(),
    renewable ? ttlSeconds : wholeRunSeconds,
  );
  if (holder !== undefined)
    throw new RunStopped("lock", `${holder.owner} drills this cluster (run ${holder.runId}).`);

  let renewedAt = ctx.clock.now();
  const stop = (why: string) => {
    if (!over.signal.aborted && !ctx.stop.signal.aborted)
      ctx.stop.abort(new RunStopped("lock", why));
  };
  const loop = (async () => {
    while (renewable && !over.signal.aborted) {
      await ctx.clock.sleep(everyMs, over.signal).catch(() => undefined);
      if (over.signal.aborted) return;
      try {
        if (await renewLock(anyOtherCql(ctx), mine, ctx.clock.now(), ttlSeconds))
          renewedAt = ctx.clock.now();
        else stop("The cluster's drill lock is no longer ours.");
      } catch (error) {
        if (ctx.clock.now() - renewedAt > ttlSeconds * 1_000) {
          stop(
            `The cluster's drill lock could not be renewed for ${ttlSeconds} s: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    }
  })();
  return {
    end: async () => {
      over.abort();
      await loop;
      await releaseLock(anyOtherCql(ctx), ctx.plan.runId).catch((error: unknown) => {
        ctx.log.warn("the drill lock could not be given back; it expires by itself", {
          error: String(error),
        });
      });
    },
  };
}
