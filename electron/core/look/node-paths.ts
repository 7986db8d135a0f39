/** Where things are on a node: by its settings, its properties and its process, in this order. */
import { readCommandLine, type CommandLine } from "../../../shared/parse/host/command-line.ts";
import type { CassandraProcess } from "../../../shared/parse/host/processes.ts";
import type { NodeState } from "../session/node-state.ts";

export interface NodePaths {
  /** Path → what lives there, in words. */
  readonly holds: ReadonlyMap<string, readonly string[]>;
  readonly hints: string | undefined;
  readonly systemLog: string | undefined;
  readonly gcLog: string | undefined;
}

/** Where packages put the log when nothing says otherwise (deb, rpm, Docker). */
const packagedLogs = "/var/log/cassandra";
const packagedStorage = "/var/lib/cassandra";

/**
 * The process of this node among those of its host: known by its pid, by the folders in its command line, or by being
 * the only one. Several nodes may share a host.
 */
export function processOf(
  node: NodeState,
  processes: readonly CassandraProcess[],
  pid: number | undefined,
): CassandraProcess | undefined {
  const byPid = processes.find((process) => process.pid === pid);
  if (byPid !== undefined) return byPid;
  const { properties } = node;
  const [log, storage, config] = ["logdir", "storagedir", "config"].map((name) =>
    properties?.get(`cassandra.${name}`),
  );
  const matches = processes.filter(({ args }) => {
    const line = readCommandLine(args);
    if (log !== undefined && line.logDirectory !== undefined) return line.logDirectory === log;
    if (storage !== undefined && line.storageDirectory !== undefined)
      return line.storageDirectory === storage;
    return config !== undefined && args.includes(`-Dcassandra.config=${config}`);
  });
  if (matches.length === 1) return matches[0];
  return properties === undefined && processes.length === 1 ? processes[0] : undefined;
}

export function nodePaths(node: NodeState, process: CassandraProcess | undefined): NodePaths {
  const line: CommandLine | undefined =
    process === undefined ? undefined : readCommandLine(process.args);
  const { settings, properties } = node;
  const known = settings !== undefined || line !== undefined;
  const storage =
    properties?.get("cassandra.storagedir") ??
    line?.storageDirectory ??
    (known ? packagedStorage : undefined);
  const logs =
    properties?.get("cassandra.logdir") ?? line?.logDirectory ?? (known ? packagedLogs : undefined);
  const below = (folder: string): string | undefined =>
    storage === undefined ? undefined : `${storage}/${folder}`;
  const holds = new Map<string, string[]>();
  const add = (path: string | undefined, what: string): void => {
    if (path?.startsWith("/") !== true) return;
    const words = holds.get(path) ?? [];
    if (!words.includes(what)) words.push(what);
    holds.set(path, words);
  };
  const data = settings?.dataDirectories ?? [below("data")];
  for (const path of data) add(path, "data");
  add(settings?.commitLogDirectory ?? below("commitlog"), "commit log");
  const hints = settings?.hintsDirectory ?? below("hints");
  add(hints, "hints");
  add("/", "root");
  const gcLog = line?.gcLogPath?.replaceAll(/%[pt]/g, "*");
  return {
    holds,
    hints: absolute(hints),
    systemLog: absolute(logs === undefined ? undefined : `${logs}/system.log`),
    // A pattern cannot be followed; the usual name then.
    gcLog: absolute(
      gcLog === undefined || gcLog.includes("*")
        ? logs === undefined
          ? undefined
          : `${logs}/gc.log`
        : gcLog,
    ),
  };
}

function absolute(path: string | undefined): string | undefined {
  return path?.startsWith("/") === true ? path : undefined;
}
