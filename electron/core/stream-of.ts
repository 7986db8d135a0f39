/**
 * What `work` pushes, as it comes, until `work` ends; its error is thrown after the last value.
 * Leaving the loop early, or an abort of `signal`, aborts the signal that `work` got and waits for its end.
 */
export async function* streamOf<T>(
  work: (push: (value: T) => void, ended: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<T, void, void> {
  const ended = new AbortController();
  const stop = (): void => ended.abort();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  const values: T[] = [];
  let woken = Promise.withResolvers<void>();
  let over = false;
  let failure: { readonly error: unknown } | undefined;
  const push = (value: T): void => {
    values.push(value);
    woken.resolve();
  };
  const done = work(push, ended.signal)
    .catch((error: unknown) => {
      failure = { error };
    })
    .then(() => {
      over = true;
      woken.resolve();
    });
  try {
    for (;;) {
      const value = values.shift();
      if (value !== undefined) {
        yield value;
        continue;
      }
      if (over) break;
      await woken.promise;
      woken = Promise.withResolvers<void>();
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    ended.abort();
    signal?.removeEventListener("abort", stop);
    await done;
  }
}
