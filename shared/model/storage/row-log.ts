/**
 * Where a table's rows are kept: records one after another, never changed. A record lives as long as the log does,
 * unless its node dies before it is safe.
 */
export interface RowLog {
  /** Adds a record and gives where it begins. */
  append(record: Uint8Array): number;
  /** The bytes of a record; the caller does not change them. */
  read(offset: number, length: number): Uint8Array;
  /** Every record that is there, in order: after a start. */
  records(): Iterable<{ readonly offset: number; readonly record: Uint8Array }>;
  /** Size in bytes. */
  readonly bytes: number;
  /** Forgets everything. */
  clear(): void;
}

/** A log in memory. `crash` loses what was appended after the last `sync`, as a killed process does. */
export class MemoryRowLog implements RowLog {
  #pieces: Uint8Array[] = [];
  #offsets: number[] = [];
  #synced = 0;
  bytes = 0;

  append(record: Uint8Array): number {
    const offset = this.bytes;
    this.#pieces.push(new Uint8Array(record));
    this.#offsets.push(offset);
    this.bytes += record.length;
    return offset;
  }

  read(offset: number): Uint8Array {
    let low = 0;
    let high = this.#offsets.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#offsets[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#pieces[low] ?? new Uint8Array();
  }

  *records(): Iterable<{ offset: number; record: Uint8Array }> {
    for (const [i, record] of this.#pieces.entries()) {
      yield { offset: this.#offsets[i] ?? 0, record };
    }
  }

  sync(): void {
    this.#synced = this.#pieces.length;
  }

  crash(): void {
    this.#pieces.length = this.#synced;
    this.#offsets.length = this.#synced;
    const last = this.#pieces.at(-1);
    this.bytes = last === undefined ? 0 : (this.#offsets.at(-1) ?? 0) + last.length;
  }

  clear(): void {
    this.#pieces = [];
    this.#offsets = [];
    this.#synced = 0;
    this.bytes = 0;
  }
}
