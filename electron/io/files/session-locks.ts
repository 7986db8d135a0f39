/** One host collects a profile: a lock file each, held by pid and start time. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { SessionLocks } from "../../core/deps.ts";
import { takePidLock } from "./pid-lock.ts";

/** @param folder is created when the first lock is taken */
export function sessionLocks(folder: string): SessionLocks {
  return {
    take: async (profile) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = createHash("sha256").update(profile.normalize("NFC")).digest("hex").slice(0, 16);
      const lock = await takePidLock(join(folder, `${name}.lock`));
      if (!("heldBy" in lock)) return lock;
      const { pid } = lock.heldBy;
      const who = pid === process.pid ? "This Ringdrill" : `Another Ringdrill (process ${pid})`;
      return {
        heldBy: `${who} is connected to ${profile} already. Use that one, or close it first.`,
      };
    },
  };
}
