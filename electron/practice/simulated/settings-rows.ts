import { atLeast } from "../../../shared/model/release.ts";
import type { NodeConfig, NodeSettings } from "./node-settings.ts";

/**
 * Rows of system_views.settings under the names of the release: 4.0 nests with `_` and has units in its names, 4.1 and
 * later nest with `.` and have units in their values. Only what is true of a simulated node is there.
 */
export function settingsRows(
  { config }: NodeSettings,
  release: string,
): ReadonlyMap<string, string | null> {
  const common: [string, string | null][] = [
    ["cluster_name", config.cluster_name],
    ["data_file_directories", `[${config.data_file_directories.join(", ")}]`],
    ["commitlog_directory", config.commitlog_directory],
    ["hints_directory", config.hints_directory],
    ["saved_caches_directory", config.saved_caches_directory],
    ["commitlog_sync", config.commitlog_sync],
    ["endpoint_snitch", config.endpoint_snitch],
    ["hinted_handoff_enabled", String(config.hinted_handoff_enabled)],
    ["listen_address", config.listen_address],
    ["native_transport_port", String(config.native_transport_port)],
    ["num_tokens", String(config.num_tokens)],
    ["partitioner", config.partitioner],
    ["phi_convict_threshold", config.phi_convict_threshold.toFixed(1)],
    ["rpc_address", config.rpc_address],
    ["storage_port", String(config.storage_port)],
  ];
  const seeds = `{seeds=${config.seed_provider[0].parameters[0].seeds}}`;
  const own: [string, string | null][] = atLeast(release, 4, 1)
    ? [
        ["authenticator.class_name", config.authenticator],
        ["commitlog_compression.class_name", null],
        ["commitlog_sync_period", config.commitlog_sync_period],
        ["hint_window_persistent_enabled", "false"],
        ["max_hint_window", config.max_hint_window],
        ["max_hints_size_per_host", "0B"],
        ["seed_provider.class_name", config.seed_provider[0].class_name],
        ["seed_provider.parameters", seeds],
      ]
    : [
        ["authenticator", config.authenticator],
        ["commitlog_compression", null],
        ["commitlog_sync_period_in_ms", String(durationMs(config.commitlog_sync_period))],
        ["max_hint_window_in_ms", String(hintWindowMs(config))],
        ["seed_provider", `${config.seed_provider[0].class_name}${seeds}`],
      ];
  // 5.0 brought `commitlog_disk_access_mode`; "legacy" resolves to a memory-mapped log, which a kill does not empty.
  if (atLeast(release, 5, 0)) own.push(["commitlog_disk_access_mode", "legacy"]);
  return new Map([...common, ...own]);
}

export function hintWindowMs(config: NodeConfig): number {
  return config.hinted_handoff_enabled ? durationMs(config.max_hint_window) : 0;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `10s`, `3h`, `10000ms`. @throws Error for another text */
function durationMs(text: string): number {
  const [, number, unit = ""] = /^(\d+)(ms|s|m|h)$/.exec(text) ?? [];
  const factor = units[unit];
  if (number === undefined || factor === undefined) throw new Error(`not a duration: ${text}`);
  return Number(number) * factor;
}
