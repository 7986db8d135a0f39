import { describe, expect, it } from "vitest";
import type { JournalEntry, JournalLine } from "../../../shared/drill/journal-entry.ts";
import type { DrillPlan } from "../../../shared/contract/drill.ts";
import { rememberedRun } from "./resume-facts.ts";
import { watched } from "./run-context.ts";

const plan = { runId: "d06-x" } as DrillPlan;
const act = (name: string): JournalEntry => ({
  type: "act",
  act: name,
  node: "10.0.0.3",
  text: "",
});
const phase = (name: "armed" | "injected" | "recovering"): JournalEntry => ({
  type: "phase",
  phase: name,
});

/** A journal with one line a second. */
function journalOf(...entries: readonly JournalEntry[]): readonly JournalLine[] {
  return entries.map((entry, i) => ({
    n: i + 1,
    at: 1_000 * (i + 1),
    mono: 1_000 * (i + 1),
    prev: "",
    entry,
  }));
}

describe("what a journal tells of a run whose process is gone", () => {
  it("holds a node for armed as soon as the act was announced, answered or not", () => {
    const run = rememberedRun(journalOf({ type: "plan", plan }, phase("armed"), act("arm")));
    expect(run?.facts).toMatchObject({ armed: true, rollbackProven: false, resumedFrom: "armed" });
    expect(run?.facts.injectedAt).toBeUndefined();
  });

  it("takes the announcement for the injection when no answer was written", () => {
    const run = rememberedRun(
      journalOf({ type: "plan", plan }, act("arm"), phase("injected"), act("inject")),
    );
    expect(run?.facts.injectedAt).toBe(4_000);
  });

  it("tells nothing without a plan", () => {
    expect(rememberedRun(journalOf(phase("armed"), act("arm")))).toBeUndefined();
  });

  it("was watched until the process wrote its last line, and no longer by those that resumed it", () => {
    const cut = [{ type: "plan", plan } as const, act("arm"), phase("injected"), act("inject")];
    const once = rememberedRun(journalOf(...cut));
    expect(once?.facts.watchedUntil).toBe(4_000);
    const twice = rememberedRun(
      journalOf(...cut, { type: "resumed", phase: "injected", why: "" }, phase("recovering"), {
        type: "milestone",
        milestone: { name: "up in all views", at: 7_000, source: "all views" },
      }),
    );
    expect(twice?.facts).toMatchObject({ watchedUntil: 4_000, returnedAt: 7_000 });
    expect(watched(twice!.facts, 7_000)).toBe(false);
    expect(watched(twice!.facts, 3_000)).toBe(true);
  });
});
