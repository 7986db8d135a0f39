import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { RowLog } from "../../../shared/model/storage/row-log.ts";

/** Appended rows are handed to the kernel this late: a killed process loses as much, as a real one's commit log does. */
const flushAfterMs = 100;
/** `commitlog_sync_period`: what a power cut may take. */
const syncEveryMs = 10_000;
const pieceBytes = 64 * 1024;

/** A table's rows in a file: records with their length in four bytes before each. */
export class RowLogFile implements RowLog {
  readonly #fd: number;
  #pending: Uint8Array[] = [];
  /** Where the first pending piece will lie. */
  #flushed: number;
  #timer: NodeJS.Timeout | undefined;
  #syncedAt = performance.now();
  bytes: number;

  /** Opens or makes the file; a record that was cut off by a crash is taken away. @throws file errors by name */
  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#fd = openSync(file, "a+", 0o600);
    this.bytes = wholeLength(this.#fd);
    ftruncateSync(this.#fd, this.bytes);
    this.#flushed = this.bytes;
  }

  append(record: Uint8Array): number {
    const piece = Buffer.allocUnsafe(record.length + 4);
    piece.writeUInt32BE(record.length);
    piece.set(record, 4);
    this.#pending.push(piece);
    const offset = this.bytes + 4;
    this.bytes += piece.length;
    this.#timer ??= setTimeout(() => this.flush(), flushAfterMs);
    return offset;
  }

  read(offset: number, length: number): Uint8Array {
    let start = this.#flushed;
    if (offset >= start) {
      for (const piece of this.#pending) {
        if (offset < start + piece.length) {
          return piece.subarray(offset - start, offset - start + length);
        }
        start += piece.length;
      }
    }
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#fd, bytes, 0, length, offset);
    return bytes;
  }

  *records(): Iterable<{ offset: number; record: Uint8Array }> {
    this.flush();
    let at = 0;
    let piece = Buffer.alloc(0);
    let pieceAt = 0;
    /** The bytes at `from`, read in large pieces. */
    const bytesAt = (from: number, length: number): Buffer => {
      if (from < pieceAt || from + length > pieceAt + piece.length) {
        piece = Buffer.allocUnsafe(Math.max(pieceBytes, length));
        piece = piece.subarray(0, readSync(this.#fd, piece, 0, piece.length, from));
        pieceAt = from;
      }
      return piece.subarray(from - pieceAt, from - pieceAt + length);
    };
    while (at + 4 <= this.bytes) {
      const length = bytesAt(at, 4).readUInt32BE();
      yield { offset: at + 4, record: bytesAt(at + 4, length) };
      at += 4 + length;
    }
  }

  /** Hands everything to the kernel. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.length === 0) return;
    const all = Buffer.concat(this.#pending);
    for (let at = 0; at < all.length;) at += writeSync(this.#fd, all, at);
    this.#flushed += all.length;
    this.#pending = [];
    const now = performance.now();
    if (now - this.#syncedAt < syncEveryMs) return;
    this.#syncedAt = now;
    fdatasync(this.#fd, () => undefined);
  }

  clear(): void {
    this.#pending = [];
    this.flush();
    ftruncateSync(this.#fd, 0);
    this.bytes = 0;
    this.#flushed = 0;
  }

  close(): void {
    this.flush();
    closeSync(this.#fd);
  }
}

/** Length of the file up to its last whole record. */
function wholeLength(fd: number): number {
  const size = fstatSync(fd).size;
  const head = Buffer.alloc(4);
  let at = 0;
  while (at + 4 <= size) {
    readSync(fd, head, 0, 4, at);
    const next = at + 4 + head.readUInt32BE();
    if (next > size) break;
    at = next;
  }
  return at;
}
