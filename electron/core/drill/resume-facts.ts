/** What a journal tells about a run whose process is gone. */
import type { DrillPlan, LoadSecond, Phase } from "../../../shared/contract/drill.ts";
import { loadSecondSchema } from "../../../shared/contract/drill.ts";
import type { JournalLine } from "../../../shared/drill/journal-entry.ts";
import { noFacts, type RunFacts } from "./run-context.ts";

export interface Remembered {
  readonly plan: DrillPlan;
  readonly facts: RunFacts;
  readonly phase: Phase;
  readonly closed: boolean;
}

/** @returns undefined when the journal has no plan, so that nothing can be done with it. */
export function rememberedRun(lines: readonly JournalLine[]): Remembered | undefined {
  const facts = noFacts();
  let plan: DrillPlan | undefined;
  let phase: Phase = "planned";
  let closed = false;
  const resumedAt = lines.findIndex(({ entry }) => entry.type === "resumed");
  facts.watchedUntil = lines.at(resumedAt < 0 ? -1 : Math.max(0, resumedAt - 1))?.at;
  for (const { at, entry } of lines) {
    if (entry.type === "plan") plan = entry.plan;
    else if (entry.type === "phase") phase = entry.phase;
    else if (entry.type === "abort") facts.aborted ??= { by: entry.by, why: entry.why };
    else if (entry.type === "closed") closed = true;
    else if (entry.type === "act" && entry.act === "arm") facts.armed = true;
    else if (entry.type === "act" && entry.act === "inject") facts.injectedAt ??= at;
    else if (entry.type === "outcome" && entry.act === "rollback" && entry.ok)
      facts.rollbackProven = true;
    else if (entry.type === "milestone")
      takeMilestone(facts, entry.milestone.name, entry.milestone.at, entry.milestone.node);
    if (entry.type === "phase" && entry.phase === "baseline") facts.baselineAt = at;
  }
  if (plan === undefined) return undefined;
  facts.resumedFrom = phase;
  return { plan, facts, phase, closed };
}

function takeMilestone(facts: RunFacts, name: string, at: number, node: string | undefined): void {
  if (name === "injected") facts.injectedAt = at;
  else if (name === "proven") facts.faultProven = true;
  else if (name === "rollback begun") facts.rollbackBegunAt = at;
  else if (name === "process up") facts.processUpAt = at;
  else if (name === "up in all views") facts.returnedAt = at;
  else if (name === "hints drained") facts.hintsDrainedAt = at;
  else if (name === "detected by peer" && node !== undefined && !facts.detections.has(node))
    facts.detections.set(node, at);
}

/** The load's seconds as they were written; a half-written last line is left out. */
export function rememberedSeconds(text: string | undefined): LoadSecond[] {
  const seconds: LoadSecond[] = [];
  for (const line of (text ?? "").split("\n")) {
    if (line === "") continue;
    try {
      seconds.push(loadSecondSchema.parse(JSON.parse(line)));
    } catch (error) {
      // The last line of a process that was killed while it wrote.
      if (!(error instanceof Error)) throw error;
    }
  }
  return seconds;
}
