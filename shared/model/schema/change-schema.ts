import { CqlServerError } from "../../cql/server-error.ts";
import type { SchemaChange } from "../../cql/response.ts";
import type { SchemaStatement, Term } from "../cql/statement.ts";
import { notKnown } from "../cql/not-known.ts";
import type { KeyspaceDefinition, TableDefinition } from "./definitions.ts";
import { replicationFrom } from "./replication-options.ts";
import { newTable } from "./new-table.ts";
import type { Schema, SchemaEntry } from "./schema.ts";

/** What a schema statement does: the entries to merge everywhere, and what the client is told. */
export interface PlannedChange {
  readonly entries: readonly SchemaEntry[];
  /** Undefined: nothing was to do (IF NOT EXISTS, IF EXISTS). */
  readonly change: SchemaChange | undefined;
}

export interface ChangeFacts {
  readonly schema: Schema;
  /** Microseconds; later than every change before. */
  readonly now: number;
  /** Id of a table that is made. */
  readonly newId: string;
  readonly datacenters: readonly string[];
  /** Keyspace of the connection. */
  readonly keyspace: string | undefined;
}

const nothing: PlannedChange = { entries: [], change: undefined };
const systemKeyspace = /^system(_schema|_auth|_distributed|_traces|_views|_virtual_schema)?$/;

/** @throws CqlServerError with the real node's kinds and sentences */
export function planSchemaChange(statement: SchemaStatement, facts: ChangeFacts): PlannedChange {
  switch (statement.kind) {
    case "create keyspace": {
      const { keyspace } = statement;
      refuseSystem(keyspace);
      checkName(keyspace, "keyspace");
      if (facts.schema.keyspace(keyspace) !== undefined) {
        if (statement.ifNotExists) return nothing;
        throw new CqlServerError({
          kind: "already exists",
          message: `Cannot add existing keyspace "${keyspace}"`,
          keyspace,
          table: "",
        });
      }
      return keyspaceChange(facts, "CREATED", {
        name: keyspace,
        durableWrites: flag(statement.options.get("durable_writes"), true),
        replication: replicationFrom(keyspace, statement.options, facts.datacenters),
      });
    }
    case "alter keyspace": {
      const before = facts.schema.keyspace(statement.keyspace);
      if (before === undefined) throw noKeyspace(statement.keyspace);
      return keyspaceChange(facts, "UPDATED", {
        ...before,
        replication: replicationFrom(statement.keyspace, statement.options, facts.datacenters),
      });
    }
    case "drop keyspace":
      return dropKeyspace(statement.keyspace, statement.ifExists, facts);
    case "create table":
      return createTable(statement, facts);
    case "drop table": {
      const { keyspace, table } = named(statement.name, facts);
      refuseSystem(keyspace);
      if (facts.schema.table(keyspace, table) === undefined) {
        if (statement.ifExists) return nothing;
        throw new CqlServerError({
          kind: "invalid",
          message: `Table '${keyspace}.${table}' doesn't exist`,
        });
      }
      return tableChange(facts, "DROPPED", keyspace, table, undefined);
    }
  }
}

function dropKeyspace(keyspace: string, ifExists: boolean, facts: ChangeFacts): PlannedChange {
  refuseSystem(keyspace);
  if (facts.schema.keyspace(keyspace) === undefined) {
    if (ifExists) return nothing;
    throw noKeyspace(keyspace);
  }
  const gone: readonly SchemaEntry[] = facts.schema.tables(keyspace).map((table) => ({
    kind: "table",
    keyspace,
    name: table.name,
    changedAt: facts.now,
    definition: undefined,
  }));
  return {
    entries: [
      ...gone,
      { kind: "keyspace", name: keyspace, changedAt: facts.now, definition: undefined },
    ],
    change: { change: "DROPPED", target: "KEYSPACE", keyspace },
  };
}

function createTable(
  statement: SchemaStatement & { readonly kind: "create table" },
  facts: ChangeFacts,
): PlannedChange {
  const { keyspace, table } = named(statement.name, facts);
  refuseSystem(keyspace);
  checkName(table, "table");
  if (facts.schema.keyspace(keyspace) === undefined) throw noKeyspace(keyspace);
  if (facts.schema.table(keyspace, table) !== undefined) {
    if (statement.ifNotExists) return nothing;
    throw new CqlServerError({
      kind: "already exists",
      message: `Cannot add already existing table "${table}" to keyspace "${keyspace}"`,
      keyspace,
      table,
    });
  }
  return tableChange(
    facts,
    "CREATED",
    keyspace,
    table,
    newTable(statement, keyspace, table, facts.newId),
  );
}

function keyspaceChange(
  facts: ChangeFacts,
  change: "CREATED" | "UPDATED",
  definition: KeyspaceDefinition,
): PlannedChange {
  const { name } = definition;
  return {
    entries: [{ kind: "keyspace", name, changedAt: facts.now, definition }],
    change: { change, target: "KEYSPACE", keyspace: name },
  };
}

function tableChange(
  facts: ChangeFacts,
  change: "CREATED" | "DROPPED",
  keyspace: string,
  name: string,
  definition: TableDefinition | undefined,
): PlannedChange {
  return {
    entries: [{ kind: "table", keyspace, name, changedAt: facts.now, definition }],
    change: { change, target: "TABLE", keyspace, name },
  };
}

function named(
  name: { readonly keyspace: string | undefined; readonly table: string },
  facts: ChangeFacts,
): { readonly keyspace: string; readonly table: string } {
  const keyspace = name.keyspace ?? facts.keyspace;
  if (keyspace === undefined) {
    throw new CqlServerError({
      kind: "invalid",
      message:
        "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename",
    });
  }
  return { keyspace, table: name.table };
}

function refuseSystem(keyspace: string): void {
  if (!systemKeyspace.test(keyspace)) return;
  throw new CqlServerError({
    kind: "unauthorized",
    message: `${keyspace} keyspace is not user-modifiable.`,
  });
}

/** Cassandra's limit: names become folders. */
function checkName(name: string, what: "keyspace" | "table"): void {
  if (/^\w{1,48}$/.test(name)) return;
  const noun = what === "keyspace" ? "Keyspace" : "Table";
  throw new CqlServerError({
    kind: "invalid",
    message: `${noun} name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got "${name.slice(0, 60)}")`,
  });
}

function noKeyspace(keyspace: string): CqlServerError {
  return new CqlServerError({ kind: "invalid", message: `Keyspace '${keyspace}' doesn't exist` });
}

function flag(term: Term | undefined, otherwise: boolean): boolean {
  if (term === undefined) return otherwise;
  if (term.kind !== "boolean") throw notKnown("durable_writes that is not true or false");
  return term.text === "true";
}
