import { readInteger } from "../text/number.ts";
import { readBytes } from "../text/size.ts";

/** What the command line of a Cassandra process says about where things are. */
export interface CommandLine {
  /** `-Dcassandra.config`, as a path where it is a file. */
  readonly configFile: string | undefined;
  /** Folder of cassandra.yaml: of the configuration file, else the first class path entry that is no jar. */
  readonly configDirectory: string | undefined;
  readonly logDirectory: string | undefined;
  /** `-Dcassandra.storagedir`: data, commitlog, hints and saved_caches lie below when nothing else is set. */
  readonly storageDirectory: string | undefined;
  readonly maxHeapBytes: number | undefined;
  readonly collector: "CMS" | "G1" | "Parallel" | "Serial" | "ZGC" | "Shenandoah" | undefined;
  /** As given: `%p` and `%t` stand for process id and start time. */
  readonly gcLogPath: string | undefined;
  readonly jmxPort: number | undefined;
  /** Access to JMX over HTTP without a login is likely. */
  readonly jolokiaAgent: boolean;
}

const COLLECTORS = [
  ["UseConcMarkSweepGC", "CMS"],
  ["UseG1GC", "G1"],
  ["UseParallelGC", "Parallel"],
  ["UseParallelOldGC", "Parallel"],
  ["UseSerialGC", "Serial"],
  ["UseZGC", "ZGC"],
  ["UseShenandoahGC", "Shenandoah"],
] as const;

/** True when the arguments are those of a Cassandra (or DSE) server. */
export function isCassandra(args: readonly string[]): boolean {
  return args.some((arg) => /(^|\.)CassandraDaemon$|^com\.datastax\.bdp\.DseModule$/.test(arg));
}

/**
 * Reads the arguments of the process (`/proc/PID/cmdline` cut at its NULs, or a line of `ps` cut at blanks). Of a
 * flag given twice the last one counts, as for the JVM.
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const property = (name: string) => last(args, `-D${name}=`);
  const config = property("cassandra.config");
  const configFile =
    config?.startsWith("file:") === true ? config.replace(/^file:(\/\/)?/, "") : config;
  const logPath = property("cassandra.logdir");
  return {
    configFile,
    configDirectory:
      configFile?.startsWith("/") === true ? parent(configFile) : classPathFolder(args),
    logDirectory: logPath,
    storageDirectory: property("cassandra.storagedir"),
    maxHeapBytes: readBytes(last(args, "-Xmx") ?? last(args, "-XX:MaxHeapSize=")),
    collector: COLLECTORS.findLast(([flag]) => args.includes(`-XX:+${flag}`))?.[1],
    gcLogPath: gcLogPath(args),
    jmxPort: readInteger(
      property("cassandra.jmx.local.port") ?? property("com.sun.management.jmxremote.port"),
    ),
    jolokiaAgent: args.some((arg) => arg.startsWith("-javaagent:") && arg.includes("jolokia")),
  };
}

function last(args: readonly string[], prefix: string): string | undefined {
  const value = args.findLast((arg) => arg.startsWith(prefix))?.slice(prefix.length);
  return value === "" ? undefined : value;
}

function parent(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function classPathFolder(args: readonly string[]): string | undefined {
  const at = args.findLastIndex(
    (arg) => arg === "-cp" || arg === "-classpath" || arg === "--class-path",
  );
  const entries = (at < 0 ? "" : (args[at + 1] ?? "")).split(":");
  return entries.find((entry) => entry.startsWith("/") && !/\.jar$|\/\*$/.test(entry));
}

/** The file of `-Xlog:gc*:file=PATH:…` (9+), else of `-Xloggc:PATH` (8). */
function gcLogPath(args: readonly string[]): string | undefined {
  const unified = args.findLast((arg) => /^-Xlog:[^:]*\bgc/.test(arg) && /:file=/.test(arg));
  const path =
    unified === undefined ? last(args, "-Xloggc:") : /:file=("?)([^":]+)\1/.exec(unified)?.[2];
  return path === undefined || path === "" ? undefined : path;
}
