/** Reads rows of the ledger back, many at a time over the control connections. */
import { readOutcome, type ReadOutcome } from "../../../shared/drill/ledger-audit.ts";
import type { CqlSession } from "../deps.ts";
import { cqlName } from "./control-keyspace.ts";

export type LedgerKey = readonly [shard: number, seq: number];

const inFlight = 64;
const triesPerRead = 3;

/**
 * Reads each key once, through `coordinators` in turn.
 * @param onRead hears every outcome; "failed" after three tries without an answer (a read, unlike a write, may be asked again).
 */
export async function readKeys(
  coordinators: readonly CqlSession[],
  keyspace: string,
  seed: number,
  keys: readonly LedgerKey[],
  consistency: string,
  onRead: (key: LedgerKey, outcome: ReadOutcome) => void,
): Promise<void> {
  const cql = `SELECT payload FROM ${cqlName(keyspace)}.ledger WHERE shard = ? AND seq = ?`;
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < keys.length; at = next++) {
      const key = keys[at];
      if (key === undefined) return;
      onRead(key, await readOne(coordinators, at, cql, seed, key, consistency));
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, keys.length) }, worker));
}

async function readOne(
  coordinators: readonly CqlSession[],
  at: number,
  cql: string,
  seed: number,
  key: LedgerKey,
  consistency: string,
): Promise<ReadOutcome> {
  for (let attempt = 0; attempt < triesPerRead; attempt += 1) {
    const session = coordinators[(at + attempt) % coordinators.length];
    if (session === undefined) return "failed";
    try {
      const rows = await session.query(cql, [key[0], BigInt(key[1])], {
        consistency,
        timeoutMs: 10_000,
      });
      const payload = rows[0]?.payload;
      return readOutcome(seed, key[0], key[1], payload instanceof Uint8Array ? payload : undefined);
    } catch (error) {
      // The outcome says "failed"; the last try's reason is of no more use than the count.
      if (!(error instanceof Error)) throw error;
    }
  }
  return "failed";
}

/**
 * Reads the whole table in pages: the only way to see rows that nobody attempted.
 * @throws what the query threw
 */
export async function scanLedger(
  session: CqlSession,
  keyspace: string,
  seed: number,
  consistency: string,
  onRow: (key: LedgerKey, outcome: ReadOutcome) => void,
): Promise<void> {
  const rows = await session.query(
    `SELECT shard, seq, payload FROM ${cqlName(keyspace)}.ledger`,
    [],
    { consistency, timeoutMs: 30_000, pageSize: 2_000 },
  );
  for (const row of rows) {
    const key = [Number(row.shard), Number(row.seq)] as const;
    onRow(
      key,
      readOutcome(
        seed,
        key[0],
        key[1],
        row.payload instanceof Uint8Array ? row.payload : undefined,
      ),
    );
  }
}
