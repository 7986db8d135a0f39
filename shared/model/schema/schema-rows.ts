import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { CqlRow } from "../../cql/value.ts";
import { atLeast } from "../release.ts";
import type { KeyspaceDefinition, TableDefinition } from "./definitions.ts";
import type { Schema } from "./schema.ts";
import type { SystemTables } from "./system-tables.ts";

const localKeyspaces: readonly KeyspaceDefinition[] = ["system", "system_schema"].map((name) => ({
  name,
  durableWrites: true,
  replication: { class: "org.apache.cassandra.locator.LocalStrategy" },
}));

/**
 * Rows of a table of `system_schema` or `system_virtual_schema`; undefined when it is not one of those that describe
 * the schema.
 */
export function schemaRows(
  keyspace: string,
  table: string,
  schema: Schema,
  system: SystemTables,
  release: string,
): readonly CqlRow[] | undefined {
  if (keyspace === "system_virtual_schema") {
    const names = [...new Set(system.virtual.map((each) => each.keyspace))];
    if (table === "keyspaces") return names.map((name) => ({ keyspace_name: name }));
    if (table === "tables") {
      return system.virtual.map(({ keyspace: of, name, comment }) => ({
        keyspace_name: of,
        table_name: name,
        comment,
      }));
    }
    return table === "columns" ? system.virtual.flatMap(columnRows) : undefined;
  }
  if (keyspace !== "system_schema") return undefined;
  const tables = [...system.local, ...schema.tables()];
  switch (table) {
    case "keyspaces":
      return [...localKeyspaces, ...schema.keyspaces()].map((each) => ({
        keyspace_name: each.name,
        durable_writes: each.durableWrites,
        replication: new Map(Object.entries(each.replication)),
      }));
    case "tables":
      return tables.map((each) => tableRow(each, release));
    case "columns":
      return tables.flatMap(columnRows);
    // The simulator has none of these, whatever was created.
    case "dropped_columns":
    case "indexes":
    case "views":
    case "types":
    case "functions":
    case "aggregates":
    case "triggers":
      return [];
    default:
      return undefined;
  }
}

function columnRows(table: TableDefinition): readonly CqlRow[] {
  return table.columns.map((column) => ({
    keyspace_name: table.keyspace,
    table_name: table.name,
    column_name: column.name,
    clustering_order: column.order,
    column_name_bytes: utf8ToBytes(column.name),
    kind: column.kind,
    position: column.position,
    type: column.typeText,
  }));
}

/** Options that the simulator does not have are shown with the defaults that a real table of 5.0 shows. */
function tableRow(table: TableDefinition, release: string): CqlRow {
  return {
    keyspace_name: table.keyspace,
    table_name: table.name,
    additional_write_policy: "99p",
    bloom_filter_fp_chance: 0.01,
    caching: new Map([
      ["keys", "ALL"],
      ["rows_per_partition", "NONE"],
    ]),
    comment: table.comment,
    compaction: new Map([
      ["class", "org.apache.cassandra.db.compaction.SizeTieredCompactionStrategy"],
      ["max_threshold", "32"],
      ["min_threshold", "4"],
    ]),
    compression: new Map([
      ["chunk_length_in_kb", "16"],
      ["class", "org.apache.cassandra.io.compress.LZ4Compressor"],
    ]),
    crc_check_chance: 1,
    dclocal_read_repair_chance: 0,
    default_time_to_live: table.defaultTtlSeconds,
    extensions: new Map(),
    flags: ["compound"],
    gc_grace_seconds: table.gcGraceSeconds,
    id: table.id,
    max_index_interval: 2048,
    ...(atLeast(release, 4, 1)
      ? { allow_auto_snapshot: null, incremental_backups: null, memtable: null }
      : {}),
    memtable_flush_period_in_ms: 0,
    min_index_interval: 128,
    read_repair: table.readRepair,
    read_repair_chance: 0,
    speculative_retry: "99p",
  };
}
