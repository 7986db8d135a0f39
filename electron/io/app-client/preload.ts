/** Rows for a drill that reads: written before it begins, each with its intent and answer in the ledger. */
import type { Client } from "cassandra-driver";
import type { LoadSpec } from "../../core/deps.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import { classifyError } from "./classify-error.ts";
import type { LedgerFile } from "./ledger-file.ts";
import { LedgerRequests } from "./ledger-requests.ts";

const atOnce = 64;
const tries = 6;

/**
 * Writes rows 0 … rows−1 of shard 0, those first that the ledger does not have yet. A row that fails is tried again up to
 * five times, later and later: it is the same row with the same payload.
 * @throws Failure when a row could not be written, Error when the ledger could not
 */
export async function preloadRows(
  spec: LoadSpec,
  client: Client,
  ledger: LedgerFile,
  rows: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const requests = new LedgerRequests(spec, client, client);
  ledger.add({ kind: "reserved", shard: 0, seq: rows, at: Date.now(), code: 0, responseMs: 0 });
  await save(ledger);
  for (let from = 0; from < rows; from += atOnce) {
    let left = Array.from({ length: Math.min(atOnce, rows - from) }, (_, i) => from + i).filter(
      (seq) => ledger.rows.stateOf(0, seq) !== "acked",
    );
    for (let attempt = 1; left.length > 0; attempt += 1) {
      if (attempt > 1) await pause(250 * attempt);
      const failed = await writeRows(ledger, requests, left);
      if (failed.length > 0 && attempt === tries) throw notWritten(spec, failed);
      left = failed.map(({ seq }) => seq);
    }
    onProgress(Math.min(rows, from + atOnce));
  }
  ledger.add({ kind: "ended", shard: 0, seq: 0, at: Date.now(), code: 0, responseMs: 0 });
  await save(ledger);
}

interface FailedRow {
  readonly seq: number;
  readonly error: unknown;
}

async function writeRows(
  ledger: LedgerFile,
  requests: LedgerRequests,
  seqs: readonly number[],
): Promise<readonly FailedRow[]> {
  for (const seq of seqs) {
    ledger.add({ kind: "intent", shard: 0, seq, at: Date.now(), code: 0, responseMs: 0 });
  }
  if (!ledger.write()) throw new Error(ledger.broken);
  const failed: FailedRow[] = [];
  await Promise.all(
    seqs.map(async (seq) => {
      const begun = Date.now();
      const answer = (kind: "acked" | "refused" | "unknown", code: number): void =>
        ledger.add({ kind, shard: 0, seq, at: Date.now(), code, responseMs: Date.now() - begun });
      try {
        await requests.send({ client: "app", op: "write", shard: 0, seq, node: undefined });
        answer("acked", 0);
      } catch (error) {
        const { outcome, code } = classifyError(error);
        answer(outcome, code);
        failed.push({ seq, error });
      }
    }),
  );
  if (!ledger.write()) throw new Error(ledger.broken);
  return failed;
}

async function save(ledger: LedgerFile): Promise<void> {
  if (!ledger.write() || !(await ledger.sync())) throw new Error(ledger.broken);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function notWritten(spec: LoadSpec, failed: readonly FailedRow[]): Failure {
  const error = failed[0]?.error;
  return new Failure({
    hop: "cql query",
    kind: "server error",
    node: spec.contactPoints.join(", "),
    message: `${failed.length} rows could not be written at ${spec.consistency} before the drill, each tried ${tries} times (${classifyError(error).kind}).`,
    next: "Look whether every replica is up and the level can be reached, then start the drill again.",
    said: error instanceof Error ? error.message.slice(0, 2_000) : String(error),
  });
}
