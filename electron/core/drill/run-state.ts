/** The live picture of one run: changed by the runner, pulled by the screens. */
import type {
  DrillPlan,
  DrillResult,
  LedgerCounts,
  Milestone,
  Phase,
  RunView,
} from "../../../shared/contract/drill.ts";
import type { Clock } from "../deps.ts";

const noCounts: LedgerCounts = {
  intended: 0,
  acked: 0,
  refused: 0,
  unknown: 0,
  ok: null,
  lost: null,
  hidden: null,
  stale: null,
  unexpected: null,
  recovered: null,
  neverRead: null,
};

/** How long `next` waits for something new before it answers with the same view. */
const patienceMs = 25_000;
const keptSeconds = 900;
const keptMessages = 200;

export interface RunState {
  view(): RunView;
  /** A view with `seq` above `after`, or the same one after 25 s. */
  next(after: number, signal?: AbortSignal): Promise<RunView>;
  change(patch: Partial<Omit<RunView, "seq" | "at" | "plan">>): void;
  phase(phase: Phase): void;
  milestone(milestone: Milestone): void;
  message(text: string): void;
  finish(result: DrillResult): void;
}

/** A state in phase "planned". */
export function createRunState(plan: DrillPlan, clock: Clock): RunState {
  const start = clock.now();
  let view: RunView = {
    seq: 1,
    at: start,
    plan,
    phase: "planned",
    phaseSince: start,
    phaseLog: [{ phase: "planned", at: start }],
    doing: "getting ready",
    guard: { state: "none" },
    milestones: [],
    ledger: noCounts,
    seconds: [],
    lanes: [],
    hints: null,
    audit: null,
    messages: [],
    stopRequested: false,
  };
  const waiting = new Set<() => void>();

  const change: RunState["change"] = (patch) => {
    const seconds = patch.seconds ?? view.seconds;
    view = {
      ...view,
      ...patch,
      seconds: seconds.slice(-keptSeconds),
      seq: view.seq + 1,
      at: clock.now(),
    };
    for (const wake of waiting) wake();
    waiting.clear();
  };

  return {
    view: () => view,
    next: async (after, signal) => {
      if (view.seq > after || view.result !== undefined) return view;
      const enough = new AbortController();
      const news = new Promise<void>((resolve) => waiting.add(resolve));
      const ends = signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]);
      try {
        await Promise.race([news, clock.sleep(patienceMs, ends).catch(() => undefined)]);
      } finally {
        enough.abort();
      }
      return view;
    },
    change,
    phase: (phase) => {
      const at = clock.now();
      change({ phase, phaseSince: at, phaseLog: [...view.phaseLog, { phase, at }] });
    },
    milestone: (milestone) => change({ milestones: [...view.milestones, milestone] }),
    message: (text) =>
      change({ messages: [...view.messages, { at: clock.now(), text }].slice(-keptMessages) }),
    finish: (result) => change({ result, ledger: result.ledger, doing: "closed" }),
  };
}
