import { ColumnsMemo } from "../../../shared/cql/column-specs.ts";
import { consistencyNamed } from "../../../shared/cql/consistency-level.ts";
import type { ConsistencyLevel } from "../../../shared/cql/consistency-level.ts";
import type { QueryParameters } from "../../../shared/cql/query-parameters.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlResponse } from "../../../shared/cql/response.ts";
import { CqlServerError } from "../../../shared/cql/server-error.ts";
import type { CqlRow, CqlValue } from "../../../shared/cql/value.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import type { CqlQueryOptions, CqlSession, CqlTarget } from "../../core/deps.ts";
import { cqlFailure } from "./cql-failure.ts";
import type { CqlConnection } from "./connection.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import type { Prepared } from "./prepared-statements.ts";

const defaultTimeoutMs = 10_000;
const defaultPageSize = 1000;

/** Queries on one connection that is logged in. `timeoutMs` is for each answer: a page, or the preparation. */
export class PinnedSession implements CqlSession {
  readonly host: string;
  readonly port: number;
  readonly closed: Promise<FailureDetail>;
  readonly #connection: CqlConnection;
  readonly #prepared = new PreparedStatements((cql, timeoutMs) => this.#prepare(cql, timeoutMs));

  constructor(target: CqlTarget, connection: CqlConnection) {
    this.host = target.host;
    this.port = target.port;
    this.closed = connection.closed;
    this.#connection = connection;
  }

  async query(
    cql: string,
    values: readonly CqlValue[] = [],
    options: CqlQueryOptions = {},
  ): Promise<readonly CqlRow[]> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const consistency = levelOf(options.consistency);
    const pageSize = options.pageSize ?? defaultPageSize;
    // Without values there is nothing to prepare for, and the node's prepared_statements table stays as it is.
    const memo = values.length > 0 ? undefined : new ColumnsMemo();
    const page = (pagingState: Uint8Array | undefined) => {
      const parameters = { consistency, pageSize, pagingState };
      return values.length > 0
        ? this.#execute(cql, values, parameters, timeoutMs)
        : this.#ask({ kind: "query", cql, parameters }, cql, timeoutMs, memo);
    };
    let response = await page(undefined);
    if (response.kind !== "rows") return this.#withoutRows(response);
    if (response.pagingState === undefined) return response.rows;
    const rows: CqlRow[] = [];
    for (;;) {
      for (const row of response.rows) rows.push(row);
      const before: Uint8Array | undefined = response.pagingState;
      if (before === undefined) return rows;
      response = await page(before);
      if (response.kind !== "rows" || isStuck(response.rows, before, response.pagingState)) {
        throw this.#pagingFailure(cql);
      }
    }
  }

  close(): void {
    const { node } = this.#connection;
    this.#connection.end({
      hop: "cql query",
      kind: "cancelled",
      node,
      message: `Ringdrill closed its CQL connection to ${node}.`,
      next: "Connect again to go on.",
    });
  }

  #withoutRows(response: CqlResponse): readonly CqlRow[] {
    if (response.kind === "set keyspace") this.#prepared.clear();
    return [];
  }

  async #execute(
    cql: string,
    values: readonly CqlValue[],
    parameters: QueryParameters,
    timeoutMs: number,
  ): Promise<CqlResponse> {
    for (let again = false; ; again = true) {
      const found = this.#prepared.get(cql, timeoutMs);
      const prepared = found instanceof Promise ? await found : found;
      const { id, types, memo } = prepared;
      const bound = { ...parameters, values: { types, values } };
      try {
        return await this.#ask({ kind: "execute", id, parameters: bound }, cql, timeoutMs, memo);
      } catch (error) {
        // A node forgets: at restart, when the table changes, when its cache is full.
        const unprepared = error instanceof CqlServerError && error.kind === "unprepared";
        if (!unprepared || again) throw error;
        this.#prepared.forget(cql, prepared);
      }
    }
  }

  async #prepare(cql: string, timeoutMs: number): Promise<Prepared> {
    const response = await this.#ask({ kind: "prepare", cql }, cql, timeoutMs);
    if (response.kind !== "prepared") throw this.#oddFailure(cql, response.kind);
    const { id, binds } = response.prepared;
    return { id, types: binds.map((bind) => bind.type), memo: new ColumnsMemo() };
  }

  async #ask(
    request: CqlRequest,
    command: string,
    timeoutMs: number,
    memo?: ColumnsMemo,
  ): Promise<CqlResponse> {
    const options = { hop: "cql query", timeoutMs, command, memo } as const;
    const response = await this.#connection.ask(request, options);
    if (response.kind === "error") throw new CqlServerError(response.error);
    return response;
  }

  #pagingFailure(cql: string) {
    return this.#unknownLayout(cql, "does not come to an end with the pages of a result");
  }

  #oddFailure(cql: string, kind: string) {
    return this.#unknownLayout(cql, `answered PREPARE with "${kind}"`);
  }

  #unknownLayout(command: string, what: string) {
    const { node } = this.#connection;
    return cqlFailure({
      hop: "cql query",
      kind: "unknown layout",
      node,
      message: `${node} ${what}.`,
      next: "Report this with the version of Cassandra and the statement.",
      command,
    });
  }
}

/** True when a page brought nothing and the next one would begin where it did. */
function isStuck(
  rows: readonly CqlRow[],
  before: Uint8Array,
  next: Uint8Array | undefined,
): boolean {
  if (next === undefined || rows.length > 0 || next.length !== before.length) return false;
  return next.every((byte, i) => byte === before[i]);
}

function levelOf(name: string | undefined): ConsistencyLevel {
  const level = consistencyNamed(name ?? "ONE");
  if (level === undefined) throw new RangeError(`Unknown consistency level ${name}`);
  return level;
}
