/** What the fake host remembers, and what tests put there. */
import type { DrillPlan, DrillRequest, RunView } from "../../../shared/contract/drill.ts";
import { planOf } from "./fake-plan.ts";
import { runViewAt } from "./fake-run.ts";
import { viewOf } from "./fake-view.ts";

export interface FakeState {
  /** Milliseconds since the epoch; tests may stand it still. */
  readonly now: () => number;
  readonly runs: Map<
    string,
    { readonly plan: DrillPlan; readonly startAt: number; stoppedAt: number | undefined }
  >;
  /** Set to make `cluster.next` fall silent. */
  silent: boolean;
  startTarget: string | null;
  /** What was answered to `asks`. */
  readonly answers: { readonly id: string; readonly accept: boolean }[];
  asks: { id: string; host: string; port: number; keyType: string; fingerprint: string }[];
}

export function newFakeState(now: () => number): FakeState {
  return { now, runs: new Map(), silent: false, startTarget: null, answers: [], asks: [] };
}

export function runOf(state: FakeState, runId: string): RunView | undefined {
  const run = state.runs.get(runId);
  return run === undefined
    ? undefined
    : runViewAt(run.plan, run.startAt, state.now(), run.stoppedAt);
}

/** A drill of the practice cluster that was started `agoMs` ago. */
export function addRun(
  state: FakeState,
  agoMs: number,
  request: Partial<DrillRequest> = {},
): string {
  const startAt = state.now() - agoMs;
  const view = viewOf({ nodes: 3, at: startAt });
  const runId = `20261201-${Math.round(agoMs)}`;
  const plan = planOf(
    view,
    { drill: "D-06", node: "127.0.0.3", load: "mixed", consistency: "QUORUM", rf: 3, ...request },
    runId,
    startAt,
  );
  state.runs.set(runId, { plan, startAt, stoppedAt: undefined });
  return runId;
}
