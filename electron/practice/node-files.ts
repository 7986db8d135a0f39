import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { balancedTokens } from "./tokens.ts";
import { cassandraYaml, rackFile } from "./cassandra-yaml.ts";
import { gcLogOption, java17Options, optionsFile, serverOptions } from "./jvm-options.ts";
import { serverLogback, toolsLogback } from "./logback-xml.ts";
import { nodetoolScript } from "./nodetool-script.ts";
import type { ScriptFacts } from "./script-facts.ts";
import { startScript } from "./start-script.ts";
import { statusScript, stopScript } from "./stop-script.ts";
import { nodePaths } from "./practice-paths.ts";
import { addressOf, jmxPortOf, type PracticeSpec } from "./practice-spec.ts";

/** What all nodes of a cluster run on. */
export interface Runtime {
  readonly java: string;
  readonly jars: readonly string[];
  readonly archive: string;
}

/**
 * Writes the folder of node `n`: scripts always (Java may have moved since), configuration only where there is none,
 * so that what an operator or a tuning experiment changed there stays.
 * The data folder is not made: that it is missing is how the first start is known.
 */
export function writeNodeFiles(
  spec: PracticeSpec,
  folder: string,
  n: number,
  runtime: Runtime,
): void {
  const address = addressOf(spec.prefix, n);
  const paths = nodePaths(folder, address);
  for (const made of [paths.bin, paths.conf, paths.log, paths.state, paths.run, paths.tmp]) {
    mkdirSync(made, { recursive: true, mode: 0o700 });
  }
  writeOnce(paths.yaml, cassandraYaml(spec, folder, n));
  writeOnce(paths.rackFile, rackFile(spec, n));
  writeOnce(paths.logback, serverLogback);
  writeOnce(paths.logbackTools, toolsLogback);
  writeOnce(paths.jvmOptions, optionsFile("Heap, GC and limits.", serverOptions));
  writeOnce(
    paths.java17Options,
    optionsFile("GC log, and what Cassandra reaches into on Java 17.", [
      gcLogOption(paths.log),
      ...java17Options,
    ]),
  );
  const facts: ScriptFacts = {
    node: paths.node,
    cluster: folder,
    address,
    java: runtime.java,
    classPath: runtime.jars.join(":"),
    archive: runtime.archive,
    agent: spec.release.needsJammAgent
      ? runtime.jars.find((jar) => basename(jar).startsWith("jamm-"))
      : undefined,
    jmxPort: jmxPortOf(spec.prefix, n),
    firstStart: firstStartOptions(spec, n),
  };
  writeScript(paths.start, startScript(facts));
  writeScript(paths.stop, stopScript(facts));
  writeScript(paths.status, statusScript(facts));
  writeScript(paths.nodetool, nodetoolScript(facts, java17Options));
}

/** What only the first start gets: tokens instead of bootstrap, and no waiting for a ring that does not exist yet. */
export function firstStartOptions(spec: PracticeSpec, n: number): readonly string[] {
  const tokens = balancedTokens(spec.places)[n - 1] ?? [];
  // Written to every node from the first row on: roles are there on all of them before the RF is set for good.
  const everyNode = String(spec.places.length);
  return [
    `-Dcassandra.initial_token=${tokens.join(",")}`,
    "-Dcassandra.auto_bootstrap=false",
    "-Dcassandra.consistent.rangemovement=false",
    // A node looks for a seed for twice as long before it ends with "Unable to gossip with any peers"; nothing sleeps
    // for it on a first start without bootstrap.
    "-Dcassandra.ring_delay_ms=10000",
    "-Dcassandra.skip_wait_for_gossip_to_settle=0",
    `-Dcassandra.superuser_setup_delay_ms=${spec.places.length === 1 ? "0" : "1000"}`,
    ...(spec.release.hasDefaultRfProperties
      ? ["system_auth", "system_distributed", "system_traces"].map(
          (keyspace) => `-Dcassandra.${keyspace}.default_rf=${everyNode}`,
        )
      : []),
  ];
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
