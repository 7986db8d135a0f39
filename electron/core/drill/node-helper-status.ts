/** A drill's state on its node, as the helper's `status` and `scan` tell it. */
import { lookUp, type HelperLines } from "./node-helper-answer.ts";
import type { ProcessIdentity } from "./node-helper-plan.ts";

/** Phases as the node keeps them; each was synced to disk before its act. */
const helperPhases = [
  "none",
  "armed",
  "injecting",
  "injected",
  "rolling-back",
  "rolled-back",
  "disarmed",
  "unreadable",
] as const;
type HelperPhase = (typeof helperPhases)[number];

/** silent: the guard's process lives and its heart has not beaten for 3 s (frozen); ended: it has done its work. */
const guardStates = ["none", "alive", "silent", "dead", "ended"] as const;
export type GuardState = (typeof guardStates)[number];

export interface DrillStatus {
  readonly id: string;
  readonly fault: "kill" | "stop";
  readonly phase: HelperPhase;
  readonly phaseAtMs: number | undefined;
  /** `key=value` words that the phase was written with: `by=lease same=no new_pid=…`. */
  readonly phaseNote: string;
  /** False when the node was booted since the drill was armed. */
  readonly sameBoot: boolean;
  /** The node's wall clock. */
  readonly nodeNowMs: number;
  /** Until the guard rolls back by itself; 0 when it is due. */
  readonly leaseLeftMs: number;
  readonly limitLeftMs: number;
  readonly guard: GuardState;
  readonly guardPid: number | undefined;
  /** The process that the plan named. */
  readonly planned: ProcessIdentity & { readonly lives: boolean };
  /** The process that was seen running after the way back. */
  readonly back: (ProcessIdentity & { readonly lives: boolean }) | undefined;
  /** `pid verb` of who holds the node's lock; undefined when it is free. */
  readonly lock: string | undefined;
  /** When each phase began, by the node's wall clock and by its time since boot. */
  readonly times: readonly {
    readonly phase: string;
    readonly atMs: number;
    readonly upMs: number;
  }[];
  /** Newest 20 lines of the drill's log on the node. */
  readonly log: readonly string[];
}

export interface Scan {
  /** Drills that are not closed, in the order of their ids. */
  readonly drills: readonly DrillStatus[];
  readonly closed: readonly string[];
  /** Drills that `mend` rolled back or tried to. */
  readonly mended: readonly string[];
  /** Drill folders that the helper refused to read. */
  readonly unreadable: readonly string[];
}

/** One drill's lines. @throws Failure (hop "parse") */
export function readStatus(lines: HelperLines): DrillStatus {
  const newPid = lines.optionalNumber("new_pid");
  const newStart = lines.optional("new_start");
  const lock = lines.one("lock");
  return {
    id: lines.one("drill"),
    fault: lines.oneOf("fault", ["kill", "stop"]),
    phase: lines.oneOf("phase", helperPhases),
    phaseAtMs: lines.optionalNumber("phase_at_ms"),
    phaseNote: lines.one("phase_note"),
    sameBoot: lines.oneOf("boot", ["same", "other"]) === "same",
    nodeNowMs: lines.number("now_ms"),
    leaseLeftMs: lines.number("lease_ms"),
    limitLeftMs: lines.number("limit_ms"),
    guard: lines.oneOf("guard", guardStates),
    guardPid: lines.optionalNumber("guard_pid"),
    planned: {
      pid: lines.number("pid"),
      start: lines.one("start"),
      lives: lines.oneOf("process", ["lives", "gone"]) === "lives",
    },
    back:
      newPid === undefined || newStart === undefined
        ? undefined
        : {
            pid: newPid,
            start: newStart,
            lives: lines.oneOf("new_process", ["lives", "gone"]) === "lives",
          },
    lock: lock === "free" ? undefined : lock,
    times: lines.many("time").map((text) => {
      const match = /^([a-z-]+) (\d{1,15}) (\d{1,15})$/.exec(text);
      if (match?.[1] === undefined) throw lines.unreadable("time");
      return { phase: match[1], atMs: Number(match[2]), upMs: Number(match[3]) * 10 };
    }),
    log: lines.many("log"),
  };
}

/** An answer of several blocks, each beginning with its `drill=` line. @throws Failure (hop "parse") */
export function readScan(lines: HelperLines): Scan {
  const about = ["result", "closed", "mended", "unreadable"];
  const blocks: [string, string][][] = [];
  for (const [key, value] of lines.all) {
    if (about.includes(key)) continue;
    if (key === "drill") blocks.push([]);
    const block = blocks.at(-1);
    if (block === undefined) throw lines.unreadable(`${key} before any drill`);
    block.push([key, value]);
  }
  return {
    drills: blocks.map((block) => readStatus(lookUp(block, lines.unreadable))),
    closed: lines.many("closed"),
    mended: lines.many("mended"),
    unreadable: lines.many("unreadable"),
  };
}
