/**
 * `ledger.bin`, format 1: what a drill's load meant to write and what it was answered. A header (magic, length, JSON),
 * padded with zeros to whole records; then records of 32 bytes, big-endian:
 * kind u8, 0, coordinator u16, shard i32, seq u64, time f64 (ms since the epoch), response f32 (ms), code u16, check u16.
 * The intent is in the file before the request is sent, the answer after it came. An intent without an answer is
 * *unknown*; an answer without an intent is a fault of the file and is said.
 */

import { utf8ToBytes } from "@noble/hashes/utils.js";
import { readUtf8 } from "../cql/utf8.ts";

export const ledgerRecordBytes = 32;
const headerStart = 12;
const magic = [0x52, 0x44, 0x4c, 0x45, 0x44, 0x47, 0x52, 0x0a] as const; // "RDLEDGR\n"
const noCoordinator = 0xffff;

const ledgerKinds = [
  "intent",
  "acked",
  /** Definitely not written. */
  "refused",
  /** May be written or not. */
  "unknown",
  /** A read of an acknowledged row came back without it. */
  "absent",
  /** Written and synced before any row of shard 0 below `seq` is sent: such a row without an intent was lost to a power cut. */
  "reserved",
  /** The load ended in order: no row without an intent was sent. */
  "ended",
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export interface LedgerHeader {
  readonly version: 1;
  readonly seed: number;
  readonly keyspace: string;
  readonly table: string;
  /** Addresses that the records' coordinator numbers stand for. */
  readonly nodes: readonly string[];
}

export interface LedgerRecord {
  readonly kind: LedgerKind;
  readonly shard: number;
  readonly seq: number;
  /** Milliseconds since the epoch: when the request was due (intent) or answered. */
  readonly at: number;
  /** Number of the coordinator in the header's nodes; undefined when the driver did not say. */
  readonly coordinator?: number | undefined;
  /** 0, a code of the native protocol (0x1000 …) or one of the client's own (below 0x1000). */
  readonly code: number;
  /** From the due time to the answer, milliseconds; 0 for an intent. */
  readonly responseMs: number;
}

export interface LedgerRead {
  /** Undefined when the file does not begin as a ledger of this format does. */
  readonly header: LedgerHeader | undefined;
  /** Sentences about what was wrong: not a ledger, half a record at the end, a damaged record. */
  readonly problems: readonly string[];
  /** Length of header and whole records; what lies beyond is half a record. */
  readonly wholeBytes: number;
}

/** The bytes a ledger begins with. */
export function encodeLedgerHeader(header: LedgerHeader): Uint8Array {
  const json = utf8ToBytes(JSON.stringify(header));
  const whole = Math.ceil((headerStart + json.length) / ledgerRecordBytes) * ledgerRecordBytes;
  const bytes = new Uint8Array(whole);
  bytes.set(magic);
  new DataView(bytes.buffer).setUint32(8, json.length);
  bytes.set(json, headerStart);
  return bytes;
}

/** Writes one record at `offset` of a buffer that the caller reuses; 32 bytes must be left. */
export function encodeLedgerRecord(view: DataView, offset: number, record: LedgerRecord): void {
  view.setUint8(offset, ledgerKinds.indexOf(record.kind) + 1);
  view.setUint8(offset + 1, 0);
  view.setUint16(offset + 2, record.coordinator ?? noCoordinator);
  view.setInt32(offset + 4, record.shard);
  view.setUint32(offset + 8, Math.floor(record.seq / 2 ** 32));
  view.setUint32(offset + 12, record.seq % 2 ** 32);
  view.setFloat64(offset + 16, record.at);
  view.setFloat32(offset + 24, record.responseMs);
  view.setUint16(offset + 28, record.code);
  view.setUint16(offset + 30, checkOf(view, offset));
}

/**
 * Reads a ledger and gives each whole, undamaged record to `onRecord`, in file order.
 * Half a record at the end (a crash while it was written) costs only itself.
 */
export function readLedger(
  bytes: Uint8Array,
  onRecord: (record: LedgerRecord) => void,
): LedgerRead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = headerEnd(view);
  const header = start === undefined ? undefined : headerOf(bytes, view);
  if (start === undefined || header === undefined) {
    return { header: undefined, problems: ["the file is not a ledger of format 1"], wholeBytes: 0 };
  }
  const wholeBytes =
    start + Math.floor((bytes.length - start) / ledgerRecordBytes) * ledgerRecordBytes;
  let damaged = 0;
  for (let offset = start; offset < wholeBytes; offset += ledgerRecordBytes) {
    const kind = ledgerKinds[view.getUint8(offset) - 1];
    if (kind === undefined || view.getUint16(offset + 30) !== checkOf(view, offset)) {
      damaged += 1;
      continue;
    }
    const coordinator = view.getUint16(offset + 2);
    onRecord({
      kind,
      shard: view.getInt32(offset + 4),
      seq: view.getUint32(offset + 8) * 2 ** 32 + view.getUint32(offset + 12),
      at: view.getFloat64(offset + 16),
      responseMs: view.getFloat32(offset + 24),
      code: view.getUint16(offset + 28),
      ...(coordinator === noCoordinator ? {} : { coordinator }),
    });
  }
  const problems: string[] = [];
  if (damaged > 0)
    problems.push(`${damaged} of the ledger's records are damaged and were left out`);
  const rest = bytes.length - wholeBytes;
  if (rest > 0) problems.push(`the last record is cut off after ${rest} bytes and was left out`);
  return { header, problems, wholeBytes };
}

function headerEnd(view: DataView): number | undefined {
  if (view.byteLength < headerStart) return undefined;
  if (magic.some((byte, at) => view.getUint8(at) !== byte)) return undefined;
  const length = headerStart + view.getUint32(8);
  const end = Math.ceil(length / ledgerRecordBytes) * ledgerRecordBytes;
  return end <= view.byteLength ? end : undefined;
}

function headerOf(bytes: Uint8Array, view: DataView): LedgerHeader | undefined {
  const json = readUtf8(bytes, headerStart, headerStart + view.getUint32(8));
  try {
    const header = JSON.parse(json) as LedgerHeader;
    return header.version === 1 && typeof header.seed === "number" && Array.isArray(header.nodes)
      ? header
      : undefined;
  } catch {
    return undefined;
  }
}

/** Fletcher's sum over the 30 bytes before the check, so that a torn or shifted record is noticed. */
function checkOf(view: DataView, offset: number): number {
  let a = 1;
  let b = 0;
  for (let at = offset; at < offset + 30; at += 1) {
    a = (a + view.getUint8(at)) % 255;
    b = (b + a) % 255;
  }
  return (b << 8) | a;
}
