/** A number of places for work that must not all be done at once. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place and gives the function that frees it; undefined when `signal` aborts first. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free--;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = (): void => resolve();
      this.#waiting.push(resolve);
      signal.addEventListener("abort", stop, { once: true });
      await promise;
      signal.removeEventListener("abort", stop);
      const at = this.#waiting.indexOf(resolve);
      // Still in the queue: woken by the signal, no place was given.
      if (at >= 0) {
        this.#waiting.splice(at, 1);
        return undefined;
      }
      if (signal.aborted) {
        this.#give();
        return undefined;
      }
    }
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      this.#give();
    };
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
