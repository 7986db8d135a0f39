/**
 * Sixteen bits for each row of a ledger. Shard 0 is numbered without gaps and can have millions of rows, so it is
 * one array; the few rows of other shards, and numbers far beyond shard 0's end, are in a map.
 */
const denseSlack = 1 << 16;

export class LedgerRowBits {
  #dense = new Uint16Array(1024);
  /** One more than the highest number in `#dense`. */
  #denseEnd = 0;
  readonly #sparse = new Map<string, number>();
  /** True once a row of shard 0 went to the map: it stays there when the array later grows past it. */
  #zeroInSparse = false;

  /** 0 when nothing was set. */
  get(shard: number, seq: number): number {
    const dense = shard === 0 && seq < this.#denseEnd ? (this.#dense[seq] ?? 0) : 0;
    if (dense !== 0 || (shard === 0 && !this.#zeroInSparse)) return dense;
    return this.#sparse.get(`${shard}/${seq}`) ?? 0;
  }

  set(shard: number, seq: number, bits: number): void {
    const near = shard === 0 && seq < this.#denseEnd * 2 + denseSlack;
    if (!near || (this.#zeroInSparse && this.#sparse.has(`${shard}/${seq}`))) {
      this.#zeroInSparse ||= shard === 0;
      this.#sparse.set(`${shard}/${seq}`, bits);
      return;
    }
    if (seq >= this.#dense.length) {
      const larger = new Uint16Array(Math.max(seq + 1, this.#dense.length * 2));
      larger.set(this.#dense);
      this.#dense = larger;
    }
    this.#dense[seq] = bits;
    this.#denseEnd = Math.max(this.#denseEnd, seq + 1);
  }

  /** Every row with a bit set: shard 0 in order, then the others as they came. */
  *entries(): Generator<readonly [shard: number, seq: number, bits: number]> {
    for (let seq = 0; seq < this.#denseEnd; seq += 1) {
      const bits = this.#dense[seq] ?? 0;
      if (bits !== 0) yield [0, seq, bits];
    }
    for (const [key, bits] of this.#sparse) {
      const [shard, seq] = key.split("/");
      if (bits !== 0) yield [Number(shard), Number(seq), bits];
    }
  }
}
