import { readColumns, sameTable, writeColumns } from "./column-specs.ts";
import type { ColumnsMemo } from "./column-specs.ts";
import { readValue } from "./decode-value.ts";
import { writeValue } from "./encode-value.ts";
import { MalformedCql } from "./malformed.ts";
import type { RowsResult } from "./response.ts";
import { setField } from "./set-field.ts";
import type { CqlRow, CqlValue } from "./value.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

const flags = { globalTable: 0x01, morePages: 0x02, noMetadata: 0x04 } as const;

/** Writes the rows of a RESULT (v4 specification, section 4.2.5.2), always with its columns. @throws CqlValueError */
export function writeRows(writer: WireWriter, result: RowsResult): void {
  const { columns, rows, pagingState } = result;
  const global = sameTable(columns);
  writer.int((global ? flags.globalTable : 0) | (pagingState === undefined ? 0 : flags.morePages));
  writer.int(columns.length);
  if (pagingState !== undefined) writer.bytes(pagingState);
  writeColumns(writer, columns, global);
  writer.int(rows.length);
  for (const row of rows) {
    for (const { name, type } of columns) {
      writeValue(writer, type, Object.hasOwn(row, name) ? (row[name] ?? null) : null);
    }
  }
}

/** Reads the rows of a RESULT; `memo` belongs to one statement. @throws MalformedCql */
export function readRows(reader: WireReader, memo?: ColumnsMemo): RowsResult {
  const given = reader.int();
  const count = reader.count("A list of columns");
  const pagingState =
    (given & flags.morePages) === 0 ? undefined : copyOf(reader.bytes() ?? undefined);
  if ((given & flags.noMetadata) !== 0) {
    throw new MalformedCql("Rows came without the description of their columns");
  }
  const columns = readColumns(reader, count, (given & flags.globalTable) !== 0, memo);
  const rowCount = reader.count("A list of rows");
  // A cell takes four bytes or more; rows without cells would loop without end.
  if (columns.length === 0 ? rowCount > 0 : rowCount * columns.length * 4 > reader.left) {
    throw new MalformedCql(`${rowCount} rows in ${reader.left} bytes`);
  }
  const rows: CqlRow[] = [];
  for (let i = 0; i < rowCount; i++) {
    const row: Record<string, CqlValue> = {};
    for (const { name, type } of columns) setField(row, name, readValue(type, reader));
    rows.push(row);
  }
  return { kind: "rows", columns, rows, pagingState };
}

function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined ? undefined : new Uint8Array(bytes);
}
