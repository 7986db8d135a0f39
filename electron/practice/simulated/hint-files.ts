import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { MalformedCql } from "../../../shared/cql/malformed.ts";
import { WireReader } from "../../../shared/cql/wire-reader.ts";
import { WireWriter } from "../../../shared/cql/wire-writer.ts";
import {
  hintFileName,
  type HintFile,
  type HintStore,
} from "../../../shared/model/hints/hint-store.ts";
import type { Mutation } from "../../../shared/model/ring/message.ts";

/** Hints are handed to the kernel this late (`hints_flush_period` is 10 s in Cassandra). */
const flushAfterMs = 1_000;

interface OpenFile {
  readonly fd: number;
  file: HintFile;
  pending: WireWriter;
}

/** Hints in the node's hints folder, one file at a time for each node that is away. */
export class HintFiles implements HintStore {
  readonly #folder: string;
  readonly #known = new Map<string, HintFile>();
  /** The file that is being written, by host id. */
  readonly #open = new Map<string, OpenFile>();
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).toSorted()) {
      const [, hostId, stamp] = /^([0-9a-f-]{36})-(\d+)-\d+\.hints$/.exec(name) ?? [];
      if (hostId === undefined) continue;
      const newestAt = Math.round(statSync(join(folder, name)).mtimeMs);
      this.#known.set(name, { name, hostId, oldestAt: Number(stamp), newestAt });
    }
  }

  add(hostId: string, { tableId, key, row }: Mutation, now: number): void {
    const open = this.#open.get(hostId) ?? this.#begin(hostId, now);
    const { pending } = open;
    pending.string(tableId);
    pending.shortBytes(key);
    pending.bytes(row);
    open.file = { ...open.file, newestAt: now };
    this.#known.set(open.file.name, open.file);
    this.#timer ??= setTimeout(() => this.flush(), flushAfterMs);
  }

  files(): readonly HintFile[] {
    return [...this.#known.values()];
  }

  open(file: HintFile): readonly Mutation[] {
    const open = this.#open.get(file.hostId);
    if (open?.file.name === file.name) {
      this.flush();
      closeSync(open.fd);
      this.#open.delete(file.hostId);
    }
    const mutations: Mutation[] = [];
    const reader = new WireReader(new Uint8Array(readFileSync(join(this.#folder, file.name))));
    try {
      while (reader.left > 0) {
        const tableId = reader.string();
        const key = reader.shortBytes();
        mutations.push({ tableId, key, row: reader.bytes() ?? new Uint8Array() });
      }
    } catch (error) {
      // The end that a crash cut off was never safe.
      if (!(error instanceof MalformedCql)) throw error;
    }
    return mutations;
  }

  remove(file: HintFile): void {
    this.#known.delete(file.name);
    rmSync(join(this.#folder, file.name), { force: true });
  }

  /** Hands everything to the kernel. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const open of this.#open.values()) {
      if (open.pending.length > 0) writeSync(open.fd, open.pending.written());
      open.pending = new WireWriter(1_024);
    }
  }

  close(): void {
    this.flush();
    for (const { fd } of this.#open.values()) closeSync(fd);
    this.#open.clear();
  }

  #begin(hostId: string, now: number): OpenFile {
    let stamp = now;
    while (this.#known.has(hintFileName(hostId, stamp))) stamp++;
    const name = hintFileName(hostId, stamp);
    const file = { name, hostId, oldestAt: now, newestAt: now };
    const fd = openSync(join(this.#folder, name), "a", 0o600);
    const open = { fd, file, pending: new WireWriter(1_024) };
    this.#open.set(hostId, open);
    return open;
  }
}
