import { readFileSync } from "node:fs";

/**
 * A process that cannot be mistaken for another one that got its number later: pid, start time in clock ticks since
 * boot, and the boot it belongs to.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTicks: string;
  readonly bootId: string;
}

export interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly threads: number;
  readonly startTicks: string;
}

/**
 * Reads a line of /proc/PID/stat (proc_pid_stat(5)): field 3 state, 4 ppid, 5 pgrp, 6 session,
 * 20 num_threads, 22 starttime.
 * The command in field 2 may hold blanks and parentheses, so the fields are counted after the last ")".
 * Undefined when the line is not one.
 */
export function parseStat(line: string): ProcessStat | undefined {
  const end = line.lastIndexOf(") ");
  if (end < 0) return undefined;
  const fields = line
    .slice(end + 2)
    .trim()
    .split(" ");
  const [state, parent, group, session] = fields;
  const startTicks = fields[19];
  if (state === undefined || startTicks === undefined || !/^\d+$/.test(startTicks))
    return undefined;
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    threads: Number(fields[17]),
    startTicks,
  };
}

/** What /proc says of `pid`, undefined when there is no such process. */
export function statOf(pid: number): ProcessStat | undefined {
  const line = readProc(`/proc/${String(pid)}/stat`);
  return line === undefined ? undefined : parseStat(line);
}

/** The identity of a process that exists now. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const stat = statOf(pid);
  return stat === undefined ? undefined : { pid, startTicks: stat.startTicks, bootId: bootId() };
}

/**
 * True while exactly that process runs. A dead one that was not waited for does not count; one whose first thread is
 * dead while others still are at work (Java at its end, with its ports open) does.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  const stat = statOf(identity.pid);
  if (stat?.startTicks !== identity.startTicks) return false;
  return stat.threads > 1 || !"ZX".includes(stat.state);
}

/** Reads `PID START-TICKS BOOT-ID`, the pid file of a node's scripts. Undefined when it is not that. */
export function parsePidFile(text: string): ProcessIdentity | undefined {
  const match = /^(\d+) (\d+) ([0-9a-f-]{36})\s*$/.exec(text);
  const [, pid, startTicks, boot] = match ?? [];
  if (pid === undefined || startTicks === undefined || boot === undefined) return undefined;
  return { pid: Number(pid), startTicks, bootId: boot };
}

/** The identity that lies in a pid file, undefined when there is no file or it is cut off. */
export function identityInFile(file: string): ProcessIdentity | undefined {
  const text = readProc(file);
  return text === undefined ? undefined : parsePidFile(text);
}

/** The pid file's text for `identity`. */
export function pidFileText({ pid, startTicks, bootId: boot }: ProcessIdentity): string {
  return `${String(pid)} ${startTicks} ${boot}\n`;
}

/** Sends a signal if that very process still runs; says whether it was sent. */
export function signalProcess(identity: ProcessIdentity, signal: NodeJS.Signals): boolean {
  if (!isAlive(identity)) return false;
  try {
    process.kill(identity.pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

function bootId(): string {
  return readProc("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
}

/** Undefined when the file is gone, as files of /proc are at any moment (ESRCH while reading included). */
function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
