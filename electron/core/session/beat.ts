/** The common beat of all looks of a session: its length can change and everybody can be woken early. */
import type { Clock } from "../deps.ts";

export class Beat {
  readonly #clock: Clock;
  /** Who rests now. A set and not one promise for all: that one would keep every rest there ever was. */
  readonly #resting = new Set<() => void>();
  #ms: number;

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
    for (const end of this.#resting) end();
  }

  /** Resolves after `ms`, when woken, or (quietly) when `signal` aborts. */
  async rest(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const nap = new AbortController();
    const end = (): void => nap.abort();
    signal.addEventListener("abort", end, { once: true });
    this.#resting.add(end);
    await this.#clock.sleep(Math.max(0, ms), nap.signal).catch(() => undefined);
    this.#resting.delete(end);
    signal.removeEventListener("abort", end);
  }
}
