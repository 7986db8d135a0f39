import type { CqlResponse } from "../../cql/response.ts";
import type { Level } from "../../consistency/levels.ts";
import { routingKey } from "../../cql/routing-key.ts";
import type { Assignment, ModifyStatement } from "../cql/statement.ts";
import type { ModelNode } from "../node/model-node.ts";
import { partitionKeyOf, type TableDefinition } from "../schema/definitions.ts";
import type { Cell, Row } from "../storage/row.ts";
import { encodeRow } from "../storage/row-record.ts";
import type { BoundValues } from "./bound-values.ts";
import { invalid, type FoundTable } from "./catalog.ts";
import { executeConditional } from "./execute-conditional.ts";
import { changedKey, checkComplete, keyPart } from "./partition-keys.ts";
import { columnOf } from "./prepare.ts";

export interface ModifyFacts {
  readonly node: ModelNode;
  readonly statement: ModifyStatement;
  readonly found: FoundTable & { readonly kind: "replicated" };
  readonly bound: BoundValues;
  readonly level: Level;
  readonly serialLevel: Level;
  /** Write time that the request carries. */
  readonly timestampMicros: bigint | undefined;
}

/** Largest row, key and names included; the real limit is half a commit-log segment. */
const maxRowBytes = 2_000_000;

/** Answers INSERT, UPDATE and DELETE. @throws CqlServerError */
export function executeModify(facts: ModifyFacts, done: (response: CqlResponse) => void): void {
  const { node, statement, found, bound, level } = facts;
  const { table, keyspace } = found;
  const key = keyOf(statement, table, bound);
  if (statement.condition !== undefined) {
    if (statement.using.timestamp !== undefined)
      throw invalid("Cannot provide custom timestamp for conditional updates");
    return executeConditional(facts, key, statement.condition, done);
  }
  const at =
    bound.whole(statement.using.timestamp, "[timestamp]") ??
    (facts.timestampMicros === undefined ? node.nextWriteMicros() : Number(facts.timestampMicros));
  if (!Number.isSafeInteger(at)) throw invalid(`Timestamp ${at} is out of range`);
  const row = encodeRow(rowOf(facts, at));
  if (row.length + key.length > maxRowBytes)
    throw invalid(`A row of ${row.length + key.length} bytes is larger than ${maxRowBytes}`);
  node.write(keyspace, { tableId: table.id, key, row }, level, (outcome) => {
    done(outcome.ok ? { kind: "void" } : { kind: "error", error: outcome.error });
  });
}

/** The row that the statement writes, with the write time `at` in microseconds. */
export function rowOf({ statement, found, bound, node }: ModifyFacts, at: number): Row {
  const { table } = found;
  if (statement.kind === "delete") {
    if (statement.columns.length === 0) {
      return { marker: undefined, deletedAt: at, cells: new Map() };
    }
    const gone: Cell = { value: undefined, at, expiresAt: undefined };
    const cells = statement.columns.map((column) => [regular(table, column), gone] as const);
    return { marker: undefined, deletedAt: undefined, cells: new Map(cells) };
  }
  const ttl = bound.whole(statement.using.ttl, "[ttl]") ?? table.defaultTtlSeconds;
  if (ttl < 0) throw invalid("A TTL must be greater or equal to 0, but was " + String(ttl));
  const expiresAt = ttl === 0 ? undefined : Math.floor(node.world.now() / 1_000) + ttl;
  const cells = new Map<string, Cell>();
  const keys = new Set(partitionKeyOf(table).map(({ name }) => name));
  for (const { column, term } of statement.assignments) {
    if (keys.has(column)) continue;
    const bytes = bound.bytes(term, columnOf(table, column).type, column);
    // Not set: the column stays as it is.
    if (bytes === undefined) continue;
    cells.set(
      column,
      bytes === null
        ? { value: undefined, at, expiresAt: undefined }
        : { value: new Uint8Array(bytes), at, expiresAt },
    );
  }
  const marker = statement.kind === "insert" ? { at, expiresAt } : undefined;
  return { marker, deletedAt: undefined, cells };
}

function keyOf(statement: ModifyStatement, table: TableDefinition, bound: BoundValues): Uint8Array {
  if (statement.kind === "insert") return insertedKey(table, statement.assignments, bound);
  if (statement.kind === "update") {
    for (const { column } of statement.assignments) regular(table, column);
  }
  return changedKey(table, statement.where, bound);
}

function insertedKey(
  table: TableDefinition,
  assignments: readonly Assignment[],
  bound: BoundValues,
): Uint8Array {
  checkComplete(table, new Set(assignments.map(({ column }) => column)));
  const parts = partitionKeyOf(table).map(({ name, type }) => {
    const term = assignments.find(({ column }) => column === name)?.term;
    return keyPart(term === undefined ? null : bound.bytes(term, type, name), name);
  });
  const key = new Uint8Array(routingKey(parts));
  if (key.length === 0) throw invalid("Key may not be empty");
  return key;
}

function regular(table: TableDefinition, column: string): string {
  if (columnOf(table, column).kind !== "regular")
    throw invalid(`PRIMARY KEY part ${column} found in SET part`);
  return column;
}
