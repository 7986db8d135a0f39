/** One drill as the screens see it while it runs and after. */
import type { HostClient } from "../../shared/contract/client.ts";
import type { RunView } from "../../shared/contract/drill.ts";
import { follow } from "./follow.ts";
import { hostError, type HostError } from "./host-error.ts";
import { afterDraw, beforeRetry } from "./pace.ts";
import { createStore, type Store } from "./store.ts";

export interface RunState {
  readonly runId: string;
  readonly view: RunView | undefined;
  /** Set when the host no longer knows this run. */
  readonly gone: HostError | undefined;
  readonly silent: { readonly since: number; readonly why: string } | undefined;
}

export interface RunSession {
  readonly state: Store<RunState>;
  readonly close: () => void;
}

/** Follows `runId` until it is closed or the caller leaves. */
export function followRun(client: HostClient, runId: string): RunSession {
  const state = createStore<RunState>({
    runId,
    view: undefined,
    gone: undefined,
    silent: undefined,
  });
  const stop = new AbortController();
  const update = (change: Partial<RunState>): void => state.set({ ...state.get(), ...change });
  void follow(
    {
      ask: (after, signal) => client.drills.next({ runId, after }, { signal }),
      onValue: (view) => {
        update({ view, silent: undefined });
        if (view.result !== undefined && view.phase === "closed") stop.abort();
      },
      onError: (error) => {
        const problem = hostError(error);
        if (problem.code === "NOT_FOUND") {
          update({ gone: problem });
          return "stop";
        }
        update({
          silent: { since: state.get().silent?.since ?? Date.now(), why: problem.message },
        });
        return "again";
      },
      drawn: afterDraw,
      pause: beforeRetry,
    },
    stop.signal,
  );
  return { state, close: () => stop.abort() };
}
