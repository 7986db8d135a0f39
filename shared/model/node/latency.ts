/** Latency of requests on one table, as a coordinator sees it: a count, a rate, and percentiles over the newest. */
const kept = 512;
const minuteMs = 60_000;

export interface LatencyFigures {
  readonly count: number;
  readonly perSecond: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
  readonly maxMicros: number;
}

export class Latency {
  readonly #newest: number[] = [];
  #next = 0;
  #max = 0;
  #count = 0;
  #rate = 0;
  #rateAt: number | undefined;

  /** `now` in ms, on a clock that does not jump. */
  add(tookMs: number, now: number): void {
    const micros = Math.max(1, Math.round(tookMs * 1_000));
    if (this.#newest.length < kept) this.#newest.push(micros);
    else this.#newest[this.#next] = micros;
    this.#next = (this.#next + 1) % kept;
    this.#max = Math.max(this.#max, micros);
    this.#count++;
    this.#rate = this.#decayed(now) + 1_000 / minuteMs;
    this.#rateAt = now;
  }

  figures(now: number): LatencyFigures {
    const sorted = this.#newest.toSorted((a, b) => a - b);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return {
      count: this.#count,
      perSecond: this.#decayed(now),
      p50Micros: at(0.5),
      p99Micros: at(0.99),
      maxMicros: this.#max,
    };
  }

  /** Requests a second, the last minute weighing most. */
  #decayed(now: number): number {
    if (this.#rateAt === undefined) return 0;
    return this.#rate * Math.exp(-(now - this.#rateAt) / minuteMs);
  }
}
