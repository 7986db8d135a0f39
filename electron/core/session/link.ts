/**
 * Keeps one connection to one node: connects, waits with growing pauses when that fails, and tells what it is
 * doing in the words of `reach`. One hop's failure stays in its own link.
 */
import type { Reach } from "../../../shared/contract/cluster-view.ts";
import {
  Failure,
  type FailureDetail,
  type FailureKind,
  type Hop,
} from "../../../shared/facts/failure.ts";
import type { Clock } from "../deps.ts";
import type { Beat } from "./beat.ts";
import { Late, within } from "./deadline.ts";

const firstPauseMs = 1_000;
/**
 * Failures that trying again does not mend. A login that is refused costs the node a password hash each time and may
 * lock the account; a key that somebody refused must not be asked about again and again. A look that is asked for
 * (or a change of the beat) tries at once.
 */
const slowPauseMs: Readonly<Partial<Record<FailureKind, number>>> = {
  "authentication refused": 60_000,
  "host key changed": 60_000,
  "host key revoked": 60_000,
  "host key unknown": 10 * 60_000,
};

interface Connection {
  readonly closed: Promise<FailureDetail>;
  close(): void;
}

/** How `use` says whether the other side still answers on an open connection: a frozen process does not. */
export interface LinkReport {
  answered(): void;
  failed(error: unknown): void;
}

export interface LinkOptions<T extends Connection> {
  readonly clock: Clock;
  readonly beat: Beat;
  readonly node: string;
  readonly hop: Hop;
  readonly connectTimeoutMs: number;
  /** True while somebody is asked about a host key: the connection then waits for the answer. */
  paused?(): boolean;
  /** Nothing here may wait longer than `connectTimeoutMs` without being given up. */
  connect(signal: AbortSignal): Promise<T>;
  /** Runs while the connection lives; `ended` aborts when it is gone. Its failure closes the connection. */
  use(connection: T, ended: AbortSignal, report: LinkReport): Promise<void>;
  /** Reach changed, or a failure repeated itself. */
  onReach(reach: Reach): void;
}

/** A failure's detail, whatever was thrown. */
export function detailOf(error: unknown, hop: Hop, node: string): FailureDetail {
  if (error instanceof Failure) return error.detail;
  if (error instanceof Late) {
    return {
      hop,
      kind: "time-out",
      node,
      message: `${node}: ${error.message}`,
      next: "It is tried again; look at the node if this lasts (a frozen process accepts connections and never answers)",
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  return {
    hop,
    kind: "server error",
    node,
    message: `${node}: ${text}`,
    next: "It is tried again",
    said: text.slice(0, 2_000),
  };
}

/** Runs until `signal` aborts; never rejects. */
export async function keepLink<T extends Connection>(
  options: LinkOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, beat, node, hop } = options;
  let failingSince: number | undefined;
  let connectedSince: number | undefined;
  let answeredAt: number | undefined;
  let pauseMs = firstPauseMs;
  let hopelessMs: number | undefined;
  const report: LinkReport = {
    answered: () => {
      answeredAt = clock.now();
      failingSince = undefined;
      if (connectedSince !== undefined) return;
      connectedSince = answeredAt;
      options.onReach({ state: "connected", since: connectedSince });
    },
    failed: (error) => {
      connectedSince = undefined;
      failingSince ??= answeredAt ?? clock.now();
      const failure = detailOf(error, hop, node);
      // A login that worked before is refused for another reason than a wrong password: a node that is only starting.
      const worked = failure.kind === "authentication refused" && answeredAt !== undefined;
      hopelessMs = worked ? undefined : slowPauseMs[failure.kind];
      options.onReach({ state: "failed", since: failingSince, failure });
    },
  };
  while (!signal.aborted) {
    if (failingSince === undefined) options.onReach({ state: "connecting", since: clock.now() });
    const attempt = new AbortController();
    const stop = (): void => attempt.abort();
    signal.addEventListener("abort", stop, { once: true });
    let connection: T | undefined;
    let used: Promise<void> | undefined;
    try {
      connection = await within(
        clock,
        options.connectTimeoutMs,
        options.connect(attempt.signal),
        (late) => late.close(),
        options.paused,
      );
      const gone = connection.closed.then((why) => {
        attempt.abort();
        throw new Failure(why);
      });
      gone.catch(() => undefined);
      report.answered();
      used = options.use(connection, attempt.signal, report);
      await Promise.race([used, gone]);
      pauseMs = firstPauseMs;
    } catch (error) {
      if (!signal.aborted) report.failed(error);
    } finally {
      signal.removeEventListener("abort", stop);
      attempt.abort();
      connection?.close();
      // A look of the old connection must be over before one of the next begins; each has its own limit in time.
      await used?.catch(() => undefined);
    }
    // Never longer than a beat: in a drill the way back must be seen at once.
    pauseMs = Math.min(pauseMs, Math.max(firstPauseMs, beat.ms));
    await beat.rest(hopelessMs ?? pauseMs, signal);
    pauseMs *= 2;
  }
}
