import { readType, writeType } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { MalformedCql } from "./malformed.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

export interface ColumnSpec {
  readonly keyspace: string;
  readonly table: string;
  readonly name: string;
  readonly type: CqlType;
}

/**
 * Remembers the columns that were read last. A node describes the columns with every page of rows; reading that again
 * for each answer costs more than the rows of a small answer. The bytes are compared, so a table that was altered
 * meanwhile is never read by its old columns (which is what "skip metadata" of protocol 4 risks, CASSANDRA-10786).
 */
export class ColumnsMemo {
  bytes: Uint8Array | undefined;
  count = -1;
  global = false;
  columns: readonly ColumnSpec[] = [];
}

/** True when all columns are of one table, so that its name needs to be written once only. */
export function sameTable(columns: readonly ColumnSpec[]): boolean {
  const first = columns[0];
  if (first === undefined) return false;
  return columns.every((each) => each.keyspace === first.keyspace && each.table === first.table);
}

/** Writes <global_table_spec> when `global`, then the columns. */
export function writeColumns(
  writer: WireWriter,
  columns: readonly ColumnSpec[],
  global: boolean,
): void {
  const first = columns[0];
  if (global && first !== undefined) {
    writer.string(first.keyspace);
    writer.string(first.table);
  }
  for (const column of columns) {
    if (!global) {
      writer.string(column.keyspace);
      writer.string(column.table);
    }
    writer.string(column.name);
    writeType(writer, column.type);
  }
}

/** Reads `count` columns as `writeColumns` writes them. @throws MalformedCql */
export function readColumns(
  reader: WireReader,
  count: number,
  global: boolean,
  memo?: ColumnsMemo,
): readonly ColumnSpec[] {
  if (memo !== undefined && isRemembered(reader, count, global, memo)) return memo.columns;
  const start = reader.at;
  // Each column takes four bytes or more: an impossible count is refused before the loop.
  if (count * 4 > reader.left) throw new MalformedCql(`${count} columns in ${reader.left} bytes`);
  let keyspace = global ? reader.string() : "";
  let table = global ? reader.string() : "";
  const columns: ColumnSpec[] = [];
  for (let i = 0; i < count; i++) {
    if (!global) {
      keyspace = reader.string();
      table = reader.string();
    }
    columns.push({ keyspace, table, name: reader.string(), type: readType(reader) });
  }
  if (memo !== undefined) {
    memo.bytes = new Uint8Array(reader.data.subarray(start, reader.at));
    memo.count = count;
    memo.global = global;
    memo.columns = columns;
  }
  return columns;
}

function isRemembered(
  reader: WireReader,
  count: number,
  global: boolean,
  memo: ColumnsMemo,
): boolean {
  const { bytes } = memo;
  if (bytes === undefined || memo.count !== count || memo.global !== global) return false;
  if (bytes.length > reader.left) return false;
  const { data, at } = reader;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== data[at + i]) return false;
  reader.skip(bytes.length);
  return true;
}
