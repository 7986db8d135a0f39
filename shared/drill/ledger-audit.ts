/**
 * The audit: what the ledger says was acknowledged against what was read back, weakest reads first (drills.md C2).
 * Each acknowledged row gets one word:
 * - *lost*: absent at the last step (ALL).
 * - *hidden*: absent at the application's level, present at the last step: hints or repair brought it back.
 * - *stale*: present at the application's level, but a read during the run or through one replica missed it.
 * - *never read*: no read could decide about it.
 * - *ok*: anything else that was found.
 * Apart from these, *recovered*: the outcome was unknown, and the row is there; *unexpected*: the row was never
 * attempted or was refused for certain, and is there, or its payload is not the one that was written.
 */
import type { LedgerCounts } from "../contract/drill.ts";
import { readLedger } from "./ledger-format.ts";
import { checkLedgerPayload } from "./ledger-keys.ts";
import { LedgerRowBits } from "./ledger-row-bits.ts";
import type { LedgerRows } from "./ledger-rows.ts";

export type ReadOutcome = "present" | "absent" | "altered" | "failed";
export type AuditKind = "user-visible" | "replica" | "final";
export type AuditWord =
  "ok" | "lost" | "hidden" | "stale" | "never read" | "unexpected" | "recovered";

const appPresent = 1;
const appAbsent = 2;
const replicaPresent = 4;
const replicaAbsent = 8;
const finalPresent = 16;
const finalAbsent = 32;
const altered = 64;
const anyPresent = appPresent | replicaPresent | finalPresent;

const bitOf: Readonly<Record<AuditKind, { present: number; absent: number }>> = {
  "user-visible": { present: appPresent, absent: appAbsent },
  replica: { present: replicaPresent, absent: replicaAbsent },
  final: { present: finalPresent, absent: finalAbsent },
};

/** One step of the audit: the reads of one level, through one coordinator or any. */
export interface AuditStepNotes {
  /** Takes one read. A row that the ledger does not know is taken as well, when a scan found it. */
  note(shard: number, seq: number, outcome: ReadOutcome): void;
  /** `missing` counts acknowledged rows only; `missingKeys` are the first 100 of them. */
  tally(): AuditTally;
}

export interface AuditTally {
  readonly read: number;
  readonly present: number;
  readonly missing: number;
  readonly altered: number;
  readonly failed: number;
  readonly missingKeys: readonly string[];
}

/** What a read says of a row: `payload` is undefined when no row came back. */
export function readOutcome(
  seed: number,
  shard: number,
  seq: number,
  payload: Uint8Array | undefined,
): ReadOutcome {
  if (payload === undefined) return "absent";
  return checkLedgerPayload(seed, shard, seq, payload) === undefined ? "present" : "altered";
}

export class LedgerAudit {
  readonly #rows: LedgerRows;
  readonly #bits = new LedgerRowBits();
  readonly #kinds = new Set<AuditKind>();

  /** @param rows of a load that has ended: a row without an answer is unknown. */
  constructor(rows: LedgerRows) {
    this.#rows = rows;
  }

  /** Begins a step. A later step of a kind adds to the earlier ones; for "final", the last read of a row counts. */
  step(kind: AuditKind): AuditStepNotes {
    this.#kinds.add(kind);
    const { present, absent } = bitOf[kind];
    const count = { read: 0, present: 0, missing: 0, altered: 0, failed: 0 };
    const missingKeys: string[] = [];
    return {
      note: (shard, seq, outcome) => {
        count.read += 1;
        if (outcome === "failed") {
          count.failed += 1;
          return;
        }
        let bits = this.#bits.get(shard, seq);
        if (kind === "final") bits &= ~(finalPresent | finalAbsent);
        if (outcome === "absent") {
          bits |= absent;
          if (this.#rows.stateOf(shard, seq) === "acked") {
            count.missing += 1;
            if (missingKeys.length < 100) missingKeys.push(`${shard}/${seq}`);
          }
        } else {
          bits |= present;
          if (outcome === "altered") {
            bits |= altered;
            count.altered += 1;
          } else count.present += 1;
        }
        this.#bits.set(shard, seq, bits);
      },
      tally: () => ({ ...count, missingKeys: [...missingKeys] }),
    };
  }

  /** The word for one row; undefined for a row that was not acknowledged and is not there. */
  wordOf(shard: number, seq: number): AuditWord | undefined {
    const bits = this.#bits.get(shard, seq);
    const state = this.#rows.stateOf(shard, seq);
    if ((bits & altered) !== 0) return "unexpected";
    if (state === "acked") {
      if ((bits & finalAbsent) !== 0) return "lost";
      if ((bits & finalPresent) === 0 && (bits & appPresent) === 0) return "never read";
      if ((bits & appAbsent) !== 0) return "hidden";
      const missed = (bits & replicaAbsent) !== 0 || this.#rows.wasAbsent(shard, seq);
      return missed ? "stale" : "ok";
    }
    if ((bits & anyPresent) === 0) return undefined;
    if (state === "unknown" || state === "open" || this.#rows.mayBeCutOff(shard, seq))
      return "recovered";
    return "unexpected";
  }

  /** Every row that has a word. */
  *words(): Generator<readonly [shard: number, seq: number, word: AuditWord]> {
    for (const [shard, seq] of this.#rows.entries()) {
      const word = this.wordOf(shard, seq);
      if (word !== undefined) yield [shard, seq, word];
    }
    for (const [shard, seq] of this.#bits.entries()) {
      if (this.#rows.stateOf(shard, seq) !== undefined) continue;
      const word = this.wordOf(shard, seq);
      if (word !== undefined) yield [shard, seq, word];
    }
  }

  /** The ledger's counts with the audit's. A word that the steps so far cannot decide stays null. */
  counts(): LedgerCounts {
    const count: Record<AuditWord, number> = {
      ok: 0,
      lost: 0,
      hidden: 0,
      stale: 0,
      "never read": 0,
      unexpected: 0,
      recovered: 0,
    };
    for (const [, , word] of this.words()) count[word] += 1;
    const any = this.#kinds.size > 0;
    const last = this.#kinds.has("final");
    return {
      ...this.#rows.counts(true),
      ok: any ? count.ok : null,
      lost: last ? count.lost : null,
      hidden: last && this.#kinds.has("user-visible") ? count.hidden : null,
      stale: any ? count.stale : null,
      unexpected: any ? count.unexpected : null,
      recovered: any ? count.recovered : null,
      neverRead: any ? count["never read"] : null,
    };
  }
}

/**
 * When the oldest acknowledged row that `chosen` names was first acknowledged, milliseconds since the epoch: the time
 * from it to the injection is the RPO when `chosen` are the lost ones. Undefined when it names none.
 */
export function oldestAck(
  ledger: Uint8Array,
  chosen: (shard: number, seq: number) => boolean,
): number | undefined {
  const first = new Map<string, number>();
  readLedger(ledger, ({ kind, shard, seq, at }) => {
    if (kind !== "acked" || !chosen(shard, seq)) return;
    const key = `${shard}/${seq}`;
    first.set(key, Math.min(at, first.get(key) ?? at));
  });
  let oldest: number | undefined;
  for (const at of first.values()) oldest = Math.min(at, oldest ?? at);
  return oldest;
}
