import { utf8ToBytes } from "@noble/hashes/utils.js";
import { WireReader } from "../../cql/wire-reader.ts";
import { WireWriter } from "../../cql/wire-writer.ts";
import type { Ballot, Proposal } from "../ring/message.ts";
import type { TableStore } from "./table-store.ts";

/** What a replica promised and accepted for one row. */
export interface PaxosState {
  readonly promised: Ballot;
  /** Undefined: nothing, or it is committed. */
  readonly accepted: Proposal | undefined;
}

const never: Ballot = { at: 0, by: "" };

/** Positive when `a` is the later ballot. */
export function compareBallots(a: Ballot, b: Ballot): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.by < b.by ? -1 : a.by > b.by ? 1 : 0;
}

/** Promises of lightweight transactions, kept like rows: a replica that restarts must not break its word. */
export class PaxosStore {
  readonly #rows: TableStore;
  #writes: number;

  constructor(rows: TableStore) {
    this.#rows = rows;
    this.#writes = 0;
  }

  stateOf(tableId: string, key: Uint8Array): PaxosState {
    const bytes = this.#rows.read(rowKey(tableId, key))?.cells.get("state")?.value;
    return bytes === undefined
      ? { promised: never, accepted: undefined }
      : decodeState(bytes, tableId, key);
  }

  /** `now` in microseconds; the newest state wins. */
  set(tableId: string, key: Uint8Array, state: PaxosState, now: number): void {
    const before = this.#rows.read(rowKey(tableId, key))?.cells.get("state")?.at ?? 0;
    this.#writes = Math.max(now, this.#writes + 1, before + 1);
    this.#rows.apply(rowKey(tableId, key), {
      marker: undefined,
      deletedAt: undefined,
      cells: new Map([
        ["state", { value: encodeState(state), at: this.#writes, expiresAt: undefined }],
      ]),
    });
  }
}

function rowKey(tableId: string, key: Uint8Array): Uint8Array {
  const id = utf8ToBytes(tableId);
  const joined = new Uint8Array(id.length + key.length);
  joined.set(id);
  joined.set(key, id.length);
  return joined;
}

function encodeState({ promised, accepted }: PaxosState): Uint8Array {
  const writer = new WireWriter(64);
  writeBallot(writer, promised);
  writer.byte(accepted === undefined ? 0 : 1);
  if (accepted !== undefined) {
    writeBallot(writer, accepted.ballot);
    writer.bytes(accepted.mutation.row);
  }
  return writer.written();
}

function decodeState(bytes: Uint8Array, tableId: string, key: Uint8Array): PaxosState {
  const reader = new WireReader(bytes);
  const promised = readBallot(reader);
  if (reader.byte() === 0) return { promised, accepted: undefined };
  const ballot = readBallot(reader);
  const row = new Uint8Array(reader.bytes() ?? []);
  return { promised, accepted: { ballot, mutation: { tableId, key, row } } };
}

function writeBallot(writer: WireWriter, { at, by }: Ballot): void {
  writer.long(BigInt(at));
  writer.string(by);
}

function readBallot(reader: WireReader): Ballot {
  return { at: Number(reader.long()), by: reader.string() };
}
