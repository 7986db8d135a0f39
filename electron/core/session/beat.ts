/** The common beat of all looks of a session: its length can change and everybody can be woken early. */
import type { Clock } from "../deps.ts";

export class Beat {
  readonly #clock: Clock;
  #ms: number;
  #woken = Promise.withResolvers<void>();

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  get ms(): number {
    return this.#ms;
  }

  /** Sets the length and wakes those who wait: a shorter beat begins now, not after the rest of a long one. */
  set(ms: number): void {
    if (ms === this.#ms) return;
    this.#ms = ms;
    this.wake();
  }

  wake(): void {
    this.#woken.resolve();
    this.#woken = Promise.withResolvers<void>();
  }

  /** Resolves after `ms`, when woken, or (quietly) when `signal` aborts. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const nap = new AbortController();
    const stop = (): void => nap.abort();
    signal.addEventListener("abort", stop, { once: true });
    const slept = this.#clock.sleep(Math.max(0, ms), nap.signal).catch(() => undefined);
    await Promise.race([slept, this.#woken.promise]);
    signal.removeEventListener("abort", stop);
    nap.abort();
    await slept;
  }
}
