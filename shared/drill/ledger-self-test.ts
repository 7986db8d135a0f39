/**
 * The test of the checker before its word is taken: in a copy of the ledger one acknowledged row is left out and one bit
 * of another is turned, and the audit must find exactly these two.
 */
import { LedgerAudit, readOutcome, type AuditTally } from "./ledger-audit.ts";
import { encodeLedgerHeader, encodeLedgerRecord, ledgerRecordBytes } from "./ledger-format.ts";
import { ledgerPayload } from "./ledger-keys.ts";
import { readLedgerRows, type LedgerRows } from "./ledger-rows.ts";

const sampleRows = 1_000;

export interface SelfTest {
  readonly ok: boolean;
  /** One sentence for the report. */
  readonly text: string;
  readonly tally: AuditTally;
}

/**
 * @param rows the run's own ledger; at most its first 1,000 acknowledged rows are used. Before there are two of them
 * the test makes up 64 rows.
 * @param pick a number 0 … 1 that chooses the rows; the pure code has no randomness of its own.
 */
export function testLedgerAudit(seed: number, rows: LedgerRows | undefined, pick = 0.5): SelfTest {
  const own = rows === undefined ? [] : ackedKeys(rows);
  const keys = own.length >= 2 ? own : Array.from({ length: 64 }, (_, seq) => [0, seq] as const);
  const missing = Math.min(keys.length - 1, Math.floor(pick * keys.length));
  const turned = (missing + 1 + Math.floor(pick * (keys.length - 1))) % keys.length;
  const wrong = turned === missing ? (missing + 1) % keys.length : turned;

  const copy = readLedgerRows(ledgerOf(seed, keys)).rows;
  const audit = new LedgerAudit(copy);
  const step = audit.step("final");
  keys.forEach(([shard, seq], at) => {
    const payload = ledgerPayload(seed, shard, seq);
    if (at === wrong) {
      const byte = Math.floor(pick * (payload.length - 1));
      payload[byte] = (payload[byte] ?? 0) ^ 1;
    }
    step.note(shard, seq, readOutcome(seed, shard, seq, at === missing ? undefined : payload));
  });

  const found = [...audit.words()].filter(([, , word]) => word !== "ok");
  const wordAt = (at: number) => audit.wordOf(keys[at]?.[0] ?? 0, keys[at]?.[1] ?? 0);
  const ok = found.length === 2 && wordAt(missing) === "lost" && wordAt(wrong) === "unexpected";
  const name = (at: number) => `${keys[at]?.[0]}/${keys[at]?.[1]}`;
  return {
    ok,
    text: ok
      ? `Of ${keys.length} rows, ${name(missing)} was left out and ${name(wrong)} altered: the audit found these two and no other.`
      : `Of ${keys.length} rows, ${name(missing)} was left out and ${name(wrong)} altered, but the audit named ${found.map(([shard, seq, word]) => `${shard}/${seq} ${word}`).join(", ") || "none"}: its result cannot be trusted.`,
    tally: step.tally(),
  };
}

function ackedKeys(rows: LedgerRows): (readonly [number, number])[] {
  const keys: (readonly [number, number])[] = [];
  for (const [shard, seq, state] of rows.entries()) {
    if (state === "acked" && keys.push([shard, seq]) === sampleRows) break;
  }
  return keys;
}

/** A ledger in which each key has an intent and an acknowledgement. */
function ledgerOf(seed: number, keys: readonly (readonly [number, number])[]): Uint8Array {
  const header = encodeLedgerHeader({
    version: 1,
    seed,
    keyspace: "copy",
    table: "ledger",
    nodes: [],
  });
  const bytes = new Uint8Array(header.length + keys.length * 2 * ledgerRecordBytes);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length;
  for (const [shard, seq] of keys) {
    for (const kind of ["intent", "acked"] as const) {
      encodeLedgerRecord(view, at, { kind, shard, seq, at: 0, code: 0, responseMs: 0 });
      at += ledgerRecordBytes;
    }
  }
  return bytes;
}
