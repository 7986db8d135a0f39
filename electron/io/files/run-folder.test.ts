import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readFile, rm, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chainStart, readJournalText } from "../../../shared/drill/journal-chain.ts";
import type { JournalEntry } from "../../../shared/drill/journal-entry.ts";
import { openRunFolder } from "./run-folder.ts";

let path = "";
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "run-folder-"));
});
afterEach(() => rm(path, { recursive: true, force: true }));

const note = (text: string): JournalEntry => ({ type: "note", text });
const fault = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: planted`), { code });

/** A file handle whose calls fail as told; a failing write leaves seven bytes of its data behind. */
function faulty(
  real: FileHandle,
  failing: {
    write?: string | undefined;
    datasync?: string | undefined;
    truncate?: string | undefined;
  },
): FileHandle {
  return new Proxy(real, {
    get: (target, name: keyof FileHandle) => {
      if (name === "write" && failing.write !== undefined) {
        return async (data: Buffer, from: number, _length: number, position: number) => {
          await target.write(data, from, 7, position);
          throw fault(failing.write ?? "");
        };
      }
      if (name === "datasync" && failing.datasync !== undefined)
        return () => Promise.reject(fault(failing.datasync ?? ""));
      if (name === "truncate" && failing.truncate !== undefined)
        return () => Promise.reject(fault(failing.truncate ?? ""));
      const value: unknown = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function openFolder(failing: Parameters<typeof faulty>[1] = {}) {
  const journal = await open(join(path, "journal.ndjson"), "w+");
  let now = 1_000;
  return openRunFolder({
    path,
    runId: "run-1",
    journal: faulty(journal, failing),
    end: { lines: 0, bytes: 0, head: chainStart },
    lock: { release: () => Promise.resolve() },
    now: () => (now += 1),
    monotonicMs: () => now / 2,
  });
}

const journalText = (): Promise<string> => readFile(join(path, "journal.ndjson"), "utf8");

test("entries that come at once are chained in their order", async () => {
  const folder = await openFolder();
  const lines = await Promise.all(["a", "b", "c"].map((text) => folder.append(note(text))));
  const read = readJournalText(await journalText());
  expect(read).toMatchObject({ problems: [], head: folder.head() });
  expect(read.lines).toEqual(lines);
  expect(lines.map(({ n, at }) => [n, at])).toEqual([
    [1, 1_001],
    [2, 1_002],
    [3, 1_003],
  ]);
  await folder.close();
});

test.each(["ENOSPC", "EIO", "EROFS"])(
  "after %s in the middle of a line the journal ends with the last whole one, and goes on once there is room",
  async (code) => {
    const failing: { write?: string | undefined } = {};
    const folder = await openFolder(failing);
    await folder.append(note("before"));
    failing.write = code;
    await expect(folder.append(note("not written"))).rejects.toMatchObject({
      code,
      path: join(path, "journal.ndjson"),
    });
    expect(readJournalText(await journalText())).toMatchObject({
      problems: [],
      head: folder.head(),
    });
    failing.write = undefined;
    await folder.append(note("after"));
    const read = readJournalText(await journalText());
    expect(read.problems).toEqual([]);
    expect(read.lines.map(({ n, entry }) => [n, entry])).toEqual([
      [1, note("before")],
      [2, note("after")],
    ]);
    await folder.close();
  },
);

test("a line that could not be synced was not written", async () => {
  const failing: { datasync?: string | undefined } = { datasync: "EIO" };
  const folder = await openFolder(failing);
  await expect(folder.append(note("lost"))).rejects.toMatchObject({ name: "DiskFault" });
  expect(await journalText()).toBe("");
  expect(folder.head()).toBe(chainStart);
  await folder.close();
});

test("torn bytes that could not be taken back at once are taken back before the next line", async () => {
  const failing: { write?: string | undefined; truncate?: string | undefined } = {
    write: "ENOSPC",
    truncate: "EIO",
  };
  const folder = await openFolder(failing);
  await expect(folder.append(note("torn"))).rejects.toMatchObject({ name: "FullDisk" });
  expect(await journalText()).toHaveLength(7);
  failing.write = undefined;
  failing.truncate = undefined;
  await folder.append(note("whole"));
  expect(readJournalText(await journalText())).toMatchObject({ problems: [], lines: [{ n: 1 }] });
  await folder.close();
});

test("a full disk is named with the path and what to do", async () => {
  const folder = await openFolder({ write: "ENOSPC" });
  await expect(folder.append(note("x"))).rejects.toThrow(
    `${path}/journal.ndjson cannot be written: the disk is full. Free space there, or give the run another folder with --report-dir.`,
  );
  await folder.close();
});

test("files are written whole, read back, appended to in order, and unknown ones are undefined", async () => {
  const folder = await openFolder();
  await folder.writeText("report.json", "{}");
  await folder.writeText("raw/status.txt", "UN");
  await Promise.all([1, 2, 3].map((n) => folder.appendLine("load.ndjson", { n })));
  expect(await folder.readText("load.ndjson")).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
  expect(await folder.readText("raw/status.txt")).toBe("UN");
  expect(await folder.readBytes("nothing.bin")).toBeUndefined();
  await folder.close();
});

test("digests cover every file but journal, lock and half-written ones, also those in folders", async () => {
  const folder = await openFolder();
  await folder.append(note("x"));
  await mkdir(join(path, "raw"));
  await writeFile(join(path, "raw", "ä.txt"), "abc");
  await writeFile(join(path, "run.lock"), "1");
  await writeFile(join(path, "report.html.new"), "half");
  await folder.writeText("a.txt", "");
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  expect(await folder.digests()).toEqual([
    { name: "a.txt", bytes: 0, sha256: sha256("") },
    { name: "raw/ä.txt", bytes: 3, sha256: sha256("abc") },
  ]);
  await folder.close();
});

test("names that lead out of the folder or to the journal are refused", async () => {
  const folder = await openFolder();
  for (const name of [
    "../x",
    "/etc/passwd",
    "a/../../x",
    "journal.ndjson",
    "run.lock",
    "",
    "a//b",
    "..",
    "a\\b",
  ]) {
    await expect(folder.readText(name)).rejects.toMatchObject({ name: "WrongName" });
  }
  await folder.close();
});
