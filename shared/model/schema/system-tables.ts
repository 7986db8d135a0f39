/**
 * The system's own tables, as a real node of 5.0.6 describes them in system_schema.columns and
 * system_virtual_schema.columns. Only those are here that the simulator can fill, and those that are truly empty in it.
 */
import { atLeast } from "../release.ts";
import { defineTable } from "./define-table.ts";
import type { TableDefinition } from "./definitions.ts";

const tableOptions =
  "additional_write_policy text, allow_auto_snapshot boolean, bloom_filter_fp_chance double, caching frozen<map<text, text>>, cdc boolean, comment text, compaction frozen<map<text, text>>, compression frozen<map<text, text>>, crc_check_chance double, dclocal_read_repair_chance double, default_time_to_live int, extensions frozen<map<text, blob>>, flags frozen<set<text>>, gc_grace_seconds int, id uuid, incremental_backups boolean, max_index_interval int, memtable text, memtable_flush_period_in_ms int, min_index_interval int, read_repair text, read_repair_chance double, speculative_retry text";
const describedColumns =
  "keyspace_name text P, table_name text C, column_name text C, clustering_order text, column_name_bytes blob, kind text, position int, type text";
const latency =
  "keyspace_name text P, table_name text P, count bigint, max_ms double, p50th_ms double, p99th_ms double, per_second double";

/** Tables of every node's own keyspaces `system` and `system_schema`. */
const local: readonly (readonly [keyspace: string, table: string, columns: string])[] = [
  [
    "system",
    "local",
    "key text P, bootstrapped text, broadcast_address inet, broadcast_port int, cluster_name text, cql_version text, data_center text, gossip_generation int, host_id uuid, listen_address inet, listen_port int, native_protocol_version text, partitioner text, rack text, release_version text, rpc_address inet, rpc_port int, schema_version uuid, tokens set<text>, truncated_at map<uuid, blob>",
  ],
  [
    "system",
    "peers",
    "peer inet P, data_center text, host_id uuid, preferred_ip inet, rack text, release_version text, rpc_address inet, schema_version uuid, tokens set<text>",
  ],
  [
    "system",
    "peers_v2",
    "peer inet P, peer_port int C, data_center text, host_id uuid, native_address inet, native_port int, preferred_ip inet, preferred_port int, rack text, release_version text, schema_version uuid, tokens set<text>",
  ],
  [
    "system_schema",
    "keyspaces",
    "keyspace_name text P, durable_writes boolean, replication frozen<map<text, text>>",
  ],
  ["system_schema", "tables", `keyspace_name text P, table_name text C, ${tableOptions}`],
  ["system_schema", "columns", describedColumns],
  [
    "system_schema",
    "dropped_columns",
    "keyspace_name text P, table_name text C, column_name text C, dropped_time timestamp, kind text, type text",
  ],
  [
    "system_schema",
    "indexes",
    "keyspace_name text P, table_name text C, index_name text C, kind text, options frozen<map<text, text>>",
  ],
  [
    "system_schema",
    "views",
    "keyspace_name text P, view_name text C, base_table_id uuid, base_table_name text, include_all_columns boolean, where_clause text",
  ],
  [
    "system_schema",
    "types",
    "keyspace_name text P, type_name text C, field_names frozen<list<text>>, field_types frozen<list<text>>",
  ],
  [
    "system_schema",
    "functions",
    "keyspace_name text P, function_name text C, argument_types frozen<list<text>> C, argument_names frozen<list<text>>, body text, called_on_null_input boolean, language text, return_type text",
  ],
  [
    "system_schema",
    "aggregates",
    "keyspace_name text P, aggregate_name text C, argument_types frozen<list<text>> C, final_func text, initcond text, return_type text, state_func text, state_type text",
  ],
  [
    "system_schema",
    "triggers",
    "keyspace_name text P, table_name text C, trigger_name text C, options frozen<map<text, text>>",
  ],
];

/** Tables of the keyspaces that are replicated, with ids that are the same on every node. */
const replicated: readonly (readonly [keyspace: string, table: string, columns: string])[] = [
  [
    "system_auth",
    "roles",
    "role text P, can_login boolean, is_superuser boolean, member_of set<text>, salted_hash text",
  ],
];

const virtual: readonly (readonly [table: string, since: string, columns: string])[] = [
  [
    "clients",
    "4.0",
    "address inet P, port int C, connection_stage text, driver_name text, driver_version text, hostname text, protocol_version int, request_count bigint, ssl_cipher_suite text, ssl_enabled boolean, ssl_protocol text, username text",
  ],
  ["coordinator_read_latency", "4.0", latency],
  ["coordinator_scan_latency", "4.0", latency],
  ["coordinator_write_latency", "4.0", latency],
  ["disk_usage", "4.0", "keyspace_name text P, table_name text P, mebibytes bigint"],
  [
    "gossip_info",
    "4.1",
    "address inet P, port int C, dc text, generation int, heartbeat int, host_id text, hostname text, internal_address_and_port text, load text, native_address_and_port text, net_version text, rack text, release_version text, rpc_address text, rpc_ready text, schema text, sstable_versions text, status text, status_with_port text",
  ],
  [
    "pending_hints",
    "4.1",
    "host_id uuid P, address inet, dc text, files int, newest timestamp, oldest timestamp, port int, rack text, status text",
  ],
  ["settings", "4.0", "name text P, value text"],
  [
    "snapshots",
    "4.1",
    "name text P, keyspace_name text C, table_name text C, created_at timestamp, ephemeral boolean, expires_at timestamp, size_on_disk bigint, true_size bigint",
  ],
  [
    "sstable_tasks",
    "4.0",
    "keyspace_name text P, table_name text C, task_id timeuuid C, kind text, progress bigint, total bigint, unit text",
  ],
  ["system_properties", "4.0", "name text P, value text"],
  [
    "thread_pools",
    "4.0",
    "name text P, active_tasks int, active_tasks_limit int, blocked_tasks bigint, blocked_tasks_all_time bigint, completed_tasks bigint, pending_tasks int",
  ],
];

const virtualSchema: readonly (readonly [table: string, columns: string])[] = [
  ["keyspaces", "keyspace_name text P"],
  ["tables", "keyspace_name text P, table_name text C, comment text"],
  ["columns", describedColumns],
];

/** Columns that 4.1 brought. */
const since41 = /, (allow_auto_snapshot boolean|incremental_backups boolean|memtable text)(?=,|$)/g;

export interface SystemTables {
  /** `system` and `system_schema`: every node has its own. */
  readonly local: readonly TableDefinition[];
  readonly replicated: readonly TableDefinition[];
  /** `system_views` and `system_virtual_schema`. */
  readonly virtual: readonly TableDefinition[];
}

/** The system's tables of a release (`5.0.6`). */
export function systemTables(release: string): SystemTables {
  const columnsOf = (line: string) => (atLeast(release, 4, 1) ? line : line.replace(since41, ""));
  return {
    local: local.map(([keyspace, name, line]) => defineTable(keyspace, name, columnsOf(line))),
    replicated: replicated.map(([keyspace, name, line], i) =>
      defineTable(keyspace, name, line, {
        id: `5bc52802-de25-35ed-aeab-18800000000${i}`,
        comment: "role definitions",
      }),
    ),
    virtual: [
      ...virtual
        .filter(([, since]) => atLeast(release, Number(since[0]), Number(since[2])))
        .map(([name, , line]) => defineTable("system_views", name, line)),
      ...virtualSchema.map(([name, line]) => defineTable("system_virtual_schema", name, line)),
    ],
  };
}
