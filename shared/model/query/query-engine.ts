import { CqlServerError } from "../../cql/server-error.ts";
import type { QueryParameters } from "../../cql/query-parameters.ts";
import type { CqlResponse } from "../../cql/response.ts";
import type { CqlRow } from "../../cql/value.ts";
import { notKnown } from "../cql/not-known.ts";
import type { Statement } from "../cql/statement.ts";
import type { ModelNode } from "../node/model-node.ts";
import { planSchemaChange } from "../schema/change-schema.ts";
import { formatUuid } from "../../cql/uuid-text.ts";
import { BoundValues } from "./bound-values.ts";
import { Catalog, invalid } from "./catalog.ts";
import { detailOf } from "./error-detail.ts";
import { executeLocalSelect } from "./execute-local-select.ts";
import { executeModify } from "./execute-modify.ts";
import { executeSelect } from "./execute-select.ts";
import { prepareStatement, type Prepared } from "./prepare.ts";

/** Rows of the tables that a node makes itself, by keyspace and table; undefined for one that it does not know. */
export type LocalRows = (keyspace: string, table: string) => readonly CqlRow[] | undefined;

/** Answers CQL with a node of the model. */
export class QueryEngine {
  readonly #node: ModelNode;
  readonly #catalog: Catalog;
  readonly #rows: LocalRows;

  constructor(node: ModelNode, catalog: Catalog, rows: LocalRows) {
    this.#node = node;
    this.#catalog = catalog;
    this.#rows = rows;
  }

  /** @throws CqlServerError */
  prepare(cql: string, keyspace: string | undefined): Prepared {
    return prepareStatement(cql, this.#catalog, keyspace);
  }

  /** Answers exactly once, errors included; perhaps before it returns. */
  execute(
    prepared: Prepared,
    parameters: QueryParameters,
    keyspace: string | undefined,
    done: (response: CqlResponse) => void,
  ): void {
    try {
      this.#execute(prepared, parameters, keyspace, done);
    } catch (error) {
      if (!(error instanceof CqlServerError)) throw error;
      done({ kind: "error", error: detailOf(error) });
    }
  }

  #execute(
    prepared: Prepared,
    parameters: QueryParameters,
    keyspace: string | undefined,
    done: (response: CqlResponse) => void,
  ): void {
    const { statement, found } = prepared;
    const bound = new BoundValues(prepared, parameters);
    switch (statement.kind) {
      case "select": {
        if (found === undefined) throw invalid("no table");
        const { pageSize, pagingState } = parameters;
        const page = pageSize !== undefined && pageSize > 0 ? pageSize : undefined;
        if (found.kind !== "replicated") {
          const { keyspace: of, name } = found.table;
          const rows = this.#rows(of, name);
          if (rows === undefined) throw notKnown(`the table ${of}.${name}`);
          return done(
            executeLocalSelect(prepared, statement, found, rows, bound, page, pagingState),
          );
        }
        const level = parameters.consistency;
        if (level === "ANY") throw invalid("ANY ConsistencyLevel is only supported for writes");
        const facts = { node: this.#node, prepared, statement, found, bound, level };
        return executeSelect({ ...facts, pageSize: page, pagingState }, done);
      }
      case "insert":
      case "update":
      case "delete": {
        if (found === undefined) throw invalid("no table");
        const { keyspace: of, name } = found.table;
        if (found.kind === "virtual")
          throw invalid(`Modification is not supported by table ${of}.${name}`);
        if (found.kind !== "replicated" || of.startsWith("system"))
          throw notKnown(`changes of ${of}.${name}`);
        return executeModify(
          {
            node: this.#node,
            statement,
            found,
            bound,
            level: parameters.consistency,
            serialLevel: parameters.serialConsistency ?? "SERIAL",
            timestampMicros: parameters.timestampMicros,
          },
          done,
        );
      }
      case "use":
        if (!this.#knows(statement.keyspace))
          throw invalid(`Keyspace '${statement.keyspace}' does not exist`);
        return done({ kind: "set keyspace", keyspace: statement.keyspace });
      case "truncate":
        if (found?.kind !== "replicated") throw invalid("Cannot truncate this table");
        return this.#node.truncate(found.table, (outcome) => {
          done(outcome.ok ? { kind: "void" } : { kind: "error", error: outcome.error });
        });
      default:
        return this.#changeSchema(statement, keyspace, done);
    }
  }

  #knows(keyspace: string): boolean {
    return this.#catalog.isSystem(keyspace) || this.#node.schema.keyspace(keyspace) !== undefined;
  }

  #changeSchema(
    statement: Exclude<
      Statement,
      { kind: "select" | "insert" | "update" | "delete" | "use" | "truncate" }
    >,
    keyspace: string | undefined,
    done: (response: CqlResponse) => void,
  ): void {
    const { schema, world } = this.#node;
    const { entries, change } = planSchemaChange(statement, {
      schema,
      now: Math.max(world.now() * 1_000, schema.newestChange() + 1),
      newId: randomUuid(() => world.random()),
      datacenters: this.#node.placement().datacenters,
      keyspace,
    });
    if (change === undefined) return done({ kind: "void" });
    this.#node.changeSchema(entries, () => done({ kind: "schema change", change }));
  }
}

/** A random UUID (version 4). */
export function randomUuid(random: () => number): string {
  const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(bytes);
}
