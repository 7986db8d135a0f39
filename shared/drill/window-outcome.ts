/** Shares of answers in a window of a run: what a prediction of "goes on" or "is refused" is held against. */
import type { LoadSecond } from "../contract/drill.ts";

export interface WindowOutcome {
  readonly ok: number;
  readonly bad: number;
  /** Errors by kind, most frequent first. */
  readonly errors: readonly { readonly kind: string; readonly count: number }[];
}

/**
 * Adds up the seconds of one client and operation that lie wholly inside [fromMs, toMs].
 * @returns undefined when no whole second lies inside: then nothing can be said.
 */
export function windowOutcome(
  seconds: readonly LoadSecond[],
  client: "app" | "probe",
  op: "read" | "write",
  fromMs: number,
  toMs: number,
): WindowOutcome | undefined {
  let ok = 0;
  let bad = 0;
  const errors = new Map<string, number>();
  for (const second of seconds) {
    if (second.client !== client || second.op !== op) continue;
    if (second.at < fromMs || second.at + 1_000 > toMs) continue;
    ok += second.ok;
    bad += second.refused + second.unknown;
    for (const [kind, count] of Object.entries(second.errors))
      errors.set(kind, (errors.get(kind) ?? 0) + count);
  }
  if (ok + bad === 0) return undefined;
  return {
    ok,
    bad,
    errors: [...errors]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((a, b) => b.count - a.count),
  };
}

/** Share of requests that failed, 0..1. */
export function failingShare(outcome: WindowOutcome): number {
  return outcome.bad / (outcome.ok + outcome.bad);
}
