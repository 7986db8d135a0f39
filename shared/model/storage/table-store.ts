import { WireReader } from "../../cql/wire-reader.ts";
import { WireWriter } from "../../cql/wire-writer.ts";
import { placeOf } from "./partition-place.ts";
import { mergeRows, sameRow, type Row } from "./row.ts";
import { decodeRow, encodeRow } from "./row-record.ts";
import type { RowLog } from "./row-log.ts";

export interface StoredRow {
  readonly place: string;
  readonly row: Row;
}

/**
 * A table's rows on one replica: a log of records, and in memory only where the newest record of each row lies. About
 * 100 bytes a row.
 */
export class TableStore {
  readonly #log: RowLog;
  /** Place → offset × 2^21 + length. */
  readonly #index = new Map<string, number>();
  /** Places in order; those that came since are in `#added`. */
  #sorted: string[] = [];
  #added: string[] = [];

  /** Reads what the log holds. @throws MalformedCql when it is not a log of rows */
  constructor(log: RowLog) {
    this.#log = log;
    for (const { offset, record } of log.records()) {
      this.#remember(placeOf(splitRecord(record).key), offset, record.length);
    }
  }

  /** Rows that were ever written, deleted ones included. */
  get size(): number {
    return this.#index.size;
  }

  get bytes(): number {
    return this.#log.bytes;
  }

  /** Writes a row into the one that is there. */
  apply(key: Uint8Array, row: Row): void {
    const place = placeOf(key);
    const known = this.#at(place);
    const merged = known === undefined ? row : mergeRows(known, row);
    // A hint or a repair often brings what is there already.
    if (known !== undefined && sameRow(known, merged)) return;
    const record = joinRecord(key, merged);
    this.#remember(place, this.#log.append(record), record.length);
  }

  read(key: Uint8Array): Row | undefined {
    return this.#at(placeOf(key));
  }

  /** At most `limit` rows with `after < place <= upTo`, in order. */
  scan(after: string, upTo: string, limit: number): readonly StoredRow[] {
    const places = this.#inOrder();
    const rows: StoredRow[] = [];
    for (let at = firstAfter(places, after); at < places.length && rows.length < limit; at++) {
      const place = places[at] as string;
      if (place > upTo) break;
      const row = this.#at(place);
      if (row !== undefined) rows.push({ place, row });
    }
    return rows;
  }

  /** Forgets every row. */
  clear(): void {
    this.#log.clear();
    this.#index.clear();
    this.#sorted = [];
    this.#added = [];
  }

  #remember(place: string, offset: number, length: number): void {
    if (!this.#index.has(place)) this.#added.push(place);
    this.#index.set(place, offset * 2 ** 21 + length);
  }

  #at(place: string): Row | undefined {
    const packed = this.#index.get(place);
    if (packed === undefined) return undefined;
    const length = packed % 2 ** 21;
    return decodeRow(splitRecord(this.#log.read((packed - length) / 2 ** 21, length)).row);
  }

  #inOrder(): readonly string[] {
    if (this.#added.length > 0) {
      this.#added.sort();
      this.#sorted = mergeSorted(this.#sorted, this.#added);
      this.#added = [];
    }
    return this.#sorted;
  }
}

/** Largest record: what the index can say. */
export const maxRecordBytes = 2 ** 21 - 1;

/** @throws RangeError when the row is too large */
function joinRecord(key: Uint8Array, row: Row): Uint8Array {
  const writer = new WireWriter(192);
  writer.shortBytes(key);
  writer.raw(encodeRow(row));
  if (writer.length > maxRecordBytes) throw new RangeError(`A row of ${writer.length} bytes`);
  return writer.written();
}

function splitRecord(record: Uint8Array): { readonly key: Uint8Array; readonly row: Uint8Array } {
  const reader = new WireReader(record);
  const key = reader.shortBytes();
  return { key, row: record.subarray(reader.at) };
}

function firstAfter(places: readonly string[], after: string): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as string) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mergeSorted(a: readonly string[], b: readonly string[]): string[] {
  const merged: string[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] as string, b[j] as string];
    if (x < y) {
      merged.push(x);
      i++;
    } else {
      merged.push(y);
      j++;
    }
  }
  while (i < a.length) merged.push(a[i++] as string);
  while (j < b.length) merged.push(b[j++] as string);
  return merged;
}
