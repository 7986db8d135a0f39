/** What the steps of one run share: the world, the run's folder, what has been seen so far. */
import type { DrillPlan, LoadSecond, Milestone, Phase } from "../../../shared/contract/drill.ts";
import type { ReadOutcome } from "../../../shared/drill/ledger-audit.ts";
import type { JournalEntry } from "../../../shared/drill/journal-entry.ts";
import type { Clock, CqlSession, LoadClient, LoadHandle, Log, RunFolder } from "../deps.ts";
import type { Session } from "../session.ts";
import type { NodeFault } from "./node-fault.ts";
import type { RunState } from "./run-state.ts";

/** What the run has seen. Undefined means: not seen, never zero. */
export interface RunFacts {
  baselineAt?: number | undefined;
  armed: boolean;
  injectedAt?: number | undefined;
  faultProven: boolean;
  rollbackBegunAt?: number | undefined;
  rollbackProven: boolean;
  /** What brought the node back before Ringdrill asked for it: "the guard" … */
  broughtBackBy?: string | undefined;
  processUpAt?: number | undefined;
  returnedAt?: number | undefined;
  portAt?: number | undefined;
  /** Peer's address → time at which it said DOWN, epoch ms. */
  readonly detections: Map<string, number>;
  /** Hints kept on the peers at most, bytes; undefined when never read. */
  hintBytesMost?: number | undefined;
  hintsDrainedAt?: number | undefined;
  identity?: "same" | "changed" | undefined;
  loadEndedAt?: number | undefined;
  aborted?: { readonly by: string | undefined; readonly why: string };
  /** How this run goes on from an earlier process, if it does. */
  resumedFrom?: Phase | undefined;
  /** When that process wrote its last line: nobody watched after that, so later times say nothing of the cluster. */
  watchedUntil?: number | undefined;
  /** The way back is under way: it goes on even when the journal cannot be written. */
  returning?: boolean;
}

export interface RunContext {
  readonly clock: Clock;
  readonly session: Session;
  readonly folder: RunFolder;
  readonly state: RunState;
  readonly plan: DrillPlan;
  readonly fault: NodeFault;
  readonly loadClient: LoadClient;
  readonly log: Log;
  readonly owner: string;
  readonly facts: RunFacts;
  /** All load seconds of the run. */
  readonly seconds: LoadSecond[];
  load: LoadHandle | undefined;
  /** Reads at the application's level before the hints were in: what they missed is hidden, not lost. */
  readonly earlyReads: {
    readonly key: readonly [shard: number, seq: number];
    readonly outcome: ReadOutcome;
  }[];
  /** Aborted when a person, an abort rule or the host says stop. */
  readonly stop: AbortController;
}

/** Why a run ends early: who said so, and the sentence for the report. */
export class RunStopped extends Error {
  readonly by: string;
  constructor(by: string, why: string) {
    super(why);
    this.name = "RunStopped";
    this.by = by;
  }
}

/** Facts of a run that has seen nothing yet. */
export function noFacts(): RunFacts {
  return {
    armed: false,
    faultProven: false,
    rollbackProven: false,
    detections: new Map(),
  };
}

/** The target of the drill. */
export function targetOf(ctx: RunContext): DrillPlan["nodes"][number] {
  const node = ctx.plan.nodes[0];
  if (node === undefined) throw new Error("the plan names no node");
  return node;
}

/**
 * Journals an entry: it is on disk when this resolves.
 * @throws file errors by name, but not on the way back: a full disk must not keep a node down
 */
export async function journal(ctx: RunContext, entry: JournalEntry): Promise<void> {
  try {
    await ctx.folder.append(entry);
  } catch (error) {
    if (ctx.facts.returning !== true) throw error;
    ctx.log.warn("a step of the way back could not be journaled", { error: String(error) });
  }
}

/** Whether somebody watched the cluster at `at`: false for what a later process found when it came. */
export function watched(facts: RunFacts, at: number): boolean {
  return facts.watchedUntil === undefined || at <= facts.watchedUntil;
}

/** Journals and shows a phase; the journal comes first. */
export async function enterPhase(ctx: RunContext, phase: Phase, doing: string): Promise<void> {
  await journal(ctx, { type: "phase", phase });
  ctx.state.phase(phase);
  ctx.state.change({ doing });
}

/** Journals and shows a milestone, with its distance from the injection. */
export async function reach(
  ctx: RunContext,
  name: string,
  at: number,
  source: string,
  more: { readonly node?: string; readonly uncertaintyMs?: number | undefined } = {},
): Promise<void> {
  const milestone: Milestone = { name, at, source };
  if (ctx.facts.injectedAt !== undefined) milestone.afterInjectMs = at - ctx.facts.injectedAt;
  if (more.node !== undefined) milestone.node = more.node;
  if (more.uncertaintyMs !== undefined) milestone.uncertaintyMs = more.uncertaintyMs;
  await journal(ctx, { type: "milestone", milestone });
  ctx.state.milestone(milestone);
}

/**
 * One act on a node: announced in the journal before it is done, its outcome after.
 * @returns the outcome's words. @throws what the act threw, after it was journaled
 */
export async function act<T extends { readonly ok: boolean; readonly said: string }>(
  ctx: RunContext,
  name: string,
  text: string,
  doIt: () => Promise<T>,
): Promise<T> {
  const node = targetOf(ctx).address;
  await journal(ctx, { type: "act", act: name, node, text });
  const begun = ctx.clock.monotonicMs();
  try {
    const result = await doIt();
    await journal(ctx, {
      type: "outcome",
      act: name,
      node,
      ok: result.ok,
      said: result.said,
      tookMs: ctx.clock.monotonicMs() - begun,
    });
    return result;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    await journal(ctx, {
      type: "outcome",
      act: name,
      node,
      ok: false,
      said,
      tookMs: ctx.clock.monotonicMs() - begun,
    });
    throw error;
  }
}

/** A control connection to a node that is not the target. @throws RunStopped when no other node answers over CQL */
export function anyOtherCql(ctx: RunContext): CqlSession {
  const target = targetOf(ctx).key;
  for (const node of ctx.session.view().nodes) {
    const cql = node.key === target ? undefined : ctx.session.cql(node.key);
    if (cql !== undefined) return cql;
  }
  throw new RunStopped("Ringdrill", "No other node answers over CQL.");
}

/** Waits until `seen` gives a value, asking again every beat. @returns undefined when the time is over */
export async function until<T>(
  ctx: RunContext,
  timeoutMs: number,
  seen: () => T | undefined | Promise<T | undefined>,
  stoppable = true,
): Promise<T | undefined> {
  const end = ctx.clock.monotonicMs() + timeoutMs;
  for (;;) {
    const value = await seen();
    if (value !== undefined) return value;
    if (ctx.clock.monotonicMs() >= end) return undefined;
    if (stoppable) ctx.stop.signal.throwIfAborted();
    const wait = Math.min(ctx.plan.waits.beatMs, Math.max(1, end - ctx.clock.monotonicMs()));
    await (stoppable ? ctx.clock.sleep(wait, ctx.stop.signal) : ctx.clock.sleep(wait));
  }
}

/** Keeps the newest view and the raw text of every command and query: evidence of how the cluster looked. */
export async function keepRaws(ctx: RunContext, when: "before" | "after"): Promise<void> {
  const view = ctx.session.view();
  await ctx.folder.writeText(`view-${when}.json`, JSON.stringify(view, null, 1));
  const raws = view.nodes.flatMap((node) => ctx.session.raws(node.key));
  await ctx.folder.writeText(`raw-${when}.json`, JSON.stringify(raws, null, 1));
}
