import { CqlServerError } from "../../cql/server-error.ts";
import type { TableName } from "../cql/statement.ts";
import type { KeyspaceDefinition, TableDefinition } from "../schema/definitions.ts";
import type { Schema } from "../schema/schema.ts";
import { systemTables, type SystemTables } from "../schema/system-tables.ts";

/** A table that a statement names, and where its rows are. */
export type FoundTable =
  /** Rows that this node makes itself when it is asked. */
  | { readonly kind: "local" | "virtual"; readonly table: TableDefinition }
  | {
      readonly kind: "replicated";
      readonly table: TableDefinition;
      readonly keyspace: KeyspaceDefinition;
    };

/** The tables that a node can be asked about. */
export class Catalog {
  readonly system: SystemTables;
  readonly #schema: Schema;

  constructor(schema: Schema, release: string) {
    this.#schema = schema;
    this.system = systemTables(release);
  }

  /** @throws CqlServerError (invalid) in the real node's words when there is none */
  find(name: TableName, sessionKeyspace: string | undefined): FoundTable {
    const keyspaceName = name.keyspace ?? sessionKeyspace;
    if (keyspaceName === undefined) {
      throw invalid(
        "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename",
      );
    }
    const same = (table: TableDefinition) =>
      table.keyspace === keyspaceName && table.name === name.table;
    const local = this.system.local.find(same);
    if (local !== undefined) return { kind: "local", table: local };
    const virtual = this.system.virtual.find(same);
    if (virtual !== undefined) return { kind: "virtual", table: virtual };
    const keyspace = this.#schema.keyspace(keyspaceName);
    if (keyspace === undefined && !this.isSystem(keyspaceName))
      throw invalid(`keyspace ${keyspaceName} does not exist`);
    const table = this.#schema.table(keyspaceName, name.table);
    if (table === undefined || keyspace === undefined) {
      // A real node has more of these than the simulator can fill.
      const where = /^system(_|$)/.test(keyspaceName) ? " in the simulated cluster" : "";
      throw invalid(`table ${name.table} does not exist${where}`);
    }
    return { kind: "replicated", table, keyspace };
  }

  /** True for the keyspaces that every node has of its own. */
  isSystem(keyspace: string): boolean {
    return [...this.system.local, ...this.system.virtual].some(
      (table) => table.keyspace === keyspace,
    );
  }
}

export function invalid(message: string): CqlServerError {
  return new CqlServerError({ kind: "invalid", message });
}
