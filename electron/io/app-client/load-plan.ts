/** Which request is due when: arithmetic only, so that a late loop sends late and never less. */
import type { LoadSpec } from "../../core/deps.ts";
import type { LedgerRows } from "../../../shared/drill/ledger-rows.ts";
import type { ClientName, Op } from "./load-seconds.ts";

export interface Due {
  readonly client: ClientName;
  readonly op: Op;
  readonly shard: number;
  readonly seq: number;
  /** Number of the node that the probe asks; undefined for the application's client, which chooses by itself. */
  readonly node: number | undefined;
  /** Milliseconds after the start of the load. */
  readonly dueMs: number;
}

/** How many rows the search for one to read looks at before it gives up. */
const searchSteps = 256;

export class LoadPlan {
  readonly #spec: LoadSpec;
  readonly #rows: LedgerRows;
  #app = 0;
  #probe = 0;
  #nextSeq: number;
  #reads = 0;
  #cursor = 0;
  #lastAcked: number | undefined;

  /** @param rows what the ledger says so far: rows of a preload, or of a load that was broken off. */
  constructor(spec: LoadSpec, rows: LedgerRows) {
    this.#spec = spec;
    this.#rows = rows;
    this.#nextSeq = Math.max(spec.preloaded, rows.nextSeq);
  }

  /** The next row number of the application's client; nothing at or above it was sent. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** A row of shard 0 was acknowledged just now: the next read may ask for it. */
  acknowledged(seq: number): void {
    this.#lastAcked = seq;
  }

  /** Every request that became due until `elapsedMs` after the start, each given once, the oldest first. */
  take(elapsedMs: number): Due[] {
    const due: Due[] = [];
    for (let at = this.nextAppMs; at <= elapsedMs; at = this.nextAppMs) due.push(this.#nextApp(at));
    for (let at = this.nextProbeMs; at <= elapsedMs; at = this.nextProbeMs)
      due.push(this.#nextProbe(at));
    return due.toSorted((a, b) => a.dueMs - b.dueMs);
  }

  get nextAppMs(): number {
    return (this.#app * 1_000) / this.#spec.ratePerSecond;
  }

  get nextProbeMs(): number {
    const { probeRatePerSecond, probeSeqs, nodes } = this.#spec;
    const none = probeRatePerSecond <= 0 || probeSeqs.length === 0 || nodes.length === 0;
    return none ? Infinity : (this.#probe * 1_000) / probeRatePerSecond;
  }

  #nextApp(dueMs: number): Due {
    const { kind } = this.#spec;
    const wantsRead = kind === "read" || (kind === "mixed" && this.#app % 2 === 1);
    this.#app += 1;
    const read = wantsRead ? this.#rowToRead() : undefined;
    if (read !== undefined)
      return { client: "app", op: "read", shard: 0, seq: read, node: undefined, dueMs };
    const seq = this.#nextSeq;
    this.#nextSeq += 1;
    return { client: "app", op: "write", shard: 0, seq, node: undefined, dueMs };
  }

  /** Every second read of a mixed load asks for the newest acknowledged row, the others go round and round. */
  #rowToRead(): number | undefined {
    this.#reads += 1;
    if (this.#reads % 2 === 0 && this.#lastAcked !== undefined) return this.#lastAcked;
    const end = Math.max(this.#spec.preloaded, this.#rows.nextSeq);
    for (let step = 0; step < searchSteps && step < end; step += 1) {
      const seq = this.#cursor % end;
      this.#cursor = seq + 1;
      if (seq < this.#spec.preloaded || this.#rows.stateOf(0, seq) === "acked") return seq;
    }
    return undefined;
  }

  /** Set after set, and with each round through the sets another node for each: every node meets every set. */
  #nextProbe(dueMs: number): Due {
    const { kind, probeSeqs, nodes } = this.#spec;
    const round = Math.floor(this.#probe / probeSeqs.length);
    const set = this.#probe % probeSeqs.length;
    const seq = probeSeqs[set] ?? 0;
    const node = (set + round) % nodes.length;
    this.#probe += 1;
    const wantsRead = kind === "read" || (kind === "mixed" && round % 2 === 1);
    const op: Op = wantsRead && this.#rows.stateOf(1, seq) === "acked" ? "read" : "write";
    return { client: "probe", op, shard: 1, seq, node, dueMs };
  }
}
