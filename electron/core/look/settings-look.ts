/** Settings and properties of a node that figures and predictions rest on. */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import { readEndpoint } from "../../../shared/parse/text/endpoint.ts";
import { textOf } from "../../../shared/parse/vtable/row.ts";
import { readSettings, type Settings } from "../../../shared/parse/vtable/settings.ts";
import type { CqlSession } from "../deps.ts";
import type { NodeState } from "../session/node-state.ts";
import { askCql, type Answer, type Asker } from "./ask-cql.ts";

/** Names of 4.1+ and those of 4.0 where they differ. Only these are read: the table also holds key stores. */
const settingNames = [
  "cluster_name",
  "data_file_directories",
  "local_system_data_file_directory",
  "commitlog_directory",
  "hints_directory",
  "saved_caches_directory",
  "commitlog_sync",
  "commitlog_sync_period",
  "commitlog_sync_period_in_ms",
  "commitlog_sync_group_window",
  "commitlog_sync_group_window_in_ms",
  "commitlog_compression",
  "commitlog_compression.class_name",
  "commitlog_compression_class_name",
  "commitlog_disk_access_mode",
  "hinted_handoff_enabled",
  "max_hint_window",
  "max_hint_window_in_ms",
  "hint_window_persistent_enabled",
  "max_hints_size_per_host",
  "seed_provider",
  "seed_provider.parameters",
  "seed_provider_parameters",
  "num_tokens",
  "phi_convict_threshold",
  "endpoint_snitch",
  "storage_port",
  "authenticator",
  "authenticator.class_name",
];
const propertyNames = [
  "java.version",
  "java.vm.name",
  "cassandra.logdir",
  "cassandra.storagedir",
  "cassandra.config",
];

/**
 * Reads system_views.settings and system_views.system_properties (4.0+) into `node` and sets the figures made of them.
 * @throws Late, Failure or the server's error
 */
export async function lookAtSettings(
  asker: Asker,
  cql: CqlSession,
  node: NodeState,
): Promise<void> {
  const settings = await askCql(
    asker,
    cql,
    "system_views.settings",
    named("settings", settingNames),
  );
  node.settings = readSettings(settings.rows).value;
  applySettings(node, node.settings, settings);
  const properties = await askCql(
    asker,
    cql,
    "system_views.system_properties",
    named("system_properties", propertyNames),
  );
  node.properties = new Map(
    properties.rows.flatMap((row) => {
      const [name, value] = [textOf(row, "name"), textOf(row, "value")];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const version = node.properties.get("java.version");
  const vm = node.properties.get("java.vm.name");
  if (version === undefined)
    node.sheet.withhold("jvm", "system_properties does not hold java.version");
  else
    node.sheet.set(
      "jvm",
      vm === undefined ? version : `${version}, ${vm}`,
      properties.at,
      properties.source,
    );
}

function named(table: string, names: readonly string[]): string {
  return `SELECT name, value FROM system_views.${table} WHERE name IN (${names.map((name) => `'${name}'`).join(", ")})`;
}

function applySettings(node: NodeState, settings: Settings, { at, source }: Answer): void {
  const { sheet } = node;
  const {
    commitLogSync: sync,
    commitLogSyncMs: periodMs,
    commitLogDiskAccess: diskAccess,
  } = settings;
  if (sync === undefined) sheet.withhold("commitLog", "settings do not hold commitlog_sync");
  else {
    const value = {
      sync,
      ...(periodMs === undefined || sync === "batch" ? {} : { periodMs }),
      compressed: settings.commitLogCompressed === true,
      ...(diskAccess === undefined ? {} : { diskAccess }),
    };
    sheet.set("commitLog", value, at, source);
  }
  if (settings.hintedHandoff === false) sheet.set("hintWindowMs", 0, at, source);
  else if (settings.hintWindowMs === undefined)
    sheet.withhold("hintWindowMs", "settings do not hold max_hint_window");
  else sheet.set("hintWindowMs", settings.hintWindowMs, at, source);
  if (settings.seeds === undefined) {
    sheet.withhold("isSeed", "settings do not name the seeds (another seed provider)");
  } else {
    const seeds = settings.seeds.map((seed) =>
      canonicalAddress(readEndpoint(seed)?.address ?? seed),
    );
    sheet.set("isSeed", seeds.includes(node.address), at, source);
  }
}
