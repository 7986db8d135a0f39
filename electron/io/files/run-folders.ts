/** Folders of runs on this machine: those in the data folder and those put elsewhere by `--report-dir`. */
import { constants } from "node:fs";
import { appendFile, mkdir, open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { RunFolder, RunFolders } from "../../core/deps.ts";
import { chainStart, readJournalText } from "../../../shared/drill/journal-chain.ts";
import { pidLockHolder, takePidLock, type PidLock } from "./pid-lock.ts";
import { journalFile, lockFile, openRunFolder, type JournalEnd } from "./run-folder.ts";
import { RunFolderError, runFolderError } from "./run-folder-error.ts";

/** One path a line; a folder that is gone is passed over. */
const elsewhereFile = "elsewhere.txt";

export interface RunFoldersOptions {
  /** Where runs are kept, below the data folder; created when the first one is. */
  readonly folder: string;
  /** Clocks of the journal; this machine's when left out. */
  readonly now?: () => number;
  readonly monotonicMs?: () => number;
}

/** The runs of this machine. */
export function runFolders(options: RunFoldersOptions): RunFolders {
  const home = resolve(options.folder);
  const opened = async (path: string, lock: PidLock, end: JournalEnd): Promise<RunFolder> =>
    openRunFolder({
      path,
      runId: basename(path),
      journal: await open(join(path, journalFile), constants.O_RDWR | constants.O_CREAT, 0o600),
      end,
      lock,
      now: options.now ?? Date.now,
      monotonicMs: options.monotonicMs ?? (() => performance.now()),
    });

  return {
    create: async (runId, parent) => {
      if (!/^[\w-][\w.-]*$/.test(runId)) {
        throw new RunFolderError(
          "WrongName",
          `${JSON.stringify(runId)} is not a name for a run.`,
          home,
        );
      }
      const above = parent === undefined ? home : resolve(parent);
      const path = join(above, runId);
      try {
        await mkdir(above, { recursive: true, mode: 0o700 });
      } catch (error) {
        throw runFolderError(error, above, "be created");
      }
      try {
        await mkdir(path, { mode: 0o700 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") {
          throw new RunFolderError(
            "Exists",
            `${path} exists already: a run never writes into another one's folder.`,
            path,
          );
        }
        throw runFolderError(error, path, "be created");
      }
      const lock = await lockOf(path);
      try {
        const folder = await opened(path, lock, { lines: 0, bytes: 0, head: chainStart });
        await syncFolder(path);
        await syncFolder(above);
        if (above !== home) await remember(home, path);
        return folder;
      } catch (error) {
        await lock.release();
        throw runFolderError(error, path, "be created");
      }
    },

    reopen: async (given) => {
      const path = resolve(given);
      if ((await readJournal(path)) === undefined) throw noJournal(path);
      const lock = await lockOf(path);
      try {
        // Read again under the lock: the one who held it may have written.
        const journal = await readJournal(path);
        if (journal === undefined) throw noJournal(path);
        const { lines, problems, head, cut } = readJournalText(journal.toString("utf8"));
        const whole = journal.lastIndexOf(0x0a) + 1;
        if (cut !== "") await moveCut(path, journal.subarray(whole), whole);
        const count = journal
          .subarray(0, whole)
          .reduce((n, byte) => (byte === 0x0a ? n + 1 : n), 0);
        const folder = await opened(path, lock, { lines: count, bytes: whole, head });
        return { folder, journal: { lines, problems } };
      } catch (error) {
        await lock.release();
        throw runFolderError(error, path, "be opened");
      }
    },

    read: async (given) => {
      const path = resolve(given);
      const journal = await readJournal(path);
      if (journal === undefined) throw noJournal(path);
      const { lines, problems } = readJournalText(journal.toString("utf8"));
      return { lines, problems };
    },

    list: async () => {
      const found: { path: string; runId: string; ownerAlive: boolean; begun: number }[] = [];
      const inHome = (await namesIn(home)).map((name) => join(home, name));
      for (const path of new Set([...inHome, ...(await elsewhere(home))])) {
        const begun = await begunAt(path);
        if (begun === undefined) continue;
        const ownerAlive = (await pidLockHolder(join(path, lockFile))) !== undefined;
        found.push({ path, runId: basename(path), ownerAlive, begun });
      }
      return found
        .toSorted((a, b) => b.begun - a.begun || b.runId.localeCompare(a.runId))
        .map(({ path, runId, ownerAlive }) => ({ path, runId, ownerAlive }));
    },
  };
}

function noJournal(path: string): RunFolderError {
  return new RunFolderError(
    "NoJournal",
    `${path} holds no ${journalFile}: it is not the folder of a run.`,
    path,
  );
}

async function lockOf(path: string): Promise<PidLock> {
  try {
    const lock = await takePidLock(join(path, lockFile));
    if (!("heldBy" in lock)) return lock;
    throw new RunFolderError(
      "InUse",
      `${path} is being written by process ${lock.heldBy.pid}. Wait until that Ringdrill has finished, or end it.`,
      path,
    );
  } catch (error) {
    throw runFolderError(error, join(path, lockFile), "be written");
  }
}

/** Keeps what the last writer did not finish in `journal.cut`, then ends the journal with its last whole line. */
async function moveCut(path: string, cut: Uint8Array, whole: number): Promise<void> {
  const kept = await open(join(path, "journal.cut"), "a", 0o600);
  try {
    await kept.writeFile(cut);
    await kept.writeFile("\n");
    await kept.sync();
  } finally {
    await kept.close();
  }
  const journal = await open(join(path, journalFile), "r+");
  try {
    await journal.truncate(whole);
    await journal.sync();
  } finally {
    await journal.close();
  }
}

async function readJournal(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(path, journalFile));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw runFolderError(error, join(path, journalFile), "be read");
  }
}

/** When the first line of the journal was written; the folder's age while there is no line; undefined: not a run's folder. */
async function begunAt(path: string): Promise<number | undefined> {
  try {
    const handle = await open(join(path, journalFile), "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(200), 0, 200, 0);
      const [, at] = /^\{"n":1,"at":(\d+)/.exec(buffer.toString("utf8", 0, bytesRead)) ?? [];
      return at === undefined ? (await stat(path)).mtimeMs : Number(at);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw runFolderError(error, folder, "be read");
  }
}

async function elsewhere(home: string): Promise<readonly string[]> {
  try {
    const text = await readFile(join(home, elsewhereFile), "utf8");
    return text.split("\n").filter((line) => line !== "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw runFolderError(error, join(home, elsewhereFile), "be read");
  }
}

async function remember(home: string, path: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await appendFile(join(home, elsewhereFile), `${path}\n`, { mode: 0o600 });
  } catch (error) {
    throw runFolderError(error, join(home, elsewhereFile), "be written");
  }
}

/** A new name in a folder is on disk only once the folder is; Windows cannot sync folders and need not. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
