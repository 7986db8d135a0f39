/** One opened cluster as the screens see it: opening, asking for a password, failed, or open with its newest view. */
import type { HostClient } from "../../shared/contract/client.ts";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import type { Secrets } from "../../shared/contract/profile.ts";
import { follow } from "./follow.ts";
import { hostError, type HostError, type SecretKind } from "./host-error.ts";
import { afterDraw, beforeRetry } from "./pace.ts";
import { createStore, type Store } from "./store.ts";

export interface SessionState {
  readonly profile: string;
  readonly phase: "opening" | "needs secret" | "failed" | "open";
  readonly since: number;
  readonly problem: HostError | undefined;
  /** Newest view; it stays when the host falls silent. */
  readonly view: ClusterView | undefined;
  /** Since when the host does not answer for this cluster, and what was said. */
  readonly silent: { readonly since: number; readonly why: string } | undefined;
}

export interface ClusterSession {
  readonly state: Store<SessionState>;
  /** Tries to open again, with what was typed. */
  readonly retry: (secrets?: Secrets) => void;
  /** Asks for a secret again, because the one that was given was refused. */
  readonly ask: (which: SecretKind, question: string) => void;
  /** Stops following; the host keeps the session. */
  readonly close: () => void;
}

/** Opens `profile` and follows it until closed. */
export function openCluster(client: HostClient, profile: string): ClusterSession {
  const state = createStore<SessionState>({
    profile,
    phase: "opening",
    since: Date.now(),
    problem: undefined,
    view: undefined,
    silent: undefined,
  });
  const update = (change: Partial<SessionState>): void => state.set({ ...state.get(), ...change });
  let secrets: Secrets = {};
  /** The host's session has to be closed first: it was opened with secrets that were refused. */
  let reopen = false;
  let running = new AbortController();

  const failed = (error: unknown): HostError => {
    const problem = hostError(error);
    update({
      phase: problem.secret === undefined ? "failed" : "needs secret",
      problem,
      since: Date.now(),
    });
    return problem;
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    try {
      if (reopen) await client.cluster.close({ profile }, { signal });
      reopen = false;
      await client.cluster.open({ profile, secrets }, { signal });
    } catch (error) {
      if (signal.aborted || !endsByItself(failed(error))) return;
      await beforeRetry(2, signal);
      if (!signal.aborted) queueMicrotask(begin);
      return;
    }
    update({ phase: "open", since: Date.now(), problem: undefined });
    await follow(
      {
        ask: (after, asking) => client.cluster.next({ profile, after }, { signal: asking }),
        onValue: (view) => update({ phase: "open", view, silent: undefined, problem: undefined }),
        onError: (error) => {
          const problem = hostError(error);
          if (problem.secret !== undefined) {
            failed(error);
            return "stop";
          }
          update({
            silent: { since: state.get().silent?.since ?? Date.now(), why: problem.message },
          });
          // The host lost the session (it was started anew): open it again with what is known here.
          if (problem.code === "NOT_FOUND") {
            queueMicrotask(begin);
            return "stop";
          }
          return "again";
        },
        drawn: afterDraw,
        pause: beforeRetry,
      },
      signal,
    );
  };

  function begin(): void {
    running.abort();
    running = new AbortController();
    void run(running.signal);
  }
  begin();

  return {
    state,
    retry: (more) => {
      secrets = { ...secrets, ...more };
      update({ phase: "opening", since: Date.now(), problem: undefined });
      begin();
    },
    ask: (which, question) => {
      running.abort();
      reopen = true;
      const problem = { code: "NEEDS_SECRET", message: question, failure: undefined, details: [] };
      update({ phase: "needs secret", problem: { ...problem, secret: { which, question } } });
    },
    close: () => running.abort(),
  };
}

/** Whether another try may find what this one did not: a cluster that is still starting, a lock that is given back. */
function endsByItself(problem: HostError): boolean {
  return ["NOT_FOUND", "UNAVAILABLE", "REFUSED", "LINE"].includes(problem.code);
}
