import { CqlServerError } from "../../cql/server-error.ts";
import { notKnown } from "../cql/not-known.ts";
import type { SchemaStatement, Term } from "../cql/statement.ts";
import type { ColumnDefinition, TableDefinition } from "./definitions.ts";
import { parseTypeText } from "./type-text.ts";

/** Options that are taken and change nothing here. */
const withoutEffect = new Set([
  "additional_write_policy",
  "allow_auto_snapshot",
  "bloom_filter_fp_chance",
  "caching",
  "compaction",
  "compression",
  "crc_check_chance",
  "incremental_backups",
  "max_index_interval",
  "memtable",
  "memtable_flush_period_in_ms",
  "min_index_interval",
  "speculative_retry",
]);

/** The table that CREATE TABLE describes: one row a partition. @throws CqlServerError */
export function newTable(
  statement: SchemaStatement & { readonly kind: "create table" },
  keyspace: string,
  name: string,
  id: string,
): TableDefinition {
  if (statement.partitionKey.length === 0) {
    throw new CqlServerError({
      kind: "invalid",
      message: `No PRIMARY KEY specifed for table '${keyspace}.${name}' (exactly one required)`,
    });
  }
  if (statement.clustering.length > 0) {
    throw notKnown("clustering columns: it keeps one row a partition");
  }
  const types = new Map(statement.columns.map((column) => [column.name, column.type]));
  if (types.size < statement.columns.length) {
    throw new CqlServerError({
      kind: "invalid",
      message: "Duplicate column names are not allowed",
    });
  }
  const key = statement.partitionKey.map((column, position): ColumnDefinition => {
    const typeText = types.get(column);
    if (typeText === undefined) {
      throw new CqlServerError({
        kind: "invalid",
        message: `Unknown column '${column}' referenced in PRIMARY KEY for table '${keyspace}.${name}'`,
      });
    }
    types.delete(column);
    const type = parseTypeText(typeText);
    return { name: column, typeText, type, kind: "partition_key", position, order: "none" };
  });
  const rest = [...types].map(([column, typeText]): ColumnDefinition => {
    const type = parseTypeText(typeText);
    if (type.kind === "counter") throw notKnown("counters");
    if (["list", "set", "map"].includes(type.kind) && !typeText.startsWith("frozen<")) {
      throw notKnown(`the collection ${column} that is not frozen`);
    }
    return { name: column, typeText, type, kind: "regular", position: -1, order: "none" };
  });
  return {
    keyspace,
    name,
    id,
    columns: [...key, ...rest.toSorted((a, b) => (a.name < b.name ? -1 : 1))],
    ...optionsOf(statement.options),
  };
}

function optionsOf(
  options: ReadonlyMap<string, Term>,
): Pick<TableDefinition, "comment" | "readRepair" | "defaultTtlSeconds" | "gcGraceSeconds"> {
  let comment = "";
  let readRepair: TableDefinition["readRepair"] = "BLOCKING";
  let defaultTtlSeconds = 0;
  let gcGraceSeconds = 864_000;
  for (const [name, term] of options) {
    const text = "text" in term ? term.text : "";
    if (name === "comment") comment = text;
    else if (name === "read_repair" && (text === "NONE" || text === "BLOCKING")) readRepair = text;
    else if (name === "default_time_to_live") defaultTtlSeconds = whole(name, text);
    else if (name === "gc_grace_seconds") gcGraceSeconds = whole(name, text);
    else if (!withoutEffect.has(name)) {
      throw new CqlServerError({ kind: "syntax", message: `Unknown property '${name}'` });
    }
  }
  return { comment, readRepair, defaultTtlSeconds, gcGraceSeconds };
}

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CqlServerError({ kind: "config", message: `Invalid value ${text} for '${name}'` });
}
