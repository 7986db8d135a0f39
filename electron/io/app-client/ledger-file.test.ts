import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LedgerHeader, LedgerKind } from "../../../shared/drill/ledger-format.ts";
import { readLedgerRows } from "../../../shared/drill/ledger-rows.ts";
import { LedgerFile } from "./ledger-file.ts";

const header: LedgerHeader = {
  version: 1,
  seed: 7,
  keyspace: "k",
  table: "ledger",
  nodes: ["127.0.0.1"],
};
let folder = "";
let path = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ledger-"));
  path = join(folder, "ledger.bin");
});
afterEach(() => rm(folder, { recursive: true }));

const add = (ledger: LedgerFile, kind: LedgerKind, seq: number): void =>
  ledger.add({ kind, shard: 0, seq, at: 1, code: 0, responseMs: 0 });

test("what was written is in the file before it is synced, and what was only added is not", async () => {
  const ledger = new LedgerFile(path, header);
  add(ledger, "intent", 0);
  expect(ledger.write()).toBe(true);
  add(ledger, "acked", 0);
  const { rows, problems } = readLedgerRows(await readFile(path));
  expect([rows.stateOf(0, 0), ledger.rows.stateOf(0, 0), problems]).toEqual(["open", "open", []]);
  ledger.write();
  expect(await ledger.sync()).toBe(true);
  ledger.close();
  expect(readLedgerRows(await readFile(path)).rows.counts(true)).toMatchObject({
    intended: 1,
    acked: 1,
  });
});

test("a ledger that is opened again goes on after its last whole record", async () => {
  const first = new LedgerFile(path, header);
  for (let seq = 0; seq < 300; seq += 1) add(first, "intent", seq);
  first.write();
  first.close();
  await truncate(path, (await readFile(path)).length - 5);
  const second = new LedgerFile(path, header);
  expect(second.rows.nextSeq).toBe(299);
  add(second, "intent", 500);
  second.write();
  second.close();
  const { rows, problems } = readLedgerRows(await readFile(path));
  expect([rows.nextSeq, rows.counts(true).intended, problems]).toEqual([501, 300, []]);
});

test("the ledger of another run is not written into", async () => {
  new LedgerFile(path, header).close();
  expect(() => new LedgerFile(path, { ...header, seed: 8 })).toThrow(
    "is the ledger of another run",
  );
  await writeFile(path, "something else");
  expect(() => new LedgerFile(path, header)).toThrow("is the ledger of another run");
});

test("a full disk ends the ledger with whole records, and nothing more is taken", async () => {
  // /dev/full answers every write with ENOSPC, as a full disk does.
  expect(() => new LedgerFile("/dev/full", header)).toThrow("ENOSPC");
});
