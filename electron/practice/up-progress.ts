import type { Progress } from "../../shared/contract/practice.ts";

/** Steps of `practice up` in order, with what they take on two cores; only those that are needed are counted. */
const stepMs = {
  "find Java": 500,
  "fetch jars": 20_000,
  "class archive": 18_000,
  "first node": 6_000,
  "other nodes": 14_000,
  accounts: 4_000,
  "SSH servers": 1_000,
} as const;
export type Step = keyof typeof stepMs;
type StepTimes = Readonly<Record<Step, number>>;

export interface UpProgress {
  /** A step begins; those before it are done. */
  begin(step: Step, doing: string): void;
  /** What is happening at one node within the present step. */
  node(address: string, doing: string): void;
}

/** The same for simulated nodes. */
export const simulatedStepMs: StepTimes = {
  ...stepMs,
  "first node": 1_200,
  "other nodes": 1_500,
  accounts: 500,
};

/** Tells `listener` what is being done and roughly how long the rest takes. `nowMs` is any monotonic clock. */
export function upProgress(
  needed: readonly Step[],
  listener: (progress: Progress) => void,
  nowMs: () => number,
  times: StepTimes = stepMs,
): UpProgress {
  let index = 0;
  let begunAt = nowMs();
  const tell = (doing: string, node?: string): void => {
    const rest = needed.slice(index).reduce((sum, step) => sum + times[step], 0);
    const spent = Math.min(nowMs() - begunAt, times[needed[index] ?? "find Java"]);
    listener({
      doing,
      ...(node === undefined ? {} : { node }),
      done: index,
      of: needed.length,
      remainingMs: Math.max(0, Math.round(rest - spent)),
    });
  };
  return {
    begin(step, doing) {
      index = Math.max(0, needed.indexOf(step));
      begunAt = nowMs();
      tell(doing);
    },
    node(address, doing) {
      tell(`${address}: ${doing}`, address);
    },
  };
}
