/** The time axis of a run, the same for its charts and for the lanes under them. */
import type { RunView } from "../../../shared/contract/drill.ts";

export interface RunSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** What counts as 0 on the axis: the injection, or the left end before it. */
  readonly zeroMs: number;
}

/** A run that has just begun already shows this much, so that the first seconds do not jump about. */
const leastMs = 30_000;

/** From the baseline, or the first second of load, to now or to the end. */
export function runSpan(run: Pick<RunView, "at" | "phaseLog" | "seconds" | "injectedAt">): RunSpan {
  const begun = (phase: string): number | undefined =>
    run.phaseLog.find((entry) => entry.phase === phase)?.at;
  const known = [begun("baseline"), run.seconds[0]?.at].filter((at) => at !== undefined);
  const fromMs = Math.min(run.at, ...known);
  const toMs = Math.max(begun("closed") ?? run.at, fromMs + leastMs);
  return { fromMs, toMs, zeroMs: run.injectedAt ?? fromMs };
}
