/** Pulled live state: ask for what is newer than the last, draw it, then ask again. Never two questions at once. */

export interface Follow<T extends { readonly seq: number }> {
  readonly ask: (after: number, signal: AbortSignal) => Promise<T>;
  readonly onValue: (value: T) => void;
  /** Says whether to go on asking. */
  readonly onError: (error: unknown) => "again" | "stop";
  /** Resolves once the last value is on the screen. */
  readonly drawn: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the n-th failed try in a row (0-based) may be repeated. */
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
}

/** Runs until `signal` is aborted or `onError` says stop. It never throws. */
export async function follow<T extends { readonly seq: number }>(
  what: Follow<T>,
  signal: AbortSignal,
): Promise<void> {
  let after = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const value = await what.ask(after, signal);
      if (signal.aborted) return;
      after = value.seq;
      failures = 0;
      what.onValue(value);
      await what.drawn(signal);
    } catch (error) {
      if (signal.aborted || what.onError(error) === "stop") return;
      // A host that was started anew counts from the beginning.
      after = 0;
      await what.pause(failures, signal);
      failures += 1;
    }
  }
}
