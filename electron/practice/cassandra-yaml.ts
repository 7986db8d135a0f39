import { tokensPerNode } from "./tokens.ts";
import { nodePaths } from "./practice-paths.ts";
import { addressOf, cqlPort, storagePort, type PracticeSpec } from "./practice-spec.ts";

/**
 * cassandra.yaml of node `n` as an operator would have it in production: no `initial_token`, `auto_bootstrap` as it
 * comes. What only the first start needs is given to it on the command line (see start-script.ts).
 * Strings are written as JSON, which YAML 1.1 reads.
 */
export function cassandraYaml(spec: PracticeSpec, folder: string, n: number): string {
  const address = addressOf(spec.prefix, n);
  const paths = nodePaths(folder, address);
  const period: [string, string] = spec.release.unitsInKeyNames
    ? ["commitlog_sync_period_in_ms", "10000"]
    : ["commitlog_sync_period", "10000ms"];
  const entries: readonly (readonly [string, string])[] = [
    ["cluster_name", `"Ringdrill practice"`],
    ["num_tokens", String(tokensPerNode)],
    ["partitioner", "org.apache.cassandra.dht.Murmur3Partitioner"],
    ["data_file_directories", `[${JSON.stringify(paths.data)}]`],
    ["commitlog_directory", JSON.stringify(paths.commitlog)],
    ["hints_directory", JSON.stringify(paths.hints)],
    ["saved_caches_directory", JSON.stringify(paths.savedCaches)],
    ["cdc_raw_directory", JSON.stringify(paths.cdcRaw)],
    ["commitlog_sync", "periodic"],
    period,
    ["disk_failure_policy", "stop"],
    ["commit_failure_policy", "stop"],
    ["endpoint_snitch", "GossipingPropertyFileSnitch"],
    ["listen_address", address],
    ["storage_port", String(storagePort)],
    ["rpc_address", address],
    ["start_native_transport", "true"],
    ["native_transport_port", String(cqlPort)],
    ["authenticator", "PasswordAuthenticator"],
    ["authorizer", "CassandraAuthorizer"],
    ["role_manager", "CassandraRoleManager"],
  ];
  const seeds = seedNumbers(spec)
    .map((seed) => addressOf(spec.prefix, seed))
    .join(",");
  return [
    ...entries.map(([key, value]) => `${key}: ${value}`),
    "seed_provider:",
    "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
    `    parameters: [{ seeds: "${seeds}" }]`,
    "",
  ].join("\n");
}

/**
 * Nodes 1 and 2, and the first node of every further datacenter. Of three nodes the last is none, so that drills have
 * a node of either kind.
 */
export function seedNumbers({ places }: PracticeSpec): readonly number[] {
  const seeds = new Set([1, 2].filter((n) => n <= places.length));
  const seen = new Set<string>();
  places.forEach(({ dc }, i) => {
    if (!seen.has(dc)) seeds.add(i + 1);
    seen.add(dc);
  });
  return [...seeds].sort((a, b) => a - b);
}

/** cassandra-rackdc.properties of node `n`. */
export function rackFile({ places }: PracticeSpec, n: number): string {
  const place = places[n - 1];
  if (place === undefined) throw new RangeError(`no node ${String(n)}`);
  return `dc=${place.dc}\nrack=${place.rack}\n`;
}
