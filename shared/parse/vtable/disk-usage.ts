import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { integerOf, textOf } from "./row.ts";

const MEBIBYTE = 1024 ** 2;

/** Live SSTables of one table. */
export interface TableDiskUsage {
  readonly keyspace: string;
  readonly table: string;
  /** At most this much: the server rounds up to whole MiB (0 is 0). */
  readonly bytesAtMost: number;
}

/** Reads `system_views.disk_usage` (4.0+). Snapshots and incremental backups are not in it. */
export function readDiskUsage(rows: readonly CqlRow[]): Parsed<readonly TableDiskUsage[]> {
  const tally = new Tally();
  const tables: TableDiskUsage[] = [];
  for (const row of rows) {
    const keyspace = textOf(row, "keyspace_name");
    const table = textOf(row, "table_name");
    const mebibytes = integerOf(row, "mebibytes");
    if (keyspace === undefined || table === undefined || mebibytes === undefined || mebibytes < 0) {
      tally.fail(`a row without a name or a size: ${keyspace ?? "?"}.${table ?? "?"}`);
      continue;
    }
    tables.push({ keyspace, table, bytesAtMost: mebibytes * MEBIBYTE });
    tally.took();
  }
  return tally.done(tables, rows.length === 0);
}
