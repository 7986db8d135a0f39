import { parseInet } from "./inet-text.ts";
import { utf8Bound, writeUtf8 } from "./utf8.ts";
import { writeUuid } from "./uuid-text.ts";

const scratch = new DataView(new ArrayBuffer(8));
const scratchBytes = new Uint8Array(scratch.buffer);

/**
 * A growing buffer with the notations of the native protocol (v4 specification, section 3), all big-endian.
 * Frames may be written one after another into the same writer and sent as one piece.
 */
export class WireWriter {
  /** The buffer; only the first `length` bytes are written. Replaced when it grows. */
  data: Uint8Array;
  length = 0;

  constructor(capacityBytes = 256) {
    this.data = new Uint8Array(capacityBytes);
  }

  /** What was written so far, without a copy. */
  written(): Uint8Array {
    return this.data.subarray(0, this.length);
  }

  /** Makes room for `bytes` more, counts them as written and gives where they start. */
  take(bytes: number): number {
    const start = this.length;
    this.room(bytes);
    this.length = start + bytes;
    return start;
  }

  byte(value: number): void {
    const at = this.take(1);
    this.data[at] = value;
  }

  short(value: number): void {
    const at = this.take(2);
    this.data[at] = value >>> 8;
    this.data[at + 1] = value;
  }

  int(value: number): void {
    this.intAt(this.take(4), value);
  }

  /** Overwrites four bytes that were taken before. */
  intAt(at: number, value: number): void {
    const data = this.data;
    data[at] = value >>> 24;
    data[at + 1] = value >>> 16;
    data[at + 2] = value >>> 8;
    data[at + 3] = value;
  }

  /** Two's complement, 64 bits; the caller has checked the range. */
  long(value: bigint): void {
    scratch.setBigInt64(0, value);
    this.raw(scratchBytes);
  }

  double(value: number): void {
    scratch.setFloat64(0, value);
    this.raw(scratchBytes);
  }

  float(value: number): void {
    scratch.setFloat32(0, value);
    const at = this.take(4);
    for (let i = 0; i < 4; i++) this.data[at + i] = scratchBytes[i] as number;
  }

  /** Bytes as they are, without a length. */
  raw(bytes: Uint8Array): void {
    const at = this.take(bytes.length);
    this.data.set(bytes, at);
  }

  /** UTF-8 as it is, without a length; gives the number of bytes. */
  text(text: string): number {
    this.room(utf8Bound(text));
    const bytes = writeUtf8(text, this.data, this.length);
    this.length += bytes;
    return bytes;
  }

  /** [string]. @throws RangeError when longer than 65,535 bytes */
  string(text: string): void {
    const at = this.take(2);
    const bytes = this.text(text);
    this.shortLength(bytes);
    this.data[at] = bytes >>> 8;
    this.data[at + 1] = bytes;
  }

  /** [long string] */
  longString(text: string): void {
    const at = this.take(4);
    this.intAt(at, this.text(text));
  }

  /** [bytes]; null is written as length -1. */
  bytes(bytes: Uint8Array | null): void {
    if (bytes === null) return this.int(-1);
    this.int(bytes.length);
    this.raw(bytes);
  }

  /** [value]: as [bytes], and undefined is "not set" (length -2). */
  value(value: Uint8Array | null | undefined): void {
    if (value === undefined) this.int(-2);
    else this.bytes(value);
  }

  /** [short bytes]. @throws RangeError when longer than 65,535 bytes */
  shortBytes(bytes: Uint8Array): void {
    this.shortLength(bytes.length);
    this.short(bytes.length);
    this.raw(bytes);
  }

  /** [string list] */
  stringList(list: readonly string[]): void {
    this.shortLength(list.length);
    this.short(list.length);
    for (const text of list) this.string(text);
  }

  /** [string map] */
  stringMap(map: ReadonlyMap<string, string>): void {
    this.shortLength(map.size);
    this.short(map.size);
    for (const [key, value] of map) {
      this.string(key);
      this.string(value);
    }
  }

  /** [string multimap] */
  stringMultimap(map: ReadonlyMap<string, readonly string[]>): void {
    this.shortLength(map.size);
    this.short(map.size);
    for (const [key, list] of map) {
      this.string(key);
      this.stringList(list);
    }
  }

  /** [bytes map] */
  bytesMap(map: ReadonlyMap<string, Uint8Array | null>): void {
    this.shortLength(map.size);
    this.short(map.size);
    for (const [key, bytes] of map) {
      this.string(key);
      this.bytes(bytes);
    }
  }

  /** [uuid] from its text; false when the text is not one. */
  uuid(text: string): boolean {
    // `take` may replace `data`.
    const at = this.take(16);
    return writeUuid(text, this.data, at);
  }

  /** [inet]: address and port. @throws RangeError when the address is not one */
  inet(address: string, port: number): void {
    const bytes = parseInet(address);
    if (bytes === undefined) throw new RangeError(`Not an IP address: ${address}`);
    this.byte(bytes.length);
    this.raw(bytes);
    this.int(port);
  }

  private shortLength(length: number): void {
    if (length > 0xffff) throw new RangeError(`A [short] length cannot say ${length}`);
  }

  private room(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.data.length) return;
    const grown = new Uint8Array(Math.max(needed, this.data.length * 2));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }
}
