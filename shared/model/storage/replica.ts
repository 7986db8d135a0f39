import type { Mutation, Proposal, Reply, Request } from "../ring/message.ts";
import type { TableDefinition } from "../schema/definitions.ts";
import type { Schema } from "../schema/schema.ts";
import { compareBallots, PaxosStore } from "./paxos-store.ts";
import type { Row } from "./row.ts";
import type { RowLog } from "./row-log.ts";
import { decodeRow, encodeRow } from "./row-record.ts";
import { TableStore } from "./table-store.ts";

/** Where the logs of tables are. */
export interface LogPlace {
  open(table: Pick<TableDefinition, "keyspace" | "name" | "id">): RowLog;
  /** The table was dropped. */
  remove(table: Pick<TableDefinition, "keyspace" | "name" | "id">): void;
}

const paxosTable = {
  keyspace: "system",
  name: "paxos",
  id: "b7b7f0c2-fd0a-3410-8c05-3ef614bb7c2d",
} as const;

/** The rows of one node. */
export class Replica {
  readonly #schema: Schema;
  readonly #logs: LogPlace;
  readonly #stores = new Map<string, TableStore>();
  readonly #paxos: PaxosStore;
  readonly #micros: () => number;

  /** `micros`: the wall clock in microseconds. */
  constructor(schema: Schema, logs: LogPlace, micros: () => number) {
    this.#schema = schema;
    this.#logs = logs;
    this.#micros = micros;
    this.#paxos = new PaxosStore(new TableStore(logs.open(paxosTable)));
  }

  /** Opens the table's rows; undefined when the schema here does not have it (yet). */
  store(tableId: string): TableStore | undefined {
    const known = this.#stores.get(tableId);
    if (known !== undefined) return known;
    const table = this.#schema.tableById(tableId);
    if (table === undefined) return undefined;
    const store = new TableStore(this.#logs.open(table));
    this.#stores.set(tableId, store);
    return store;
  }

  drop(table: TableDefinition): void {
    this.#stores.delete(table.id);
    this.#logs.remove(table);
  }

  /** Bytes of all tables that are open. */
  get bytes(): number {
    return [...this.#stores.values()].reduce((sum, store) => sum + store.bytes, 0);
  }

  handle(request: Exclude<Request, { kind: "echo" | "schema push" | "schema pull" }>): Reply {
    switch (request.kind) {
      case "mutation":
      case "hint":
        return this.#write(request.mutation);
      case "commit":
        return this.#commit(request.proposal);
      case "read": {
        const store = this.store(request.tableId);
        return store === undefined ? unknownTable : rowReply(store.read(request.key));
      }
      case "range": {
        const store = this.store(request.tableId);
        if (store === undefined) return unknownTable;
        const rows = store.scan(request.after, request.upTo, request.limit);
        return { kind: "rows", rows: rows.map(({ place, row }) => [place, encodeRow(row)]) };
      }
      case "truncate":
        this.store(request.tableId)?.clear();
        return { kind: "done" };
      case "prepare":
        return this.#prepare(request);
      case "propose":
        return this.#propose(request.proposal);
    }
  }

  #write({ tableId, key, row }: Mutation): Reply {
    const store = this.store(tableId);
    if (store === undefined) return unknownTable;
    store.apply(key, decodeRow(row));
    return { kind: "done" };
  }

  #prepare({ tableId, key, ballot }: Request & { readonly kind: "prepare" }): Reply {
    const store = this.store(tableId);
    if (store === undefined) return unknownTable;
    const { promised, accepted } = this.#paxos.stateOf(tableId, key);
    const granted = compareBallots(ballot, promised) > 0;
    if (granted) this.#paxos.set(tableId, key, { promised: ballot, accepted }, this.#micros());
    const found = store.read(key);
    const row = found === undefined ? undefined : encodeRow(found);
    return { kind: "promise", granted, highest: granted ? ballot : promised, accepted, row };
  }

  #propose(proposal: Proposal): Reply {
    const { ballot, mutation } = proposal;
    const { promised } = this.#paxos.stateOf(mutation.tableId, mutation.key);
    const accepted = compareBallots(ballot, promised) >= 0;
    if (accepted) {
      const state = { promised: ballot, accepted: proposal };
      this.#paxos.set(mutation.tableId, mutation.key, state, this.#micros());
    }
    return { kind: "accepted", accepted, highest: accepted ? ballot : promised };
  }

  #commit({ ballot, mutation }: Proposal): Reply {
    const written = this.#write(mutation);
    const { promised, accepted } = this.#paxos.stateOf(mutation.tableId, mutation.key);
    if (accepted !== undefined && compareBallots(accepted.ballot, ballot) <= 0) {
      const state = { promised, accepted: undefined };
      this.#paxos.set(mutation.tableId, mutation.key, state, this.#micros());
    }
    return written;
  }
}

const unknownTable: Reply = { kind: "failed", why: "the table is not known here" };

function rowReply(row: Row | undefined): Reply {
  return { kind: "row", row: row === undefined ? undefined : encodeRow(row) };
}
