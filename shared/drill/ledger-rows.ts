/**
 * What a ledger says of each row. A row that was tried more than once (the probe's keys, a repeated preload) is
 * acknowledged when any try was, else unknown when any try may have written it, else refused.
 */
import type { LedgerCounts } from "../contract/drill.ts";
import { readLedger, type LedgerHeader, type LedgerRecord } from "./ledger-format.ts";
import { LedgerRowBits } from "./ledger-row-bits.ts";

export type RowState = "acked" | "refused" | "unknown" | "open";

const acked = 1;
const refused = 2;
const unknown = 4;
const intended = 8;
const absent = 16;
/** The number of tries that have no answer yet stands above these bits. */
const openStep = 32;
const mostOpen = 2_047;

export class LedgerRows {
  readonly #bits = new LedgerRowBits();
  readonly #count: Record<RowState, number> = { acked: 0, refused: 0, unknown: 0, open: 0 };
  #rows = 0;
  #withoutIntent = 0;
  #reserved = 0;
  #ended = false;
  #nextSeq = 0;

  /** Takes one record, as written or as read. */
  add(record: LedgerRecord): void {
    if (record.kind === "reserved") {
      this.#reserved = Math.max(this.#reserved, record.seq);
      this.#ended = false;
      return;
    }
    if (record.kind === "ended") {
      this.#ended = true;
      return;
    }
    const { shard, seq } = record;
    const before = this.#bits.get(shard, seq);
    let bits = before;
    const open = Math.floor(bits / openStep);
    if (record.kind === "absent") bits |= absent;
    else if (record.kind === "intent") {
      bits |= intended;
      // A count that ran over is never taken back: the row stays unknown rather than become refused.
      if (open < mostOpen) bits += openStep;
      if (shard === 0) this.#nextSeq = Math.max(this.#nextSeq, seq + 1);
    } else {
      bits |= record.kind === "acked" ? acked : record.kind === "refused" ? refused : unknown;
      if (open === 0) this.#withoutIntent += 1;
      else if (open < mostOpen) bits -= openStep;
    }
    this.#bits.set(shard, seq, bits);
    const was = stateOf(before);
    const is = stateOf(bits);
    if (was !== is) {
      if (was !== undefined) this.#count[was] -= 1;
      if (is !== undefined) this.#count[is] += 1;
    }
    if ((before & intended) === 0 && (bits & intended) !== 0) this.#rows += 1;
  }

  /** Undefined when the row was never attempted. "open": sent and not yet answered; once the load has ended, unknown. */
  stateOf(shard: number, seq: number): RowState | undefined {
    return stateOf(this.#bits.get(shard, seq));
  }

  /** True when a read during the run came back without the row although it had been acknowledged. */
  wasAbsent(shard: number, seq: number): boolean {
    return (this.#bits.get(shard, seq) & absent) !== 0;
  }

  /** True when the row has no intent, but was allowed to be sent and its intent may have been lost to a power cut. */
  mayBeCutOff(shard: number, seq: number): boolean {
    return (
      shard === 0 && !this.#ended && seq < this.#reserved && this.stateOf(shard, seq) === undefined
    );
  }

  /** The first number of shard 0 that no intent has used. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** Answers whose intent is missing; more than none says that the file is not whole. */
  get answersWithoutIntent(): number {
    return this.#withoutIntent;
  }

  /** Every attempted row. */
  *entries(): Generator<readonly [shard: number, seq: number, state: RowState]> {
    for (const [shard, seq, bits] of this.#bits.entries()) {
      const state = stateOf(bits);
      if (state !== undefined) yield [shard, seq, state];
    }
  }

  /**
   * Counts rows, not tries. While the load runs, rows without an answer are in `intended` only; `ended` counts them
   * as unknown. The audit's words are null: nothing was read back yet.
   */
  counts(ended: boolean): LedgerCounts {
    return {
      intended: this.#rows,
      acked: this.#count.acked,
      refused: this.#count.refused,
      unknown: this.#count.unknown + (ended ? this.#count.open : 0),
      ok: null,
      lost: null,
      hidden: null,
      stale: null,
      unexpected: null,
      recovered: null,
      neverRead: null,
    };
  }
}

/**
 * Reads a whole ledger.bin.
 * @returns the rows, the header if it is a ledger, and sentences about what is wrong with the file.
 */
export function readLedgerRows(bytes: Uint8Array): {
  readonly header: LedgerHeader | undefined;
  readonly rows: LedgerRows;
  readonly problems: readonly string[];
} {
  const rows = new LedgerRows();
  const { header, problems } = readLedger(bytes, (record) => rows.add(record));
  const orphans = rows.answersWithoutIntent;
  if (orphans === 0) return { header, rows, problems };
  return {
    header,
    rows,
    problems: [...problems, `${orphans} answers stand in the ledger without their intent`],
  };
}

function stateOf(bits: number): RowState | undefined {
  if ((bits & acked) !== 0) return "acked";
  if ((bits & unknown) !== 0) return "unknown";
  if (bits >= openStep) return "open";
  return (bits & refused) !== 0 ? "refused" : undefined;
}
