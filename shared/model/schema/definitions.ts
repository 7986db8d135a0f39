import type { CqlType } from "../../cql/cql-type.ts";

/** A keyspace as `system_schema.keyspaces` shows it. */
export interface KeyspaceDefinition {
  readonly name: string;
  readonly durableWrites: boolean;
  /** Class by its full name, and the strategy's options. */
  readonly replication: Readonly<Record<string, string>>;
}

export interface ColumnDefinition {
  readonly name: string;
  /** As `system_schema.columns` shows it, `frozen` included. */
  readonly typeText: string;
  readonly type: CqlType;
  readonly kind: "partition_key" | "clustering" | "static" | "regular";
  /** Place in the partition key or the clustering, -1 for others. */
  readonly position: number;
  readonly order: "none" | "asc" | "desc";
}

export interface TableDefinition {
  readonly keyspace: string;
  readonly name: string;
  /** UUID. */
  readonly id: string;
  /** In the order in which `SELECT *` gives them: key, clustering, then by name. */
  readonly columns: readonly ColumnDefinition[];
  readonly comment: string;
  /** `BLOCKING` or `NONE` (4.0+, CASSANDRA-13910). */
  readonly readRepair: "BLOCKING" | "NONE";
  readonly defaultTtlSeconds: number;
  readonly gcGraceSeconds: number;
}

/** The partition key's columns, in order. */
export function partitionKeyOf(table: TableDefinition): readonly ColumnDefinition[] {
  return table.columns.filter(({ kind }) => kind === "partition_key");
}
