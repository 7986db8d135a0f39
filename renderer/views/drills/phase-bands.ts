/** Phases of a drill as bands behind its charts, on a time axis that starts at the injection. */
import type { Milestone, Phase, RunView } from "../../../shared/contract/drill.ts";

export const bandNames = ["baseline", "fault", "recovery", "audit"] as const;
export type BandName = (typeof bandNames)[number];

export interface Band {
  readonly name: BandName;
  readonly fromMs: number;
  readonly toMs: number;
}

const bandOf: Readonly<Record<Phase, BandName | undefined>> = {
  planned: undefined,
  preflight: undefined,
  baseline: "baseline",
  armed: "baseline",
  injected: "fault",
  proven: "fault",
  observing: "fault",
  "rolling back": "recovery",
  recovering: "recovery",
  auditing: "audit",
  closed: undefined,
};

/** @param phaseLog phases with the time each began, in order. @param endMs the end of the last one. */
export function phaseBands(phaseLog: RunView["phaseLog"], endMs: number): readonly Band[] {
  const bands: Band[] = [];
  for (const [i, entry] of phaseLog.entries()) {
    const name = bandOf[entry.phase];
    const toMs = phaseLog[i + 1]?.at ?? endMs;
    if (name === undefined || toMs <= entry.at) continue;
    const before = bands.at(-1);
    if (before !== undefined && before.name === name && before.toMs === entry.at)
      bands[bands.length - 1] = { ...before, toMs };
    else bands.push({ name, fromMs: entry.at, toMs });
  }
  return bands;
}

export interface RunSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** What counts as 0 on the axis: the injection, or the begin of the load before it. */
  readonly zeroMs: number;
}

/** The time axis of a run: from the first second of load, or the first band, to now or to the end. */
export function runSpan(
  run: Pick<RunView, "at" | "phaseLog" | "seconds" | "injectedAt" | "phase">,
): RunSpan {
  const closed = run.phaseLog.find((entry) => entry.phase === "closed")?.at;
  const baseline = run.phaseLog.find((entry) => entry.phase === "baseline")?.at;
  const first = run.seconds[0]?.at;
  const fromMs = Math.min(...[baseline, first].filter((at) => at !== undefined), run.at);
  const toMs = Math.max(closed ?? run.at, fromMs + 30_000);
  return { fromMs, toMs, zeroMs: run.injectedAt ?? fromMs };
}

/** Milestones worth a mark above the charts, each name once: the first peer that notices stands for them all. */
export function markedMilestones(milestones: readonly Milestone[]): readonly Milestone[] {
  const seen = new Set<string>();
  return milestones.filter((milestone) => {
    if (seen.has(milestone.name)) return false;
    seen.add(milestone.name);
    return true;
  });
}

/**
 * Places of marks on an axis (0..1, ascending), moved apart just so far that none covers its neighbour: first each is
 * pushed to the right of the one before, then all back from the right end.
 */
export function spreadMarks(places: readonly number[], least: number): readonly number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -least) + least));
  let limit = 1;
  for (let i = moved.length - 1; i >= 0; i -= 1) {
    moved[i] = Math.max(0, Math.min(moved[i] ?? 0, limit));
    limit = (moved[i] ?? 0) - least;
  }
  return moved;
}
