import { readColumns, sameTable, writeColumns } from "./column-specs.ts";
import type { ColumnSpec } from "./column-specs.ts";
import { MalformedCql } from "./malformed.ts";
import type { PreparedStatement } from "./response.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

const flags = { globalTable: 0x01, morePages: 0x02, noMetadata: 0x04 } as const;

/** Writes what a PREPARE gives (v4 specification, section 4.2.5.4). */
export function writePrepared(writer: WireWriter, prepared: PreparedStatement): void {
  const { id, binds, partitionKey, columns } = prepared;
  writer.shortBytes(id);
  const global = sameTable(binds);
  writer.int(global ? flags.globalTable : 0);
  writer.int(binds.length);
  writer.int(partitionKey.length);
  for (const index of partitionKey) writer.short(index);
  writeColumns(writer, binds, global);
  const globalResult = sameTable(columns);
  // A statement without rows says "no metadata", not "zero columns".
  writer.int(columns.length === 0 ? flags.noMetadata : globalResult ? flags.globalTable : 0);
  writer.int(columns.length);
  writeColumns(writer, columns, globalResult);
}

/** Reads what a PREPARE gives. @throws MalformedCql */
export function readPrepared(reader: WireReader): PreparedStatement {
  const id = new Uint8Array(reader.shortBytes());
  const given = reader.int();
  const count = reader.count("A list of markers");
  const keyCount = reader.count("A partition key");
  if (keyCount * 2 > reader.left) throw new MalformedCql(`A partition key of ${keyCount} columns`);
  const partitionKey = Array.from({ length: keyCount }, () => reader.short());
  const binds = readColumns(reader, count, (given & flags.globalTable) !== 0);
  return { id, binds, partitionKey, columns: readResultColumns(reader) };
}

function readResultColumns(reader: WireReader): readonly ColumnSpec[] {
  const given = reader.int();
  const count = reader.count("A list of columns");
  if ((given & flags.morePages) !== 0) reader.bytes();
  if ((given & flags.noMetadata) !== 0) return [];
  return readColumns(reader, count, (given & flags.globalTable) !== 0);
}
