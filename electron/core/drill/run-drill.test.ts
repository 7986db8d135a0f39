import { describe, expect, it } from "vitest";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import type { DrillPlan } from "../../../shared/contract/drill.ts";
import type { JournalEntry } from "../../../shared/drill/journal-entry.ts";
import { known, unknown } from "../../../shared/facts/fact.ts";
import type { CqlSession, LoadHandle, RunFolder } from "../deps.ts";
import type { Session } from "../session.ts";
import type { NodeFault } from "./node-fault.ts";
import { noFacts, type RunContext } from "./run-context.ts";
import { createRunState } from "./run-state.ts";
import { returnSteps, runDrill } from "./run-drill.ts";

const figure = unknown("not asked");
const nodeOf = (n: number): NodeView =>
  ({
    key: `node-${n}`,
    address: `10.0.0.${n}`,
    state: known("UN", 1, { node: `10.0.0.${n}`, what: "test", tookMs: 1 }),
    dc: figure,
    cpu: figure,
    hints: figure,
    load: figure,
    gc: figure,
    disks: figure,
    clockOffset: figure,
  }) as unknown as NodeView;

const waits = {
  baselineMs: 1,
  leaseMs: 5_000,
  beatMs: 1,
  observeMs: 0,
  maxFaultMs: 5_000,
  recoveryMs: 1,
  hintsMs: 1,
  performanceMs: 1,
};
const plan = {
  runId: "d06-1",
  drill: { id: "D-06" },
  nodes: [{ key: "node-2", address: "10.0.0.2" }],
  target: { profile: "lab", environment: "lab", versions: ["5.0.6"], nodeCount: 3 },
  waits,
  load: { keyspace: "ringdrill_d06_1", rf: 3, kind: "write" },
  impact: [],
  prediction: [],
  steps: [],
  overrides: [],
} as unknown as DrillPlan;

/** A world in memory that keeps what it was asked; `refuse` names the statements that fail. */
function worldOf(refuse: RegExp, append: (entry: JournalEntry) => void = () => undefined) {
  const asked: string[] = [];
  const cql = {
    query: (text: string) => {
      asked.push(text);
      if (refuse.test(text)) return Promise.reject(new Error("INCOMPATIBLE_SCHEMA"));
      if (text.includes("schema_version")) return Promise.resolve([{ schema_version: "a" }]);
      return Promise.resolve([{ "[applied]": true }]);
    },
  } as unknown as CqlSession;
  const view = { nodes: [1, 2, 3].map(nodeOf), matrix: {} } as unknown as ClusterView;
  const session = {
    view: () => view,
    cql: () => cql,
    setBeat: () => undefined,
    transitions: () => [],
    raws: () => [],
  } as unknown as Session;
  const journal: JournalEntry[] = [];
  const folder = {
    path: "/runs/d06-1",
    append: (entry: JournalEntry) => {
      try {
        append(entry);
      } catch (error) {
        return Promise.reject(error as Error);
      }
      journal.push(entry);
      return Promise.resolve();
    },
    head: () => "0".repeat(64),
    appendLine: () => Promise.resolve(),
    writeText: () => Promise.resolve(),
    digests: () => Promise.resolve([]),
  } as unknown as RunFolder;
  const fault = {
    status: () => Promise.resolve({ phase: "injected", broughtBackBy: undefined }),
    rollback: () => {
      asked.push("rollback");
      return Promise.resolve({ ok: true, said: "Cassandra runs" });
    },
  } as unknown as NodeFault;
  const clock = {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("aborted"));
        });
      }),
  };
  const ctx: RunContext = {
    clock,
    session,
    folder,
    plan,
    fault,
    owner: "me@here",
    facts: noFacts(),
    seconds: [],
    state: createRunState(plan, clock),
    loadClient: {} as RunContext["loadClient"],
    log: { info: () => undefined, warn: () => undefined },
    load: undefined,
    earlyReads: [],
    stop: new AbortController(),
  };
  return { ctx, asked, journal };
}

const full = () => {
  throw new Error("/runs/d06-1/journal.ndjson cannot be written: the disk is full.");
};

describe("a drill always ends", () => {
  it("gives the cluster's lock back when the preparation fails after it was taken", async () => {
    const { ctx, asked } = worldOf(/INTO ringdrill_control\.runs/);
    const result = await runDrill(ctx);
    expect(result.verdict).toBe("aborted");
    expect(result.reasons.join(" ")).toContain("INCOMPATIBLE_SCHEMA");
    const taken = asked.findIndex((text) => text.includes("INSERT INTO ringdrill_control.lock"));
    const given = asked.findIndex((text) => text.includes("DELETE FROM ringdrill_control.lock"));
    expect(taken).toBeGreaterThanOrEqual(0);
    expect(given).toBeGreaterThan(taken);
  });

  it("uses its control tables only once every node knows them", async () => {
    const { ctx, asked } = worldOf(/INTO ringdrill_control\.runs/);
    await runDrill(ctx);
    const made = asked.findLastIndex((text) => text.startsWith("CREATE TABLE IF NOT EXISTS"));
    const taken = asked.findIndex((text) => text.includes("INSERT INTO ringdrill_control.lock"));
    const between = asked.slice(made, taken).filter((text) => text.includes("schema_version"));
    expect(between).toHaveLength(3);
  });

  it("asks for the way back although the journal cannot be written any more", async () => {
    const { ctx, asked } = worldOf(/nothing/, full);
    ctx.facts.armed = true;
    await expect(returnSteps(ctx)).rejects.toThrow("the disk is full");
    expect(asked).toContain("rollback");
    expect(ctx.facts.rollbackProven).toBe(true);
  });

  it("ends its load when the journal cannot be written, and says so instead of a verdict", async () => {
    const { ctx } = worldOf(/nothing/, full);
    let stopped = 0;
    ctx.load = {
      take: () => ({ seconds: [], events: [] }),
      recent: () => [],
      counts: () => ctx.state.view().ledger,
      stop: () => Promise.resolve((stopped += 1)),
    } as unknown as LoadHandle;
    await expect(runDrill(ctx)).rejects.toThrow("the disk is full");
    expect(stopped).toBeGreaterThan(0);
  });
});
