import { routingKey } from "../../cql/routing-key.ts";
import type { Relation } from "../cql/statement.ts";
import { notKnown } from "../cql/not-known.ts";
import { partitionKeyOf, type TableDefinition } from "../schema/definitions.ts";
import type { BoundValues } from "./bound-values.ts";
import { invalid } from "./catalog.ts";

const filtering =
  "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING";

/**
 * The partition keys that WHERE names, as bytes: one, or several by IN. Undefined without a WHERE: all rows.
 * @throws CqlServerError (invalid) for a WHERE that is not about the whole partition key
 */
export function selectedKeys(
  table: TableDefinition,
  where: readonly Relation[],
  bound: BoundValues,
): readonly Uint8Array[] | undefined {
  if (where.length === 0) return undefined;
  const key = partitionKeyOf(table);
  if (where.some(({ column }) => !key.some(({ name }) => name === column)))
    throw invalid(filtering);
  let keys: readonly (readonly Uint8Array[])[] = [[]];
  for (const { name, type } of key) {
    const relations = where.filter(({ column }) => column === name);
    const [relation, second] = relations;
    if (relation === undefined) throw invalid(filtering);
    if (second !== undefined)
      throw invalid(
        `${name} cannot be restricted by more than one relation if it includes an Equal`,
      );
    if (relation.operator !== "=" && relation.operator !== "in")
      throw notKnown(`the relation ${name} ${relation.operator} … on a partition key`);
    const values = bound
      .list(relation.terms, relation.wholeList, type, name)
      .map((bytes) => keyPart(bytes, name));
    keys = keys.flatMap((before) => values.map((value) => [...before, value]));
  }
  return keys.map(routingKey);
}

/** The one partition key that a change names. @throws CqlServerError (invalid) */
export function changedKey(
  table: TableDefinition,
  where: readonly Relation[],
  bound: BoundValues,
): Uint8Array {
  const key = partitionKeyOf(table);
  const stranger = where.find(({ column }) => !key.some(({ name }) => name === column));
  if (stranger !== undefined)
    throw invalid(`Non PRIMARY KEY columns found in where clause: ${stranger.column} `);
  checkComplete(table, new Set(where.map(({ column }) => column)));
  const keys = selectedKeys(table, where, bound) ?? [];
  const [only, second] = keys;
  if (only === undefined || second !== undefined)
    throw notKnown("a change of several partitions in one statement");
  return only;
}

/** @throws CqlServerError (invalid) when a part of the partition key is missing */
export function checkComplete(table: TableDefinition, given: ReadonlySet<string>): void {
  const missing = partitionKeyOf(table).filter(({ name }) => !given.has(name));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(", ");
  throw invalid(`Some partition key parts are missing: ${names}`);
}

/** @throws CqlServerError (invalid) for a part that is null, not set or empty where the key has one column */
export function keyPart(bytes: Uint8Array | null | undefined, column: string): Uint8Array {
  if (bytes === undefined) throw invalid(`Invalid unset value for column ${column}`);
  if (bytes === null) throw invalid(`Invalid null value in condition for column ${column}`);
  return bytes;
}

/** The columns of a partition key, as bytes. */
export function keyColumns(table: TableDefinition, key: Uint8Array): Map<string, Uint8Array> {
  const columns = partitionKeyOf(table);
  const [only] = columns;
  if (columns.length === 1 && only !== undefined) return new Map([[only.name, key]]);
  const values = new Map<string, Uint8Array>();
  let at = 0;
  for (const { name } of columns) {
    const length = ((key[at] ?? 0) << 8) | (key[at + 1] ?? 0);
    values.set(name, key.subarray(at + 2, at + 2 + length));
    at += length + 3;
  }
  return values;
}
