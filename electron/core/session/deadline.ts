/** A limit in time for something that may never answer. */
import type { Clock } from "../deps.ts";

/** Stands for "did not answer in time"; the work itself may still go on. */
export class Late extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super(`no answer within ${(afterMs / 1_000).toFixed(1)} s`);
    this.afterMs = afterMs;
  }
}

/**
 * The result of `work`, or Late after `ms`. `discard` gets a result that came too late, to be closed; while
 * `paused` is true (somebody is being asked something) time does not run out.
 * @throws Late, or what `work` throws
 */
export async function within<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  discard?: (late: T) => void,
  paused: () => boolean = () => false,
): Promise<T> {
  const timer = new AbortController();
  let over = false;
  const expire = async (): Promise<never> => {
    try {
      do await clock.sleep(ms, timer.signal);
      while (paused());
    } catch {
      // Aborted below because the work ended first: never the winner of the race.
      return new Promise<never>(() => undefined);
    }
    over = true;
    throw new Late(ms);
  };
  const limit = expire();
  work.then(
    (result) => {
      if (over) discard?.(result);
    },
    () => undefined,
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
