import { mkdirSync, rmSync } from "node:fs";
import type { Progress } from "../../shared/contract/practice.ts";
import type { Cql } from "../core/deps.ts";
import { newSecrets, setUpAccounts } from "./accounts.ts";
import { cacheState, prepareCache } from "./cassandra-cache.ts";
import {
  readCluster,
  readSecrets,
  writeCluster,
  writeSecrets,
  type ClusterRecord,
} from "./cluster-record.ts";
import { findJava17, type Java } from "./java-17.ts";
import { portInUseText, portsInUse } from "./listening-ports.ts";
import { processOfNode } from "./node-control.ts";
import { writeNodeFiles } from "./node-files.ts";
import { outcomeOf, PracticeFailure, type Outcome } from "./practice-error.ts";
import { checkFolder, clusterPaths, nodePaths } from "./practice-paths.ts";
import { practiceAccess, type PracticeAccess } from "./practice-access.ts";
import {
  addressOf,
  cqlPort,
  jmxPortOf,
  specOf,
  specText,
  storagePort,
  type PracticeSpec,
  type SpecOptions,
} from "./practice-spec.ts";
import { lockHolder, takeLock } from "./process-lock.ts";
import { endProcesses, processesOf, type FoundProcess } from "./process-scan.ts";
import { runCommand } from "./run-command.ts";
import { writeSshFiles } from "./ssh-keys.ts";
import { startRing } from "./start-ring.ts";
import { ensureSupervisor, type SupervisorProgram } from "./supervisor-control.ts";
import { upProgress, type Step, type UpProgress } from "./up-progress.ts";

export interface UpOptions extends SpecOptions {
  /** Where the cluster lies. */
  readonly folder: string;
  /** Where jars and class archives of all releases lie, one folder for each version. */
  readonly cache: string;
  readonly signal?: AbortSignal | undefined;
}

export interface UpDeps {
  readonly cql: Cql;
  readonly supervisor: SupervisorProgram;
  /** The environment that Java and Maven are looked for in. */
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/**
 * Brings the practice cluster up: makes it when the folder is empty, else adopts what runs and starts what does not,
 * SSH servers included. An interrupted or failed call ends every process that it started.
 * Progress comes as it happens. Errors are values; "not possible here" is the one that the simulated cluster answers.
 */
export async function practiceUp(
  options: UpOptions,
  deps: UpDeps,
  onProgress: (progress: Progress) => void,
): Promise<Outcome<PracticeAccess>> {
  const signal = options.signal ?? new AbortController().signal;
  return outcomeOf(async () => {
    const wanted = specOf(options);
    checkFolder(options.folder, "practice");
    checkFolder(options.cache, "cache");
    if (deps.platform !== "linux") {
      throw new PracticeFailure(
        "not possible here",
        `The practice cluster of real Cassandra nodes needs Linux: "practice up --simulated" works everywhere.`,
      );
    }
    const paths = clusterPaths(options.folder);
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const lock = takeLock(paths.lock);
    if ("heldBy" in lock) {
      throw new PracticeFailure(
        "busy",
        `Process ${String(lock.heldBy.pid)} is starting or ending the practice cluster in ${options.folder}.`,
        "Wait for it, or end it and try again.",
      );
    }
    const before = processesOf(options.folder);
    try {
      await bringUp(options, wanted, deps, onProgress, signal);
      return practiceAccess(options.folder);
    } catch (error) {
      await endNewProcesses(options.folder, before);
      throw error;
    } finally {
      lock.release();
    }
  }, signal);
}

async function bringUp(
  options: UpOptions,
  wanted: PracticeSpec,
  deps: UpDeps,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const { folder } = options;
  let record = await cleanedRecord(folder, options, wanted);
  const spec = record?.spec ?? wanted;
  const numbers = spec.places.map((_, i) => i + 1);
  const addresses = numbers.map((n) => addressOf(spec.prefix, n));
  checkPorts(folder, spec);

  const java = await findJava17(deps.env, signal);
  const cache = `${options.cache}/${spec.release.version}`;
  const progress = upProgress(neededSteps(spec, cache, java, record), onProgress, () =>
    performance.now(),
  );
  progress.begin("find Java", `Java ${java.version} (${java.path})`);
  const runtime = await prepareCache(spec, cache, java, deps.env, progress, signal);

  if (record === undefined) writeCluster(folder, { spec, state: "creating", java: java.path });
  else if (record.java !== java.path) writeCluster(folder, { ...record, java: java.path });
  for (const n of numbers) writeNodeFiles(spec, folder, n, runtime);
  writeSshFiles(spec, folder);
  await startRing(spec, folder, progress, signal);
  if (record === undefined) {
    await createAccounts(spec, folder, deps.cql, progress, signal);
    record = { spec, state: "ready", java: java.path };
    writeCluster(folder, record);
  }
  progress.begin("SSH servers", "starting the nodes' SSH servers");
  await ensureSupervisor(folder, addresses, deps.supervisor, signal);
}

/**
 * The record of a cluster that is complete. One whose making was broken off is cleaned away, processes first:
 * nobody has used it.
 */
async function cleanedRecord(
  folder: string,
  options: SpecOptions,
  wanted: PracticeSpec,
): Promise<ClusterRecord | undefined> {
  const record = readCluster(folder);
  if (record?.state === "ready") {
    checkSame(record.spec, options, wanted);
    return record;
  }
  await endProcesses(processesOf(folder), 0);
  const paths = clusterPaths(folder);
  for (const left of [paths.nodes, paths.ssh, paths.cluster, paths.secrets]) {
    rmSync(left, { recursive: true, force: true });
  }
  return undefined;
}

/** What was not asked for explicitly may be as it is; the rest must be what lies in the folder. */
function checkSame(existing: PracticeSpec, options: SpecOptions, wanted: PracticeSpec): void {
  const asked: PracticeSpec = {
    release: options.cassandra === undefined ? existing.release : wanted.release,
    places:
      options.nodes === undefined && options.layout === undefined ? existing.places : wanted.places,
    prefix: options.prefix ?? existing.prefix,
    sshPort: options.sshPort ?? existing.sshPort,
  };
  if (specText(asked) === specText(existing)) return;
  throw new PracticeFailure(
    "different cluster",
    `The practice cluster that exists is ${specText(existing)}; asked for was ${specText(asked)}.`,
    `"practice reset" removes it with its data, then "practice up" makes the new one.`,
  );
}

/** @throws PracticeFailure ("ports in use") that names each holder */
function checkPorts(folder: string, spec: PracticeSpec): void {
  const served = lockHolder(clusterPaths(folder).supervisorLock) !== undefined;
  const wanted = spec.places.flatMap((_, i) => {
    const address = addressOf(spec.prefix, i + 1);
    const ssh = served ? [] : [{ address, port: spec.sshPort }];
    if (processOfNode(folder, address) !== undefined) return ssh;
    return [
      { address, port: storagePort },
      { address, port: cqlPort },
      { address: "127.0.0.1", port: jmxPortOf(spec.prefix, i + 1) },
      ...ssh,
    ];
  });
  const taken = portsInUse(wanted);
  if (taken.length === 0) return;
  throw new PracticeFailure(
    "ports in use",
    `Ports of the practice cluster are taken: ${taken.map(portInUseText).join("; ")}.`,
    "End these processes, or give the cluster another loopback subnet.",
  );
}

function neededSteps(
  spec: PracticeSpec,
  cache: string,
  java: Java,
  record: ClusterRecord | undefined,
): readonly Step[] {
  const { jars, archive } = cacheState(spec, cache, java);
  return [
    "find Java",
    ...(jars ? [] : (["fetch jars"] as const)),
    ...(archive ? [] : (["class archive"] as const)),
    "first node",
    "other nodes",
    ...(record === undefined ? (["accounts"] as const) : []),
    "SSH servers",
  ];
}

async function createAccounts(
  spec: PracticeSpec,
  folder: string,
  cql: Cql,
  progress: UpProgress,
  signal: AbortSignal,
): Promise<void> {
  progress.begin(
    "accounts",
    "replacing the default superuser, setting the replication of system_auth",
  );
  const secrets = readSecrets(folder) ?? newSecrets();
  writeSecrets(folder, secrets);
  const repair = async (): Promise<void> => {
    for (const [i] of spec.places.entries()) {
      const { nodetool } = nodePaths(folder, addressOf(spec.prefix, i + 1));
      const run = await runCommand(nodetool, ["repair", "-full", "-pr", "system_auth"], {
        timeoutMs: 120_000,
        signal,
        env: {},
      });
      if (run.code !== 0) {
        throw new PracticeFailure(
          "failed",
          `system_auth could not be repaired: ${run.stdout.slice(-400)}`,
        );
      }
    }
  };
  await setUpAccounts(spec, secrets, cql, repair, signal);
}

/** Ends what this call started; what ran before it stays. */
async function endNewProcesses(folder: string, before: readonly FoundProcess[]): Promise<void> {
  const old = new Set(before.map(({ pid, startTicks }) => `${String(pid)} ${startTicks}`));
  const fresh = processesOf(folder).filter(
    ({ pid, startTicks }) => !old.has(`${String(pid)} ${startTicks}`),
  );
  await endProcesses(fresh, 10_000);
}
