/** Keeps the guard's lease alive while a fault is armed. A guard that cannot be reached ends the drill: it acts by itself. */
import { RunStopped, type RunContext } from "./run-context.ts";

export interface GuardLease {
  /** Ends the renewals; the lease then runs out by itself. */
  end(): Promise<void>;
}

/** Renews once a beat. Nothing else runs in this loop, so that nothing can make it late. */
export function startGuardLease(ctx: RunContext): GuardLease {
  const over = new AbortController();
  const { waits } = ctx.plan;
  let renewedAt = ctx.clock.now();
  ctx.state.change({ guard: { state: "armed", comesBackAt: renewedAt + waits.leaseMs } });

  const stop = (why: string) => {
    if (!over.signal.aborted && !ctx.stop.signal.aborted)
      ctx.stop.abort(new RunStopped("guard", why));
  };
  const renew = async () => {
    const begun = ctx.clock.now();
    try {
      const renewed = await ctx.fault.renew();
      if (!renewed.ok) return stop(`The guard did not take the renewal: ${renewed.said}`);
      renewedAt = begun;
      ctx.state.change({ guard: { state: "armed", comesBackAt: renewedAt + waits.leaseMs } });
    } catch (error) {
      // SSH may come back within the lease; if it does not, the guard acts and this run must know it.
      ctx.state.change({
        guard: { state: "not answering", comesBackAt: renewedAt + waits.leaseMs },
      });
      if (ctx.clock.now() > renewedAt + waits.leaseMs) {
        stop(
          `The lease could not be renewed for ${waits.leaseMs / 1_000} s: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };
  const loop = (async () => {
    while (!over.signal.aborted) {
      await renew();
      await ctx.clock.sleep(waits.beatMs, over.signal).catch(() => undefined);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await loop;
    },
  };
}
