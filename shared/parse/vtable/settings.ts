import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { readDuration } from "../text/duration.ts";
import { readInteger, readNumber } from "../text/number.ts";
import { readBytes } from "../text/size.ts";
import { textOf } from "./row.ts";

/** The settings that predictions and checks rest on, under one name for all releases. */
export interface Settings {
  /** All as given, by the name of this release. Paths and key store settings among them: treat as sensitive. */
  readonly all: ReadonlyMap<string, string>;
  readonly clusterName: string | undefined;
  /** Undefined when the default below `cassandra.storagedir` is used. A folder with ", " in its name cannot be told. */
  readonly dataDirectories: readonly string[] | undefined;
  readonly systemDataDirectory: string | undefined;
  readonly commitLogDirectory: string | undefined;
  readonly hintsDirectory: string | undefined;
  readonly savedCachesDirectory: string | undefined;
  /** "periodic", "batch" or "group". */
  readonly commitLogSync: string | undefined;
  /** Time between two syncs in periodic mode, the window in group mode. */
  readonly commitLogSyncMs: number | undefined;
  readonly commitLogCompressed: boolean | undefined;
  /** 5.0+: "legacy", "mmap", "standard", "direct", "auto"; undefined before. */
  readonly commitLogDiskAccess: string | undefined;
  readonly hintedHandoff: boolean | undefined;
  readonly hintWindowMs: number | undefined;
  /** 4.1+: hints older than the window also end it. */
  readonly hintWindowPersistent: boolean | undefined;
  /** Undefined: no limit (0 in the file), or a release without one. */
  readonly maxHintsBytesPerHost: number | undefined;
  readonly seeds: readonly string[] | undefined;
  readonly numTokens: number | undefined;
  readonly phiConvictThreshold: number | undefined;
  readonly endpointSnitch: string | undefined;
  readonly storagePort: number | undefined;
  readonly authenticator: string | undefined;
}

/**
 * Reads `system_views.settings` (4.0+). 4.0 nests names with `_` and puts units into them (`…_in_ms`), 4.1+ nests
 * with `.` and gives units in the values (`10s`, `64MiB`), the old names beside the new ones until 5.0.
 */
export function readSettings(rows: readonly CqlRow[]): Parsed<Settings> {
  const tally = new Tally();
  const all = new Map<string, string>();
  for (const row of rows) {
    const name = textOf(row, "name");
    if (name === undefined) {
      tally.fail("a row without a name");
      continue;
    }
    const value = textOf(row, "value");
    if (value !== undefined && value !== "null") all.set(name, value);
    tally.took();
  }
  const text = (...names: string[]) =>
    names.map((name) => all.get(name)).find((value) => value !== undefined);
  const flag = (name: string) => readFlag(all.get(name));
  const ms = (name: string, inMs: string) =>
    readDuration(all.get(name)) ?? readNumber(all.get(inMs));
  const sync = text("commitlog_sync");
  const group = ms("commitlog_sync_group_window", "commitlog_sync_group_window_in_ms");
  const hintsLimit = readBytes(all.get("max_hints_size_per_host"));
  const settings: Settings = {
    all,
    clusterName: text("cluster_name"),
    dataDirectories: readList(text("data_file_directories")),
    systemDataDirectory: text("local_system_data_file_directory"),
    commitLogDirectory: text("commitlog_directory"),
    hintsDirectory: text("hints_directory"),
    savedCachesDirectory: text("saved_caches_directory"),
    commitLogSync: sync,
    commitLogSyncMs:
      sync === "group" ? group : ms("commitlog_sync_period", "commitlog_sync_period_in_ms"),
    commitLogCompressed: sync === undefined ? undefined : isCompressed(all),
    commitLogDiskAccess: text("commitlog_disk_access_mode"),
    hintedHandoff: flag("hinted_handoff_enabled"),
    hintWindowMs: ms("max_hint_window", "max_hint_window_in_ms"),
    hintWindowPersistent: flag("hint_window_persistent_enabled"),
    maxHintsBytesPerHost: hintsLimit === 0 ? undefined : hintsLimit,
    seeds: readSeeds(text("seed_provider.parameters", "seed_provider_parameters", "seed_provider")),
    numTokens: readInteger(all.get("num_tokens")),
    phiConvictThreshold: readNumber(all.get("phi_convict_threshold")),
    endpointSnitch: text("endpoint_snitch"),
    storagePort: readInteger(all.get("storage_port")),
    authenticator: text("authenticator.class_name", "authenticator"),
  };
  return tally.done(settings, sync === undefined);
}

function isCompressed(all: ReadonlyMap<string, string>): boolean {
  return [
    "commitlog_compression",
    "commitlog_compression.class_name",
    "commitlog_compression_class_name",
  ].some((name) => all.has(name));
}

function readFlag(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === "true";
}

/** `[/a, /b]` as Java prints an array. */
function readList(text: string | undefined): readonly string[] | undefined {
  const inner = /^\[(.*)\]$/.exec(text ?? "")?.[1];
  const items = inner?.split(", ").filter((item) => item !== "");
  return items === undefined || items.length === 0 ? undefined : items;
}

/** `{seeds=127.0.0.1,127.0.0.2}`, also inside the longer text that 4.0 prints for the whole provider. */
function readSeeds(text: string | undefined): readonly string[] | undefined {
  const list = /\bseeds=([^}=]*)(?:[},]|$)/.exec(text ?? "")?.[1];
  const seeds = list
    ?.split(",")
    .map((seed) => seed.trim())
    .filter((seed) => seed !== "");
  return seeds === undefined || seeds.length === 0 ? undefined : seeds;
}
