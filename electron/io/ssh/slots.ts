/** At most so many at a time, the others wait in line: channels of a connection, connections to a jump host. */

interface Waiting {
  readonly enter: (release: () => void) => void;
  readonly giveUp: (reason: Error) => void;
}

export class Slots {
  #free: number;
  readonly #line = new Set<Waiting>();
  #closed: Error | undefined;

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * A slot; call what it resolves with once to give it back.
   * @throws what `stopped` makes when the signal is aborted, what `late` makes after `limitMs` in line (without it
   * there is no limit), or the reason given to `close`
   */
  async take(
    signal: AbortSignal | undefined,
    stopped: () => Error,
    patience?: { readonly limitMs: number; readonly late: () => Error },
  ): Promise<() => void> {
    if (this.#closed !== undefined) throw this.#closed;
    if (signal?.aborted === true) throw stopped();
    if (this.#free > 0) {
      this.#free--;
      return this.#releaseOnce();
    }
    return await new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        this.#line.delete(waiting);
      };
      const waiting: Waiting = {
        enter: (release) => {
          leave();
          resolve(release);
        },
        giveUp: (reason) => {
          leave();
          reject(reason);
        },
      };
      const timer = patience && setTimeout(() => waiting.giveUp(patience.late()), patience.limitMs);
      const stop = (): void => waiting.giveUp(stopped());
      signal?.addEventListener("abort", stop);
      this.#line.add(waiting);
    });
  }

  /** Nobody gets a slot any more; those in line hear the reason. */
  close(reason: Error): void {
    this.#closed ??= reason;
    for (const waiting of this.#line) waiting.giveUp(reason);
  }

  #releaseOnce(): () => void {
    let done = false;
    return () => {
      if (done) return;
      done = true;
      const [next] = this.#line;
      if (next === undefined) this.#free++;
      else next.enter(this.#releaseOnce());
    };
  }
}
