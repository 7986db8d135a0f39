/**
 * Suspicion of a node by the time since its last heartbeat, as Cassandra's FailureDetector reckons it (4.0–5.0):
 * phi = time since the last arrival ÷ mean interval of arrivals, and a node is convicted when phi ÷ ln 10 exceeds the
 * threshold. With heartbeats of about 1 s and the threshold 8 that takes 18 to 23 s.
 */
const intervalMs = 1_000;
/** Longer intervals say that something stood still, not how gossip goes: they are not counted. */
const longestCountedMs = 2 * intervalMs;
const windowSize = 1_000;
/** A node that stood still itself says nothing about others for as long. */
export const localPauseMs = 5_000;

export class ArrivalWindow {
  #lastAt: number | undefined;
  #intervals: number[] = [];
  #sum = 0;
  #next = 0;

  /** A heartbeat arrived at `now` (ms on a clock that does not jump). */
  add(now: number): void {
    if (this.#lastAt === undefined) this.#push(longestCountedMs);
    else if (now - this.#lastAt <= longestCountedMs) this.#push(now - this.#lastAt);
    this.#lastAt = now;
  }

  /** Suspicion ÷ ln 10; 0 before the first heartbeat. */
  phi(now: number): number {
    if (this.#lastAt === undefined || this.#intervals.length === 0) return 0;
    const mean = Math.max(1, this.#sum / this.#intervals.length);
    return (now - this.#lastAt) / mean / Math.LN10;
  }

  #push(interval: number): void {
    if (this.#intervals.length < windowSize) this.#intervals.push(interval);
    else {
      this.#sum -= this.#intervals[this.#next] ?? 0;
      this.#intervals[this.#next] = interval;
      this.#next = (this.#next + 1) % windowSize;
    }
    this.#sum += interval;
  }
}
