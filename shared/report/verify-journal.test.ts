import { expect, test } from "vitest";
import type { JournalEntry } from "../drill/journal-entry.ts";
import { lineHash } from "../drill/journal-chain.ts";
import {
  sampleEntries,
  sampleFiles,
  sampleJournal,
} from "../../test/fixtures/report/sample-run.ts";
import { verifyJournal, type VerifySources } from "./verify-journal.ts";

const journal = sampleJournal();
const resultHash = lineHash(
  journal.split("\n").find((line) => line.includes('"entry":{"type":"result"')) ?? "",
);
const sources = (more: Partial<VerifySources> = {}): VerifySources => ({
  folder: "/runs/r",
  runId: "r",
  journal,
  files: sampleFiles,
  copies: [],
  ...more,
});
const failed = (more: Partial<VerifySources>): string[] =>
  verifyJournal(sources(more))
    .checks.filter(({ ok }) => ok === false)
    .map(({ what, text }) => `${what}: ${text}`);

test("an untouched folder is verified, and what could not be compared is said", () => {
  const result = verifyJournal(sources());
  expect(result.ok).toBe(true);
  expect(result.checks.map(({ what, ok }) => [what, ok])).toEqual([
    ["journal chain", true],
    ["order of entries", true],
    ["closed", true],
    ["ledger.bin", true],
    ["evidence", true],
    ["copies of the head", null],
  ]);
});

test("a changed line, a line taken out and a line put in are each found", () => {
  const lines = journal.trimEnd().split("\n");
  const text = (all: readonly string[]): string => `${all.join("\n")}\n`;
  for (const changed of [
    journal.replace("killed pid 3312", "killed pid 3313"),
    text(lines.filter((_, i) => i !== 7)),
    text([...lines.slice(0, 5), lines[4] ?? "", ...lines.slice(5)]),
  ]) {
    expect(failed({ journal: changed })[0]).toContain("journal chain: The journal is not whole:");
  }
});

test("a journal that was rewritten as a whole is found by the copies of its head", () => {
  const entries = sampleEntries().map(([at, entry]): readonly [number, JournalEntry] =>
    entry.type === "approval" ? [at, { ...entry, by: "somebody else" }] : [at, entry],
  );
  const copies = [
    { where: "in the cluster", head: resultHash },
    { where: "on 127.0.0.3", why: "the node was not asked" },
  ];
  const rewritten = sampleJournal(entries);
  expect(failed({ journal: rewritten })).toEqual([]);
  expect(failed({ journal: rewritten, copies })).toEqual([
    expect.stringMatching(
      /^copy of the head, in the cluster: The copy says .* one of them was changed\.$/,
    ),
  ]);
  expect(verifyJournal(sources({ copies })).checks.slice(-2)).toMatchObject([
    { ok: true, text: `The same: ${resultHash}.` },
    { ok: null, text: "Could not be compared: the node was not asked." },
  ]);
});

test("lines cut off at the end cannot be told from a run that was not closed, so neither is verified", () => {
  const lines = journal.trimEnd().split("\n");
  const result = verifyJournal(sources({ journal: `${lines.slice(0, -3).join("\n")}\n` }));
  expect(result.ok).toBe(false);
  expect(result.checks.find(({ what }) => what === "closed")).toMatchObject({ ok: null });
});

test("a changed ledger, a changed file and a missing file are named", () => {
  const other = "ff".repeat(32);
  const files = sampleFiles.flatMap((file) =>
    file.name === "load.ndjson"
      ? []
      : [
          file.name === "ledger.bin" || file.name === "samples.ndjson"
            ? { ...file, sha256: other }
            : file,
        ],
  );
  expect(failed({ files })).toEqual([
    `ledger.bin: The ledger was changed: SHA-256 ${other}, the journal says ${"c0".repeat(32)}.`,
    "evidence: 1 of 4 files are as the journal lists them.",
    `ledger.bin: The file was changed: SHA-256 ${other}, the journal says ${"c0".repeat(32)}.`,
    "load.ndjson: The file is listed in the journal and is not in the folder.",
    `samples.ndjson: The file was changed: SHA-256 ${other}, the journal says ${"b2".repeat(32)}.`,
  ]);
});

test("files that came later are named unless Ringdrill makes them itself", () => {
  const more = [
    ...sampleFiles,
    { name: "report.html", bytes: 1, sha256: "" },
    { name: "notes.txt", bytes: 1, sha256: "" },
  ];
  expect(
    verifyJournal(sources({ files: more })).checks.find(({ what }) => what === "other files"),
  ).toEqual({
    what: "other files",
    ok: null,
    text: "Not part of the evidence: notes.txt.",
  });
});

test("entries in an order that no run has are found", () => {
  const all = sampleEntries();
  expect(failed({ journal: sampleJournal(all.slice(1)) })).toContain(
    'order of entries: Line 2 is a "phase" with no "plan" before it.',
  );
  const twice = [...all, ...all.slice(0, 1)];
  expect(failed({ journal: sampleJournal(twice) }).join()).toContain("is a second plan");
});

test("an empty journal is not verified", () => {
  expect(verifyJournal(sources({ journal: "" }))).toMatchObject({ ok: false });
});
