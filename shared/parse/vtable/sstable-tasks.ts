import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { integerOf, textOf } from "./row.ts";

/** A compaction, cleanup, scrub, validation … that runs now. How many wait is not in this table. */
export interface SstableTask {
  readonly id: string;
  readonly keyspace: string;
  readonly table: string;
  readonly kind: string;
  readonly done: number | undefined;
  readonly total: number | undefined;
  /** "bytes" for nearly all kinds. */
  readonly unit: string | undefined;
}

/** Reads `system_views.sstable_tasks` (4.0+). No row means that nothing runs. */
export function readSstableTasks(rows: readonly CqlRow[]): Parsed<readonly SstableTask[]> {
  const tally = new Tally();
  const tasks: SstableTask[] = [];
  for (const row of rows) {
    const [id, keyspace, table] = ["task_id", "keyspace_name", "table_name"].map((column) =>
      textOf(row, column),
    );
    if (id === undefined || keyspace === undefined || table === undefined) {
      tally.fail("a row without an id or a name");
      continue;
    }
    tasks.push({
      id,
      keyspace,
      table,
      kind: textOf(row, "kind") ?? "unknown",
      done: integerOf(row, "progress"),
      total: integerOf(row, "total"),
      unit: textOf(row, "unit"),
    });
    tally.took();
  }
  return tally.done(tasks, false);
}
