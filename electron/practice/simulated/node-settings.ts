import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What a simulated node is told: by options on its command line as a real one, and by the files that they name. */
export interface NodeSettings {
  /** The node's folder: data, commitlog, hints and the rest lie below. */
  readonly storageFolder: string;
  readonly logFolder: string;
  readonly gcLog: string;
  readonly configFile: string;
  readonly rackFile: string;
  readonly dc: string;
  readonly rack: string;
  /** Given at the first start only. */
  readonly initialTokens: readonly string[] | undefined;
  readonly config: NodeConfig;
  readonly simulated: SimulatedConfig;
  /** Every `-Dname=value`. */
  readonly properties: ReadonlyMap<string, string>;
}

/** conf/cassandra.yaml of a simulated node: JSON, which every reader of YAML reads as well. */
export interface NodeConfig {
  readonly cluster_name: string;
  readonly num_tokens: number;
  readonly partitioner: string;
  readonly data_file_directories: readonly string[];
  readonly commitlog_directory: string;
  readonly hints_directory: string;
  readonly saved_caches_directory: string;
  readonly commitlog_sync: "periodic";
  readonly commitlog_sync_period: string;
  readonly endpoint_snitch: string;
  readonly listen_address: string;
  readonly storage_port: number;
  readonly rpc_address: string;
  readonly native_transport_port: number;
  readonly authenticator: string;
  readonly phi_convict_threshold: number;
  readonly hinted_handoff_enabled: boolean;
  readonly max_hint_window: string;
  readonly seed_provider: readonly [
    { readonly class_name: string; readonly parameters: readonly [{ readonly seeds: string }] },
  ];
}

/** conf/simulated.json, mode 0600. */
export interface SimulatedConfig {
  /** What it calls itself. */
  readonly release: string;
  /** Shared by the cluster's nodes: nobody else may talk to them. */
  readonly secret: string;
  /** Replication of system_auth, system_distributed and system_traces. */
  readonly systemReplication: Readonly<Record<string, string>>;
  readonly roles: readonly SimulatedRole[];
}

export interface SimulatedRole {
  readonly role: string;
  readonly superuser: boolean;
  readonly saltedHash: string;
}

/** @throws Error that names the option or the file that is missing or cannot be read */
export function readSettings(args: readonly string[]): NodeSettings {
  const properties = new Map<string, string>();
  for (const arg of args) {
    const [, name, value] = /^-D([^=]+)=(.*)$/.exec(arg) ?? [];
    if (name !== undefined && value !== undefined) properties.set(name, value);
  }
  const property = (name: string): string => {
    const value = properties.get(name);
    if (value === undefined) throw new Error(`-D${name}=… is missing`);
    return value;
  };
  const gcLog = args
    .map((arg) => /^-Xlog:gc[^:]*:file=([^:]+)/.exec(arg)?.[1])
    .find((file) => file !== undefined);
  if (gcLog === undefined) throw new Error("-Xlog:gc*:file=… is missing");
  const storageFolder = property("cassandra.storagedir");
  const configFile = fileURLToPath(property("cassandra.config"));
  const rackFile = fileURLToPath(property("cassandra-rackdc.properties"));
  const rackdc = new Map(
    readFileSync(rackFile, "utf8")
      .split("\n")
      .map((line) => line.split("=", 2).map((part) => part.trim()) as [string, string]),
  );
  return {
    storageFolder,
    logFolder: property("cassandra.logdir"),
    gcLog,
    configFile,
    rackFile,
    dc: rackdc.get("dc") ?? "dc1",
    rack: rackdc.get("rack") ?? "r1",
    initialTokens: properties.get("cassandra.initial_token")?.split(","),
    config: readJson<NodeConfig>(configFile),
    simulated: readJson<SimulatedConfig>(`${storageFolder}/conf/simulated.json`),
    properties,
  };
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} of a simulated node must be JSON: ${why}`, { cause: error });
  }
}
