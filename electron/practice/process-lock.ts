import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import {
  identityOf,
  isAlive,
  parsePidFile,
  pidFileText,
  type ProcessIdentity,
} from "./process-identity.ts";

export interface ProcessLock {
  readonly release: () => void;
}

/**
 * Takes a lock file that holds the owner's pid and start time. A file whose owner is dead is taken over.
 * Gives the living owner instead when there is one.
 */
export function takeLock(file: string): ProcessLock | { readonly heldBy: ProcessIdentity } {
  const self = identityOf(process.pid);
  if (self === undefined) throw new Error("/proc does not show this process");
  const draft = `${file}.${String(self.pid)}`;
  writeFileSync(draft, pidFileText(self), { mode: 0o600 });
  try {
    for (;;) {
      // A link fails when the name exists, so two that come at once cannot both have it; and the file is never empty.
      if (linkTo(draft, file)) return { release: () => releaseLock(file, self) };
      const owner = ownerOf(file);
      if (owner !== undefined && isAlive(owner)) return { heldBy: owner };
      removeDead(file, `${draft}.dead`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The living process that holds the lock file, if any. */
export function lockHolder(file: string): ProcessIdentity | undefined {
  const owner = ownerOf(file);
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

function releaseLock(file: string, self: ProcessIdentity): void {
  const owner = ownerOf(file);
  if (owner?.pid === self.pid && owner.startTicks === self.startTicks)
    rmSync(file, { force: true });
}

/** Moves a dead owner's file away; puts it back when somebody living took its place between look and move. */
function removeDead(file: string, aside: string): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = ownerOf(aside);
  if (moved !== undefined && isAlive(moved)) linkTo(aside, file);
  rmSync(aside, { force: true });
}

function linkTo(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function ownerOf(file: string): ProcessIdentity | undefined {
  try {
    return parsePidFile(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
