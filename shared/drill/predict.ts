/**
 * The prediction of a drill: sentences with the range of values that would make them right. It is made from the
 * ring, the level, the commit-log mode and the hint window, stored before anything is injected and compared
 * with what was measured. Sources: drills.md B1 (detection), B2 (what acknowledged means), B5 (hints), B6 (levels).
 */
import type { Impact, PredictionLine, Waits } from "../contract/drill.ts";
import type { FaultKind } from "./catalogue.ts";

export interface PredictionFacts {
  readonly fault: FaultKind;
  readonly announced: boolean;
  readonly node: string;
  readonly peers: number;
  readonly consistency: string;
  readonly load: "read" | "write" | "mixed";
  readonly rf: number;
  readonly ratePerSecond: number;
  /** Impact on the run's own keyspace, write and read. */
  readonly writes: Impact;
  readonly reads: Impact;
  readonly phiThreshold: number;
  /** Undefined when the node did not say how its commit log works. */
  readonly commitLog:
    | {
        readonly sync: string;
        readonly periodMs?: number | undefined;
        readonly compressed: boolean;
        readonly diskAccess?: string | undefined;
      }
    | undefined;
  readonly hintWindowMs: number | undefined;
  readonly waits: Waits;
}

/** Heartbeats arrive about once a second; phi = mean interval × threshold × ln 10 (FailureDetector, all versions). */
const phiFactor = Math.LN10;

/** All lines of the prediction, in the order in which they will be decided. */
export function predict(facts: PredictionFacts): readonly PredictionLine[] {
  const lines: PredictionLine[] = [detection(facts)];
  if (facts.load !== "read") lines.push(...outcome(facts, "write", facts.writes));
  if (facts.load !== "write") lines.push(...outcome(facts, "read", facts.reads));
  lines.push(
    hints(facts),
    identity(facts),
    comeBack(facts),
    lost(facts),
    hidden(facts),
    unexpected(),
  );
  return lines;
}

function detection(facts: PredictionFacts): PredictionLine {
  if (facts.announced) {
    return {
      id: "detection",
      text: `Each of the ${facts.peers} peers says DOWN within 15 s: the node announces its shutdown while it drains.`,
      unit: "ms",
      expected: { min: 0, max: 15_000 },
      because:
        "a stop runs the drain, which sends a shutdown message to every live peer before the process ends",
    };
  }
  const typical = facts.phiThreshold * phiFactor * 1_000;
  return {
    id: "detection",
    text: `Each of the ${facts.peers} peers says DOWN ${seconds(typical * 0.7)} to ${seconds(typical * 2)} after the kill.`,
    unit: "ms",
    expected: { min: typical * 0.7, max: typical * 2 },
    because: `phi threshold ${facts.phiThreshold} × 2.303 × the mean heartbeat interval of about 1 s; intervals above 2 s are not counted, so twice that is the most`,
  };
}

function outcome(
  facts: PredictionFacts,
  op: "read" | "write",
  impact: Impact,
): readonly PredictionLine[] {
  const f = impact.failingShare;
  const level = facts.consistency;
  const name = `${op}s`;
  const basis = `${percent(impact.affectedShare)} of the data has ${facts.node} as a replica (RF ${facts.rf}); at ${level} ${f > 0 ? `${percent(f)} then lacks a replica it needs` : "the replicas left are enough"}`;
  const lines: PredictionLine[] = [];
  if (!facts.announced) {
    lines.push({
      id: `${op}-undetected`,
      text:
        f > 0
          ? `Until the peers notice, ${percent(f)} of the ${name} at ${level} get no answer in time.`
          : `Until the peers notice, ${name} at ${level} go on; only requests in flight on the node's own connections break.`,
      unit: "share",
      expected: f > 0 ? band(f, 0.12) : { min: 0, max: 0.03 },
      because: basis,
    });
  }
  lines.push({
    id: `${op}-detected`,
    text:
      f > 0
        ? `Once they have, the same ${percent(f)} of the ${name} are refused at once.`
        : `Once they have, ${name} at ${level} go on without errors.`,
    unit: "share",
    expected: f > 0 ? band(f, 0.12) : { min: 0, max: 0.005 },
    because: basis,
  });
  if (f > 0) {
    lines.push({
      id: `${op}-error`,
      text: `The refusals say "unavailable".`,
      unit: "",
      expected: { oneOf: ["unavailable"] },
      because: "a coordinator that knows a replica to be down refuses before it sends (0x1000)",
    });
  }
  return lines;
}

function hints(facts: PredictionFacts): PredictionLine {
  const writes = facts.load !== "read";
  const certain = writes && facts.rf > 1 && facts.writes.failingShare === 0;
  return {
    id: "hints",
    text: certain
      ? `The peers keep hints for ${facts.node} and deliver them after its return.`
      : writes
        ? "The peers may keep hints for the writes that timed out; what was refused leaves none."
        : "No hints are kept: nothing is written.",
    unit: "",
    expected: {
      oneOf: certain ? ["kept and delivered"] : writes ? ["kept and delivered", "none"] : ["none"],
    },
    because:
      facts.hintWindowMs === undefined
        ? "the hint window of the peers is not known; three hours is Cassandra's default"
        : `the fault ends after ${seconds(facts.waits.maxFaultMs)} at most, the hint window is ${seconds(facts.hintWindowMs)}; a write time-out stores a hint whatever the replication factor`,
  };
}

function identity(facts: PredictionFacts): PredictionLine {
  return {
    id: "identity",
    text: `${facts.node} comes back with the same host id and the same tokens.`,
    unit: "",
    expected: { oneOf: ["same"] },
    because: "its system keyspace is untouched",
  };
}

function comeBack(facts: PredictionFacts): PredictionLine {
  return {
    id: "return",
    text: `It is up/normal in every view within ${seconds(facts.waits.recoveryMs)} of its start.`,
    unit: "ms",
    expected: { min: 0, max: facts.waits.recoveryMs },
    because: "the recovery window of this plan",
  };
}

/** Acknowledged writes that a kill may take with it: only where no other replica has them, by commit-log mode (B2). */
function lost(facts: PredictionFacts): PredictionLine {
  const common = { id: "lost", unit: "rows" } as const;
  if (facts.load === "read") {
    return {
      ...common,
      text: "No row is lost: nothing is written during the fault.",
      expected: { min: 0, max: 0 },
      because: "the rows were written and read back before",
    };
  }
  if (facts.announced) {
    return {
      ...common,
      text: "No acknowledged write is lost.",
      expected: { min: 0, max: 0 },
      because: "a drain flushes every memtable before the process ends",
    };
  }
  if (
    facts.rf > 1 &&
    facts.consistency !== "ONE" &&
    facts.consistency !== "LOCAL_ONE" &&
    facts.consistency !== "ANY"
  ) {
    return {
      ...common,
      text: "No acknowledged write is lost.",
      expected: { min: 0, max: 0 },
      because: `at ${facts.consistency} and RF ${facts.rf} another replica has each of them`,
    };
  }
  const log = facts.commitLog;
  const windowMs = log === undefined ? 10_000 : commitLogWindowMs(log);
  const mode =
    log === undefined
      ? "unknown commit-log mode, taken as 10 s"
      : `${log.sync}${log.compressed ? ", compressed" : ""}${log.diskAccess === undefined ? "" : `, ${log.diskAccess} access`}`;
  const share = facts.rf > 1 ? 0 : facts.writes.affectedShare;
  const most = facts.rf > 1 ? 0 : Math.ceil((facts.ratePerSecond * share * windowMs) / 1_000);
  return {
    ...common,
    text:
      most === 0
        ? "No acknowledged write is lost."
        : `At most ${most} acknowledged writes are lost: those of the last ${seconds(windowMs)} that only ${facts.node} had.`,
    expected: { min: 0, max: most },
    because:
      facts.rf > 1
        ? "writes are sent to every living replica, whatever the level"
        : `commit log: ${mode}`,
  };
}

function commitLogWindowMs(log: NonNullable<PredictionFacts["commitLog"]>): number {
  if (log.sync === "batch" || log.sync === "group") return 0;
  // Memory-mapped segments survive a kill up to the last chain marker, written every 100 ms (CASSANDRA-13987).
  if (log.compressed || log.diskAccess === "direct") return log.periodMs ?? 10_000;
  return 100;
}

function hidden(facts: PredictionFacts): PredictionLine {
  const weak =
    facts.rf > 1 &&
    facts.load !== "read" &&
    ["ONE", "LOCAL_ONE", "ANY", "TWO"].includes(facts.consistency);
  return {
    id: "hidden",
    text: weak
      ? `Right after its return, reads at ${facts.consistency} through ${facts.node} may miss rows until the hints are delivered.`
      : `Right after its return, reads at ${facts.consistency} find every acknowledged row.`,
    unit: "rows",
    expected: weak
      ? { min: 0, max: Math.ceil((facts.ratePerSecond * facts.waits.maxFaultMs) / 1_000) }
      : { min: 0, max: 0 },
    because: weak
      ? "one replica may answer alone, and this one missed the writes"
      : "a read and a write at this level share a replica, or the only replica has the row",
  };
}

function unexpected(): PredictionLine {
  return {
    id: "unexpected",
    text: "No row appears that was never written, and none is altered.",
    unit: "rows",
    expected: { min: 0, max: 0 },
    because: "keys are written once and their payload can be recomputed",
  };
}

/** f ± `wide`, inside 0..1. */
function band(f: number, wide: number): { min: number; max: number } {
  return { min: Math.max(0, f - wide), max: Math.min(1, f + wide) };
}

function percent(value: number): string {
  return `${(value * 100).toFixed(value === 1 || value === 0 ? 0 : 1)} %`;
}

function seconds(ms: number): string {
  return ms >= 10_000 ? `${Math.round(ms / 1_000)} s` : `${Number((ms / 1_000).toPrecision(2))} s`;
}
