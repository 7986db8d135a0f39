/**
 * The ledger's rows: table `(shard int, seq bigint, payload blob, sent timestamp, primary key ((shard, seq)))`, each row
 * written once. A payload is a function of the run's seed and the row's key, so that what must be there can be
 * computed again and need not be stored.
 */
import { routingKey } from "../cql/routing-key.ts";

const payloadBytes = 100;
const checksumAt = payloadBytes - 4;

/** The bytes of the composite partition key (shard int, seq bigint), as the token is made of them. */
export function ledgerRoutingKey(shard: number, seq: number): Uint8Array {
  const first = new Uint8Array(4);
  new DataView(first.buffer).setInt32(0, shard);
  const second = new Uint8Array(8);
  setSeq(new DataView(second.buffer), 0, seq);
  return routingKey([first, second]);
}

/** 100 bytes: seed u32, shard i32, seq u64, 80 bytes made of them, FNV-1a checksum u32; big-endian. */
export function ledgerPayload(seed: number, shard: number, seq: number): Uint8Array {
  const bytes = new Uint8Array(payloadBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, seed >>> 0);
  view.setInt32(4, shard);
  setSeq(view, 8, seq);
  let state = scramble(
    scramble(seed ^ scramble(shard)) ^ (seq % 2 ** 32) ^ scramble(Math.floor(seq / 2 ** 32)),
  );
  for (let at = 16; at < checksumAt; at += 4) {
    state = (state + 0x9e3779b9) | 0;
    view.setUint32(at, scramble(state) >>> 0);
  }
  view.setUint32(checksumAt, checksumOf(bytes));
  return bytes;
}

/**
 * Compares what was read with what must be there.
 * @returns undefined when it is the same, else what is wrong, in words.
 */
export function checkLedgerPayload(
  seed: number,
  shard: number,
  seq: number,
  read: Uint8Array,
): string | undefined {
  if (read.length !== payloadBytes)
    return `the payload has ${read.length} bytes instead of ${payloadBytes}`;
  const right = ledgerPayload(seed, shard, seq);
  const at = right.findIndex((byte, i) => byte !== read[i]);
  if (at < 0) return undefined;
  const view = new DataView(read.buffer, read.byteOffset, read.byteLength);
  if (view.getUint32(checksumAt) === checksumOf(read)) {
    const other = view.getUint32(8) * 2 ** 32 + view.getUint32(12);
    return `the payload is whole, but that of row ${view.getInt32(4)}/${other} of seed ${view.getUint32(0)}`;
  }
  return `the payload is altered from byte ${at} on`;
}

function setSeq(view: DataView, at: number, seq: number): void {
  view.setUint32(at, Math.floor(seq / 2 ** 32));
  view.setUint32(at + 4, seq % 2 ** 32);
}

/** Finaliser of MurmurHash3 x86_32: each input bit changes about half of the output's. */
function scramble(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function checksumOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < checksumAt; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}
