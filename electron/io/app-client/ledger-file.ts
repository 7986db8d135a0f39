/**
 * `ledger.bin` as it is written: intents are in the file before the requests go out, answers after they came, both
 * synced each second. When it cannot be written any more, what is in it stays whole and nothing more is taken.
 */
import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import {
  encodeLedgerHeader,
  encodeLedgerRecord,
  ledgerRecordBytes,
  readLedger,
  type LedgerHeader,
  type LedgerRecord,
} from "../../../shared/drill/ledger-format.ts";
import { LedgerRows } from "../../../shared/drill/ledger-rows.ts";

export class LedgerFile {
  readonly path: string;
  readonly header: LedgerHeader;
  /** What is in the file, as the audit will read it. */
  readonly rows: LedgerRows;
  readonly #fd: number;
  #length: number;
  #pending: LedgerRecord[] = [];
  #buffer = new Uint8Array(256 * ledgerRecordBytes);
  #broken: string | undefined;

  /** Opens the ledger of a run, or creates it. @throws when it belongs to another run or cannot be opened */
  constructor(path: string, header: LedgerHeader) {
    this.path = path;
    // Not "a+": Linux then appends whatever position is given, and a half record could not be written over.
    this.#fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const before = readAll(this.#fd);
      this.rows = new LedgerRows();
      if (before.length === 0) {
        const bytes = encodeLedgerHeader(header);
        writeSync(this.#fd, bytes, 0, bytes.length, 0);
        fsyncSync(this.#fd);
        this.#length = bytes.length;
        this.header = header;
        return;
      }
      const read = readLedger(before, (record) => this.rows.add(record));
      if (read.header?.seed !== header.seed || read.header.keyspace !== header.keyspace) {
        throw new Error(`${path} is the ledger of another run; give this run a folder of its own`);
      }
      this.header = read.header;
      this.#length = read.wholeBytes;
      ftruncateSync(this.#fd, this.#length);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  /** Why nothing can be written any more; undefined while all is well. */
  get broken(): string | undefined {
    return this.#broken;
  }

  /** Takes a record for the next `write`. */
  add(record: LedgerRecord): void {
    if (this.#broken === undefined) this.#pending.push(record);
  }

  /** Writes what was added (to the operating system: it survives this process). False when it could not be written. */
  write(): boolean {
    const count = this.#pending.length;
    if (this.#broken !== undefined) return false;
    if (count === 0) return true;
    const bytes = count * ledgerRecordBytes;
    if (this.#buffer.length < bytes) this.#buffer = new Uint8Array(bytes * 2);
    const view = new DataView(this.#buffer.buffer);
    this.#pending.forEach((record, i) => encodeLedgerRecord(view, i * ledgerRecordBytes, record));
    try {
      for (let done = 0; done < bytes;) {
        done += writeSync(this.#fd, this.#buffer, done, bytes - done, this.#length + done);
      }
    } catch (error) {
      this.#break(error);
      return false;
    }
    this.#length += bytes;
    for (const record of this.#pending) this.rows.add(record);
    this.#pending = [];
    return true;
  }

  /** Syncs what was written to the disk. False when that failed. */
  async sync(): Promise<boolean> {
    if (this.#broken !== undefined) return false;
    const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
    fdatasync(this.#fd, resolve);
    const error = await promise;
    // After a failed sync nobody knows which pages are lost (and the next one may succeed): it is the end of the ledger.
    if (error !== null) this.#break(error);
    return error === null;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #break(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice =
      code === "ENOSPC" || code === "EDQUOT" ? "free space on that disk" : "look at that disk";
    this.#broken = `The ledger ${this.path} cannot be written (${message}); no more requests are sent: ${advice} and run the drill again.`;
    this.#pending = [];
    try {
      ftruncateSync(this.#fd, this.#length);
    } catch {
      // A half record at the end is left out by the reader.
    }
  }
}

function readAll(fd: number): Uint8Array {
  const bytes = new Uint8Array(fstatSync(fd).size);
  for (let at = 0; at < bytes.length;) {
    const read = readSync(fd, bytes, at, bytes.length - at, at);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
  }
  return bytes;
}
