import { expect, test } from "vitest";
import {
  encodeLedgerHeader,
  encodeLedgerRecord,
  ledgerRecordBytes,
  readLedger,
  type LedgerHeader,
  type LedgerRecord,
} from "./ledger-format.ts";

const header: LedgerHeader = {
  version: 1,
  seed: 4_000_000_000,
  keyspace: "ringdrill_é",
  table: "ledger",
  nodes: ["127.0.0.1", "::1"],
};
const records: readonly LedgerRecord[] = [
  { kind: "reserved", shard: 0, seq: 2 ** 53 - 1, at: 1, code: 0, responseMs: 0 },
  { kind: "intent", shard: 0, seq: 0, at: 1_796_087_967_700.25, code: 0, responseMs: 0 },
  {
    kind: "acked",
    shard: 0,
    seq: 0,
    at: 1_796_087_967_702.5,
    coordinator: 1,
    code: 0,
    responseMs: 2.25,
  },
  { kind: "intent", shard: -5, seq: 2 ** 40 + 3, at: 2, code: 0, responseMs: 0 },
  {
    kind: "unknown",
    shard: -5,
    seq: 2 ** 40 + 3,
    at: 3,
    coordinator: 0,
    code: 0x1100,
    responseMs: 2_000,
  },
  { kind: "absent", shard: 0, seq: 0, at: 4, code: 0, responseMs: 1 },
  { kind: "refused", shard: 1, seq: 7, at: 5, code: 0x1000, responseMs: 0.5 },
  { kind: "ended", shard: 0, seq: 0, at: 6, code: 0, responseMs: 0 },
];

function fileOf(all: readonly LedgerRecord[]): Uint8Array {
  const head = encodeLedgerHeader(header);
  const bytes = new Uint8Array(head.length + all.length * ledgerRecordBytes);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  all.forEach((record, i) => encodeLedgerRecord(view, head.length + i * ledgerRecordBytes, record));
  return bytes;
}

function read(bytes: Uint8Array) {
  const got: LedgerRecord[] = [];
  return { ...readLedger(bytes, (record) => got.push(record)), records: got };
}

test("a ledger is read as it was written: header, keys beyond 32 bits, times and codes", () => {
  const bytes = fileOf(records);
  expect(read(bytes)).toEqual({ header, records, problems: [], wholeBytes: bytes.length });
});

test("half a record at the end costs only itself and is said", () => {
  const whole = fileOf(records);
  for (const cut of [1, 17, 31]) {
    const got = read(whole.subarray(0, whole.length - cut));
    expect(got.records).toEqual(records.slice(0, -1));
    expect(got.wholeBytes).toBe(whole.length - ledgerRecordBytes);
    expect(got.problems).toEqual([
      `the last record is cut off after ${32 - cut} bytes and was left out`,
    ]);
  }
});

test("a record with any single byte changed is left out and said, the others stay", () => {
  const whole = fileOf(records);
  const start = whole.length - records.length * ledgerRecordBytes + ledgerRecordBytes;
  for (let byte = 0; byte < ledgerRecordBytes; byte += 1) {
    const damaged = whole.slice();
    damaged[start + byte] = (damaged[start + byte] ?? 0) ^ 0x10;
    const got = read(damaged);
    expect(got.problems).toEqual(["1 of the ledger's records are damaged and were left out"]);
    expect(got.records).toEqual(records.filter((_, i) => i !== 1));
  }
});

test("a file that is not a ledger is said to be none", () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(64), fileOf([]).subarray(0, 20)]) {
    expect(read(bytes)).toEqual({
      header: undefined,
      records: [],
      problems: ["the file is not a ledger of format 1"],
      wholeBytes: 0,
    });
  }
});

test("a ledger inside a larger buffer is read from its own start", () => {
  const bytes = fileOf(records);
  const larger = new Uint8Array(bytes.length + 13);
  larger.set(bytes, 13);
  expect(read(larger.subarray(13)).records).toEqual(records);
});
