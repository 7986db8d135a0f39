/** The folder of one run, open for writing by the process that holds its lock. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RunFolder } from "../../core/deps.ts";
import type { JournalEntry, JournalLine } from "../../../shared/drill/journal-entry.ts";
import { lineHash, nextLine } from "../../../shared/drill/journal-chain.ts";
import type { PidLock } from "./pid-lock.ts";
import { RunFolderError, runFolderError } from "./run-folder-error.ts";

export const journalFile = "journal.ndjson";
export const lockFile = "run.lock";

/** Where the journal stands when the folder is opened. */
export interface JournalEnd {
  readonly lines: number;
  readonly bytes: number;
  readonly head: string;
}

export interface RunFolderOptions {
  readonly path: string;
  readonly runId: string;
  readonly journal: FileHandle;
  readonly end: JournalEnd;
  readonly lock: PidLock;
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

/** @param options `journal` is open for reading and writing and belongs to the folder from now on. */
export function openRunFolder(options: RunFolderOptions): RunFolder {
  const { path, runId, journal, lock } = options;
  let { lines, bytes, head } = options.end;
  let last: Promise<unknown> = Promise.resolve();
  let torn = false;
  const appended = new Map<string, Promise<void>>();

  const appendLine = async (entry: JournalEntry): Promise<JournalLine> => {
    const { line, text } = nextLine(lines + 1, options.now(), options.monotonicMs(), head, entry);
    const data = Buffer.from(`${text}\n`);
    try {
      if (torn) await journal.truncate(bytes);
      torn = true;
      for (let done = 0; done < data.length;) {
        done += (await journal.write(data, done, data.length - done, bytes + done)).bytesWritten;
      }
      await journal.datasync();
      torn = false;
    } catch (error) {
      // What was not acknowledged is taken back, so that the journal ends with a whole line.
      await journal.truncate(bytes).then(
        () => (torn = false),
        () => undefined,
      );
      throw runFolderError(error, join(path, journalFile), "be written");
    }
    lines += 1;
    bytes += data.length;
    head = lineHash(text);
    return line;
  };

  return {
    path,
    runId,
    append: (entry) => {
      const done = last.then(() => appendLine(entry));
      last = done.catch(() => undefined);
      return done;
    },
    head: () => head,
    appendLine: async (file, value) => {
      const target = inside(path, file);
      const before = appended.get(target) ?? Promise.resolve();
      const done = before.then(() => appendText(target, `${JSON.stringify(value)}\n`));
      appended.set(
        target,
        done.catch(() => undefined),
      );
      await done;
    },
    writeText: async (file, text) => writeWhole(inside(path, file), text),
    readText: async (file) => (await readIfThere(inside(path, file)))?.toString("utf8"),
    readBytes: async (file) => readIfThere(inside(path, file)),
    digests: () => digestsOf(path),
    close: async () => {
      await Promise.all([last, ...appended.values()]);
      await journal.close();
      await lock.release();
    },
  };
}

/** Every file below `folder` but the journal and the lock, by name, with size and SHA-256. */
export async function digestsOf(
  folder: string,
): Promise<readonly { name: string; bytes: number; sha256: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length))
    .filter((name) => name !== journalFile && name !== lockFile && !name.endsWith(".new"));
  const digests: { name: string; bytes: number; sha256: string }[] = [];
  for (const name of names.toSorted()) {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    digests.push({ name: name.replaceAll("\\", "/"), bytes, sha256: hash.digest("hex") });
  }
  return digests;
}

/** The path of a file of the folder. @throws when the name leads out of it or is one that only the folder itself writes */
function inside(folder: string, file: string): string {
  const parts = file.split("/");
  const plain = parts.every((part) => /^[\w@+-][\w.@+-]*$/.test(part));
  if (!plain || file === journalFile || file === lockFile) {
    throw new RunFolderError(
      "WrongName",
      `${JSON.stringify(file)} is not a name for a file of ${folder}.`,
      folder,
    );
  }
  return join(folder, ...parts);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw runFolderError(error, file, "be read");
  }
}

/** Appends as a whole or not at all: half a line would spoil the next one. */
async function appendText(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const before = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    const handle = await open(file, "a", 0o600);
    try {
      await handle.writeFile(text);
    } catch (error) {
      await handle.truncate(before).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw runFolderError(error, file, "be written");
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.new`;
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw runFolderError(error, file, "be written");
  }
}
