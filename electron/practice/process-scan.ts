import { readFileSync, readdirSync } from "node:fs";
import { markVariable } from "./process-mark.ts";
import {
  identityOf,
  isAlive,
  signalProcess,
  statOf,
  type ProcessIdentity,
} from "./process-identity.ts";

export interface FoundProcess extends ProcessIdentity {
  readonly command: string;
}

/**
 * Every process that belongs to the cluster in `folder`, but for this one and those that started it: Cassandra, the
 * supervisor, shells of SSH sessions, and what those left running (guards of drills). They are known by a variable
 * in their environment, which they inherit. Processes of other users are not seen.
 */
export function processesOf(folder: string): readonly FoundProcess[] {
  const mark = `${markVariable}=${folder}`;
  const own = ancestors();
  const found: FoundProcess[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || own.has(pid)) continue;
    if (!(readZeroTerminated(`/proc/${name}/environ`)?.includes(mark) ?? false)) continue;
    const identity = identityOf(pid);
    if (identity !== undefined && isAlive(identity))
      found.push({ ...identity, command: commandOf(pid) });
  }
  return found;
}

/** Command line of a process, cut to 200 characters; its name in brackets when there is none to read. */
export function commandOf(pid: number): string {
  const words = readZeroTerminated(`/proc/${String(pid)}/cmdline`) ?? [];
  return words.join(" ").slice(0, 200);
}

/**
 * Ends processes: SIGTERM (after waking frozen ones), SIGKILL to what is left after `graceMs`, and waits until all are
 * gone. Gives those that are still there 5 s after that, normally none.
 */
export async function endProcesses(
  processes: readonly ProcessIdentity[],
  graceMs: number,
): Promise<readonly ProcessIdentity[]> {
  for (const identity of processes) {
    signalProcess(identity, "SIGTERM");
    signalProcess(identity, "SIGCONT");
  }
  if (await allGone(processes, graceMs)) return [];
  for (const identity of processes) signalProcess(identity, "SIGKILL");
  await allGone(processes, 5_000);
  return processes.filter(isAlive);
}

/**
 * Ends every process of the cluster in `folder` but those in `except`, looking again until there is none: one that was
 * just forking may have a child that the first look did not see. Gives those that do not end, normally none.
 */
export async function endProcessesOf(
  folder: string,
  graceMs: number,
  except: readonly ProcessIdentity[] = [],
): Promise<readonly ProcessIdentity[]> {
  const kept = new Set(except.map(nameOf));
  for (let round = 0; round < 5; round++) {
    const found = processesOf(folder).filter((process) => !kept.has(nameOf(process)));
    if (found.length === 0) return [];
    const left = await endProcesses(found, graceMs);
    if (left.length > 0) return left;
  }
  return processesOf(folder).filter((process) => !kept.has(nameOf(process)));
}

/** Waits until none of the processes runs; false when one still does after `timeoutMs`. */
export async function allGone(
  processes: readonly ProcessIdentity[],
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (processes.some(isAlive)) {
    if (performance.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

function ancestors(): ReadonlySet<number> {
  const pids = new Set<number>();
  let pid = process.pid;
  while (pid > 0 && !pids.has(pid)) {
    pids.add(pid);
    pid = statOf(pid)?.parent ?? 0;
  }
  return pids;
}

function readZeroTerminated(file: string): readonly string[] | undefined {
  try {
    return readFileSync(file, "utf8")
      .split("\0")
      .filter((part) => part !== "");
  } catch {
    // Gone meanwhile, or another user's.
    return undefined;
  }
}

function nameOf({ pid, startTicks }: ProcessIdentity): string {
  return `${String(pid)} ${startTicks}`;
}
