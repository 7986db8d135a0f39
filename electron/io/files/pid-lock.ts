/**
 * A lock file that names its owner by pid and start time: a process that ended, however it ended, holds nothing, and
 * another one that got its number later is not taken for it.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface LockHolder {
  readonly pid: number;
  /** When it started, in the platform's own words: boot id and ticks on Linux, a date elsewhere, "" where nobody says. */
  readonly started: string;
}

export interface PidLock {
  /** Gives the lock back; a file that somebody else owns by now is left alone. */
  release(): Promise<void>;
}

/**
 * Takes the lock `file` (its folder must exist), also from an owner that is dead.
 * @returns the lock, or the living process that holds it, which may be this one. @throws file errors
 */
export async function takePidLock(
  file: string,
): Promise<PidLock | { readonly heldBy: LockHolder }> {
  const self: LockHolder = { pid: process.pid, started: (await startOf(process.pid)) ?? "" };
  const draft = `${file}.${randomUUID()}.new`;
  await writeSynced(draft, textOf(self));
  try {
    for (;;) {
      // A link fails when the name is taken, so two that come at once cannot both have it, and the file is never half.
      if (await linkTo(draft, file, textOf(self))) {
        return { release: () => releaseLock(file, self) };
      }
      const owner = await ownerOf(file);
      if (owner !== undefined && (await isAlive(owner))) return { heldBy: owner };
      await removeDead(file, `${draft}.dead`);
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** The living process that holds the lock, undefined when there is none. */
export async function pidLockHolder(file: string): Promise<LockHolder | undefined> {
  const owner = await ownerOf(file);
  return owner !== undefined && (await isAlive(owner)) ? owner : undefined;
}

async function releaseLock(file: string, self: LockHolder): Promise<void> {
  const owner = await ownerOf(file);
  if (owner?.pid === self.pid && owner.started === self.started) await rm(file, { force: true });
}

/** Moves a dead owner's file away, and back when somebody living took its place between the look and the move. */
async function removeDead(file: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = await ownerOf(aside);
  if (moved !== undefined && (await isAlive(moved))) await linkTo(aside, file, textOf(moved));
  await rm(aside, { force: true });
}

async function linkTo(from: string, to: string, text: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return false;
    // File systems of memory sticks have no links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
  }
  try {
    await writeFile(to, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function textOf({ pid, started }: LockHolder): string {
  return `${pid} ${started}\n`;
}

async function ownerOf(file: string): Promise<LockHolder | undefined> {
  const text = await readOrUndefined(file);
  const [, pid, started] = /^(\d+) (.*)\n$/.exec(text ?? "") ?? [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started };
}

async function isAlive({ pid, started }: LockHolder): Promise<boolean> {
  return (await startOf(pid)) === started;
}

/** When the process started; undefined when there is none (a dead one that nobody waited for counts as none). */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const stat = await readOrUndefined(`/proc/${pid}/stat`);
    // proc_pid_stat(5): the name in field 2 may hold blanks and parentheses; field 3 is the state, 22 the start.
    const fields = stat?.slice(stat.lastIndexOf(") ") + 2).split(" ");
    if (fields === undefined || "ZX".includes(fields[0] ?? "X")) return undefined;
    const boot = await readOrUndefined("/proc/sys/kernel/random/boot_id");
    return `${boot?.trim() ?? ""} ${fields[19] ?? ""}`;
  }
  if (process.platform === "win32") return signalled(pid) ? "" : undefined;
  try {
    const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]);
    return stdout.trim();
  } catch {
    // ps ends with 1 when there is no such process.
    return undefined;
  }
}

function signalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

async function readOrUndefined(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = codeOf(error);
    // Files of /proc vanish while they are read.
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
