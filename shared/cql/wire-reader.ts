import { formatInet } from "./inet-text.ts";
import { MalformedCql } from "./malformed.ts";
import { readUtf8 } from "./utf8.ts";
import { formatUuid } from "./uuid-text.ts";

/**
 * A place in a frame's body with the notations of the native protocol (v4 specification, section 3).
 * Everything that would read beyond the end throws MalformedCql, so no length or count from the wire is believed.
 */
export class WireReader {
  readonly data: Uint8Array;
  readonly end: number;
  at: number;

  constructor(data: Uint8Array, start = 0, end = data.length) {
    this.data = data;
    this.at = start;
    this.end = end;
  }

  /** Bytes that were not read yet. */
  get left(): number {
    return this.end - this.at;
  }

  /** Steps over `bytes` and gives where they started. */
  skip(bytes: number): number {
    const start = this.at;
    if (bytes > this.end - start) {
      throw new MalformedCql(`The body ends ${bytes - (this.end - start)} bytes too early`);
    }
    this.at = start + bytes;
    return start;
  }

  byte(): number {
    return this.data[this.skip(1)] as number;
  }

  short(): number {
    const at = this.skip(2);
    return ((this.data[at] as number) << 8) | (this.data[at + 1] as number);
  }

  int(): number {
    const at = this.skip(4);
    const data = this.data;
    return (
      ((data[at] as number) << 24) |
      ((data[at + 1] as number) << 16) |
      ((data[at + 2] as number) << 8) |
      (data[at + 3] as number)
    );
  }

  /** [long] as a signed bigint. */
  long(): bigint {
    const high = this.int();
    const low = this.int();
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }

  string(): string {
    const length = this.short();
    const start = this.skip(length);
    return readUtf8(this.data, start, start + length);
  }

  longString(): string {
    const length = this.count("a [long string]");
    const start = this.skip(length);
    return readUtf8(this.data, start, start + length);
  }

  /** An [int] that says how many follow. */
  count(what: string): number {
    const count = this.int();
    if (count < 0) throw new MalformedCql(`${what} has the length ${count}`);
    return count;
  }

  /** [bytes] without a copy; null for a negative length. */
  bytes(): Uint8Array | null {
    const length = this.int();
    if (length < 0) return null;
    const start = this.skip(length);
    return this.data.subarray(start, start + length);
  }

  /** [value]: as [bytes]; undefined is "not set" (length -2). */
  value(): Uint8Array | null | undefined {
    const length = this.int();
    if (length < -2) throw new MalformedCql(`A [value] has the length ${length}`);
    if (length < 0) return length === -1 ? null : undefined;
    const start = this.skip(length);
    return this.data.subarray(start, start + length);
  }

  shortBytes(): Uint8Array {
    const length = this.short();
    const start = this.skip(length);
    return this.data.subarray(start, start + length);
  }

  stringList(): string[] {
    const list: string[] = [];
    for (let left = this.short(); left > 0; left--) list.push(this.string());
    return list;
  }

  stringMap(): Map<string, string> {
    const map = new Map<string, string>();
    for (let left = this.short(); left > 0; left--) map.set(this.string(), this.string());
    return map;
  }

  stringMultimap(): Map<string, readonly string[]> {
    const map = new Map<string, readonly string[]>();
    for (let left = this.short(); left > 0; left--) map.set(this.string(), this.stringList());
    return map;
  }

  bytesMap(): Map<string, Uint8Array | null> {
    const map = new Map<string, Uint8Array | null>();
    for (let left = this.short(); left > 0; left--) map.set(this.string(), this.bytes());
    return map;
  }

  uuid(): string {
    return formatUuid(this.data, this.skip(16));
  }

  inet(): { readonly address: string; readonly port: number } {
    const size = this.byte();
    if (size !== 4 && size !== 16) throw new MalformedCql(`An [inet] of ${size} bytes`);
    const start = this.skip(size);
    return { address: formatInet(this.data, start, size), port: this.int() };
  }
}
