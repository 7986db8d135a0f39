import { appendFile, mkdtemp, readFile, rm, truncate, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readJournalText } from "../../../shared/drill/journal-chain.ts";
import type { JournalEntry } from "../../../shared/drill/journal-entry.ts";
import { runFolders } from "./run-folders.ts";

let top = "";
let now = 5_000;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "run-folders-"));
  now = 5_000;
});
afterEach(() => rm(top, { recursive: true, force: true }));

const runs = () =>
  runFolders({ folder: join(top, "runs"), now: () => (now += 1_000), monotonicMs: () => 1 });
const note = (text: string): JournalEntry => ({ type: "note", text });

test("a new run has its own folder, held by this process until it is closed", async () => {
  const folder = await runs().create("D-06-1");
  expect(folder.path).toBe(join(top, "runs", "D-06-1"));
  await folder.append(note("one"));
  expect(await runs().list()).toEqual([{ path: folder.path, runId: "D-06-1", ownerAlive: true }]);
  await expect(runs().reopen(folder.path)).rejects.toThrow(
    `is being written by process ${process.pid}`,
  );
  await folder.close();
  expect(await runs().list()).toMatchObject([{ ownerAlive: false }]);
});

test("a run never writes into a folder that exists", async () => {
  await (await runs().create("a")).close();
  await expect(runs().create("a")).rejects.toMatchObject({ name: "Exists" });
  await expect(runs().create("../a")).rejects.toMatchObject({ name: "WrongName" });
});

test("a run that is opened again goes on with its chain", async () => {
  const first = await runs().create("a");
  await first.append(note("one"));
  await first.close();
  const { folder, journal } = await runs().reopen(first.path);
  expect(journal).toMatchObject({ problems: [], lines: [{ n: 1, entry: note("one") }] });
  expect(folder.head()).toBe(first.head());
  await folder.append(note("two"));
  await folder.close();
  expect(await runs().read(first.path)).toMatchObject({
    problems: [],
    lines: [{ n: 1 }, { n: 2, prev: first.head() }],
  });
});

test("a half-written last line is kept in journal.cut and the chain goes on before it", async () => {
  const first = await runs().create("a");
  await first.append(note("one"));
  await first.close();
  const file = join(first.path, "journal.ndjson");
  await appendFile(file, '{"n":2,"at":ä');
  const { folder, journal } = await runs().reopen(first.path);
  expect(journal.problems).toEqual(["line 2 is cut off after 14 bytes"]);
  expect(await readFile(join(first.path, "journal.cut"), "utf8")).toBe('{"n":2,"at":ä\n');
  await folder.append(note("two"));
  await folder.close();
  expect(readJournalText(await readFile(file, "utf8"))).toMatchObject({
    problems: [],
    lines: [{ n: 1 }, { n: 2 }],
  });
});

test("a journal cut anywhere is opened again with a whole chain", async () => {
  const first = await runs().create("a");
  for (const text of ["one", "zwei ä", "three"]) await first.append(note(text));
  await first.close();
  const file = join(first.path, "journal.ndjson");
  const whole = await readFile(file);
  for (let length = whole.length - 1; length >= 0; length -= 7) {
    await writeFile(file, whole);
    await truncate(file, length);
    const { folder } = await runs().reopen(first.path);
    await folder.append(note("resumed"));
    await folder.close();
    const read = readJournalText(await readFile(file, "utf8"));
    expect(read.problems).toEqual([]);
    expect(read.lines.at(-1)?.entry).toEqual(note("resumed"));
  }
});

test("a changed journal is read, and what is wrong is said", async () => {
  const first = await runs().create("a");
  for (const text of ["one", "two"]) await first.append(note(text));
  await first.close();
  const file = join(first.path, "journal.ndjson");
  await writeFile(file, (await readFile(file, "utf8")).replace("one", "eins"));
  expect((await runs().read(first.path)).problems).toEqual([
    "line 2 does not continue the line before it: the journal was changed there",
  ]);
});

test("the list has the newest first, also runs that were put elsewhere, without those that are gone", async () => {
  const made = [];
  for (const [id, parent] of [
    ["one", undefined],
    ["two", join(top, "else")],
    ["three", join(top, "else")],
  ] as const) {
    const folder = await runs().create(id, parent);
    await folder.append(note(id));
    await folder.close();
    made.push(folder.path);
  }
  await mkdir(join(top, "runs", "not-a-run"));
  expect((await runs().list()).map(({ runId }) => runId)).toEqual(["three", "two", "one"]);
  await rm(made[2] ?? "", { recursive: true });
  expect((await runs().list()).map(({ path }) => path)).toEqual([made[1], made[0]]);
});

test("a machine without runs has an empty list", async () => {
  expect(await runs().list()).toEqual([]);
});

test("what is not a run's folder is named so", async () => {
  await expect(runs().read(top)).rejects.toMatchObject({ name: "NoJournal" });
  await expect(runs().reopen(join(top, "nowhere"))).rejects.toMatchObject({ name: "NoJournal" });
  await writeFile(join(top, "file"), "");
  await expect(runs().create("a", join(top, "file"))).rejects.toThrow("cannot be created");
});
