/**
 * Counts of latencies in buckets of at most 3 % width from 1 µs to 35 minutes: 32 steps for each doubling.
 * One histogram is 3.5 KiB, whatever it counts.
 */
const steps = 32;
const octaves = 28;
const mostMicros = 2 ** 31 - 1;

export class LatencyHistogram {
  readonly #counts = new Uint32Array(steps * octaves);
  #count = 0;
  #maxMs = 0;

  get count(): number {
    return this.#count;
  }

  /** The largest latency, exact; undefined when there is none. */
  get maxMs(): number | undefined {
    return this.#count === 0 ? undefined : this.#maxMs;
  }

  add(ms: number): void {
    const index = bucketOf(ms);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#count += 1;
    this.#maxMs = Math.max(this.#maxMs, ms);
  }

  /**
   * The latency that the given share (0..1) of the requests did not exceed: the upper edge of its bucket, never above
   * the maximum. Undefined when there is none.
   */
  quantile(share: number): number | undefined {
    if (this.#count === 0) return undefined;
    let left = Math.max(1, Math.ceil(share * this.#count));
    for (let index = 0; index < this.#counts.length; index += 1) {
      left -= this.#counts[index] ?? 0;
      if (left <= 0) return Math.min(this.#maxMs, upperEdgeMs(index));
    }
    return this.#maxMs;
  }
}

/** Below 32 µs a bucket is a microsecond; above, the five bits after the highest one choose it. */
function bucketOf(ms: number): number {
  const micros = Math.min(mostMicros, Math.max(0, Math.round(ms * 1_000)));
  if (micros < steps) return micros;
  const octave = 26 - Math.clz32(micros);
  return (octave + 1) * steps + ((micros >>> octave) & (steps - 1));
}

function upperEdgeMs(index: number): number {
  if (index < steps) return index / 1_000;
  const octave = Math.floor(index / steps) - 1;
  return ((steps + (index % steps) + 1) * 2 ** octave - 1) / 1_000;
}
