import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rackFile, seedNumbers } from "../cassandra-yaml.ts";
import { gcLogOption, optionsFile } from "../jvm-options.ts";
import { nodesByDatacenter } from "../layout.ts";
import { nodePaths } from "../practice-paths.ts";
import { addressOf, cqlPort, jmxPortOf, storagePort, type PracticeSpec } from "../practice-spec.ts";
import type { ScriptFacts } from "../script-facts.ts";
import { shQuote } from "../sh-quote.ts";
import { startScript } from "../start-script.ts";
import { statusScript, stopScript } from "../stop-script.ts";
import { balancedTokens, tokensPerNode } from "../tokens.ts";
import type { NodeConfig, SimulatedConfig, SimulatedRole } from "./node-settings.ts";

/** How simulated nodes are started. */
export interface SimulatedProgram {
  /** Node 24, or Electron. */
  readonly node: string;
  /** simulated-node-entry.ts and nodetool-entry.ts, as sources or bundled. */
  readonly nodeEntry: string;
  readonly toolEntry: string;
}

/** What all nodes of one simulated cluster share. */
export interface SharedFacts {
  readonly secret: string;
  readonly roles: readonly SimulatedRole[];
}

export const simulatedName = "Practice (simulated)";

/** Heap and collector of a simulated node: its own, which is small. */
const nodeOptions = [
  "--max-semi-space-size=1",
  "--max-old-space-size=128",
  "--expose-gc",
  "--disable-warning=ExperimentalWarning",
];

/** bin/start runs this in place of Java; it hands the options on that it gets. */
export function launcherOf(folder: string, address: string): string {
  return join(nodePaths(folder, address).bin, "simulated-node");
}

/**
 * Writes the folder of simulated node `n`, with the files and scripts of a real one: scripts always (the program may
 * have moved since), configuration only where there is none.
 */
export function writeSimulatedFiles(
  spec: PracticeSpec,
  folder: string,
  n: number,
  program: SimulatedProgram,
  shared: SharedFacts | undefined,
): void {
  const address = addressOf(spec.prefix, n);
  const paths = nodePaths(folder, address);
  for (const made of [paths.bin, paths.conf, paths.log, paths.state, paths.run, paths.tmp]) {
    mkdirSync(made, { recursive: true, mode: 0o700 });
  }
  writeOnce(paths.yaml, `${JSON.stringify(configOf(spec, folder, n), null, 2)}\n`);
  writeOnce(paths.rackFile, rackFile(spec, n));
  writeOnce(
    paths.jvmOptions,
    optionsFile("GC log: it holds the collections of the simulator itself.", [
      "-XX:+UseSerialGC",
      gcLogOption(paths.log),
    ]),
  );
  if (shared !== undefined) {
    const simulated: SimulatedConfig = {
      release: spec.release.version,
      ...shared,
      systemReplication: systemReplication(spec),
    };
    writeOnce(join(paths.conf, "simulated.json"), `${JSON.stringify(simulated, null, 2)}\n`);
  }
  const launcher = launcherOf(folder, address);
  const facts: ScriptFacts = {
    node: paths.node,
    cluster: folder,
    address,
    java: launcher,
    classPath: "",
    archive: join(paths.run, "none"),
    agent: undefined,
    jmxPort: jmxPortOf(spec.prefix, n),
    firstStart: [
      `-Dcassandra.initial_token=${(balancedTokens(spec.places)[n - 1] ?? []).join(",")}`,
    ],
  };
  writeScript(launcher, launcherScript(folder, program));
  writeScript(paths.start, startScript(facts));
  writeScript(paths.stop, stopScript(facts));
  writeScript(paths.status, statusScript(facts));
  writeScript(paths.nodetool, toolScript(paths.run, facts.jmxPort, program));
}

function configOf(spec: PracticeSpec, folder: string, n: number): NodeConfig {
  const address = addressOf(spec.prefix, n);
  const paths = nodePaths(folder, address);
  const seeds = seedNumbers(spec)
    .map((seed) => addressOf(spec.prefix, seed))
    .join(",");
  return {
    cluster_name: simulatedName,
    num_tokens: tokensPerNode,
    partitioner: "org.apache.cassandra.dht.Murmur3Partitioner",
    data_file_directories: [paths.data],
    commitlog_directory: paths.commitlog,
    hints_directory: paths.hints,
    saved_caches_directory: paths.savedCaches,
    commitlog_sync: "periodic",
    commitlog_sync_period: "10s",
    endpoint_snitch: "GossipingPropertyFileSnitch",
    listen_address: address,
    storage_port: storagePort,
    rpc_address: address,
    native_transport_port: cqlPort,
    authenticator: "PasswordAuthenticator",
    phi_convict_threshold: 8,
    hinted_handoff_enabled: true,
    max_hint_window: "3h",
    seed_provider: [
      {
        class_name: "org.apache.cassandra.locator.SimpleSeedProvider",
        parameters: [{ seeds }],
      },
    ],
  };
}

/** At most three replicas in every datacenter, as a real practice cluster has them. */
function systemReplication({ places }: PracticeSpec): Readonly<Record<string, string>> {
  const factors = [...nodesByDatacenter(places)].map(
    ([dc, nodes]) => [dc, String(Math.min(3, nodes))] as const,
  );
  const strategy = "org.apache.cassandra.locator.NetworkTopologyStrategy";
  return { class: strategy, ...Object.fromEntries(factors) };
}

function launcherScript(folder: string, { node, nodeEntry }: SimulatedProgram): string {
  return `#!/bin/sh
# Written by Ringdrill's practice cluster: starts a simulated node with the options of a real one.
NODE_COMPILE_CACHE=${shQuote(compileCache(folder))}
# glibc keeps less of what was freed: 10 to 20 MB a node.
MALLOC_ARENA_MAX=1
MALLOC_TRIM_THRESHOLD_=65536
export NODE_COMPILE_CACHE MALLOC_ARENA_MAX MALLOC_TRIM_THRESHOLD_
${electronLine()}exec ${[node, ...nodeOptions, nodeEntry].map(shQuote).join(" ")} "$@"
`;
}

function toolScript(
  runFolder: string,
  jmxPort: number,
  { node, toolEntry }: SimulatedProgram,
): string {
  return `#!/bin/sh
# Written by Ringdrill's practice cluster: nodetool of a simulated node.
${electronLine()}exec ${[node, "--disable-warning=ExperimentalWarning", toolEntry, runFolder, String(jmxPort)].map(shQuote).join(" ")} "$@"
`;
}

/** Electron's binary is a Node only when it is told so. */
function electronLine(): string {
  return process.versions["electron"] === undefined
    ? ""
    : "ELECTRON_RUN_AS_NODE=1\nexport ELECTRON_RUN_AS_NODE\n";
}

/** Compiled code of the simulator: without it each node takes 35 MB more. */
export function compileCache(folder: string): string {
  return join(folder, "nodes", ".compile-cache");
}

function writeOnce(file: string, text: string): void {
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o600 });
}

/** By rename: a shell reads a script while it runs it. */
function writeScript(file: string, text: string): void {
  const draft = join(file, "..", `.${basename(file)}.${String(process.pid)}`);
  writeFileSync(draft, text, { mode: 0o700 });
  renameSync(draft, file);
}
