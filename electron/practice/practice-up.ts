import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../../shared/contract/practice.ts";
import type { Cql } from "../core/deps.ts";
import { newSecrets, proveAccounts, setUpAccounts } from "./accounts.ts";
import { cacheState, prepareCache } from "./cassandra-cache.ts";
import { checkPorts } from "./cluster-ports.ts";
import {
  readCluster,
  removeCluster,
  writeCluster,
  writeSecrets,
  type ClusterRecord,
} from "./cluster-record.ts";
import { findJava17, type Java } from "./java-17.ts";
import { writeNodeFiles } from "./node-files.ts";
import { needsLinux } from "./not-possible.ts";
import { outcomeOf, PracticeFailure, type Outcome } from "./practice-error.ts";
import { checkFolder, clusterPaths, realFolder } from "./practice-paths.ts";
import { practiceAccess, type PracticeAccess } from "./practice-access.ts";
import {
  addressOf,
  specOf,
  specText,
  type PracticeSpec,
  type SpecOptions,
} from "./practice-spec.ts";
import { takeLock } from "./process-lock.ts";
import { endProcessesOf, processesOf, type FoundProcess } from "./process-scan.ts";
import { repairAuth } from "./repair-auth.ts";
import type { SimulatedProgram } from "./simulated/simulated-files.ts";
import { bringUpSimulated } from "./simulated/simulated-up.ts";
import { writeSshFiles } from "./ssh-keys.ts";
import { startRing } from "./start-ring.ts";
import { ensureSupervisor, type SupervisorProgram } from "./supervisor-control.ts";
import { upProgress, type Step } from "./up-progress.ts";

export interface UpOptions extends SpecOptions {
  /** Where the cluster lies. */
  readonly folder: string;
  /** Where jars and class archives of all releases lie, one folder for each version. */
  readonly cache: string;
  /** Simulated nodes, without Java. When left out: as the cluster in the folder is, else real ones. */
  readonly simulated?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UpDeps {
  readonly cql: Cql;
  readonly supervisor: SupervisorProgram;
  readonly simulated: SimulatedProgram;
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
  asked: UpOptions,
  deps: UpDeps,
  onProgress: (progress: Progress) => void,
): Promise<Outcome<PracticeAccess>> {
  const signal = asked.signal ?? new AbortController().signal;
  return outcomeOf(async () => {
    const wanted = specOf(asked);
    checkFolder(asked.folder, "practice");
    checkFolder(asked.cache, "cache");
    const options = { ...asked, folder: realFolder(asked.folder), cache: realFolder(asked.cache) };
    if (deps.platform !== "linux") {
      throw new PracticeFailure("not possible here", needsLinux);
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
  const existing = await completeCluster(folder, options, wanted);
  const spec = existing?.spec ?? wanted;
  checkPorts(folder, spec);

  if (existing?.simulated ?? options.simulated === true) {
    await bringUpSimulated(
      { folder, spec, isNew: existing === undefined },
      deps,
      onProgress,
      signal,
    );
    return;
  }
  const java = await findJava17(deps.env, signal);
  const cache = join(options.cache, spec.release.version);
  const steps = neededSteps(spec, cache, java);
  const progress = upProgress(steps, onProgress, () => performance.now());
  progress.begin("find Java", `found Java ${java.version} (${java.path})`);
  const runtime = await prepareCache(spec, cache, java, deps.env, progress, signal);

  const state = existing === undefined ? "creating" : "ready";
  writeCluster(folder, { spec, state, java: java.path });
  const numbers = spec.places.map((_, i) => i + 1);
  for (const n of numbers) writeNodeFiles(spec, folder, n, runtime);
  writeSshFiles(spec, folder);
  const changed = await startRing(spec, folder, progress, signal);
  if (existing === undefined) {
    progress.begin("accounts", "replacing the default superuser, setting replication");
    const secrets = newSecrets();
    writeSecrets(folder, secrets);
    const repair = () => repairAuth(spec, folder, signal);
    await setUpAccounts(spec, secrets, deps.cql, repair, signal);
    writeCluster(folder, { spec, state: "ready", java: java.path });
  } else if (changed) {
    progress.begin("accounts", "waiting until every node lets its users log in");
    const { cql } = practiceAccess(folder);
    await proveAccounts(spec, cql, deps.cql, signal);
  }
  progress.begin("SSH servers", "starting the nodes' SSH servers");
  const addresses = numbers.map((n) => addressOf(spec.prefix, n));
  await ensureSupervisor(folder, addresses, deps.supervisor, signal);
}

/**
 * The cluster in the folder if it is complete. One whose making was broken off is cleaned away, processes first:
 * nobody has used it.
 */
async function completeCluster(
  folder: string,
  options: UpOptions,
  wanted: PracticeSpec,
): Promise<ClusterRecord | undefined> {
  const record = readCluster(folder);
  if (record?.state === "ready") {
    checkSame(record, options, wanted);
    return record;
  }
  await endProcessesOf(folder, 0);
  const paths = clusterPaths(folder);
  if (record !== undefined) removeCluster(folder);
  else if (existsSync(paths.nodes) || existsSync(paths.ssh)) {
    // Without cluster.json, which is written first, these are somebody else's.
    throw new PracticeFailure(
      "usage",
      `${folder} holds other things than a practice cluster.`,
      "Choose an empty folder.",
    );
  }
  return undefined;
}

/** What was not asked for explicitly may be as it is; the rest must be what lies in the folder. */
function checkSame(
  { spec: existing, simulated }: ClusterRecord,
  options: UpOptions,
  wanted: PracticeSpec,
): void {
  const kind = (isSimulated: boolean): string => (isSimulated ? "simulated " : "");
  const askedSimulated = options.simulated ?? simulated;
  const asked: PracticeSpec = {
    release: options.cassandra === undefined ? existing.release : wanted.release,
    places:
      options.nodes === undefined && options.layout === undefined ? existing.places : wanted.places,
    prefix: options.prefix ?? existing.prefix,
    sshPort: options.sshPort ?? existing.sshPort,
  };
  if (askedSimulated === simulated && specText(asked) === specText(existing)) return;
  throw new PracticeFailure(
    "different cluster",
    `The practice cluster that exists is ${kind(simulated)}${specText(existing)}; asked for was ${kind(askedSimulated)}${specText(asked)}.`,
    `"practice reset" removes it with its data, then "practice up" makes the new one.`,
  );
}

function neededSteps(spec: PracticeSpec, cache: string, java: Java): readonly Step[] {
  const { jars, archive } = cacheState(spec, cache, java);
  return [
    "find Java",
    ...(jars ? [] : (["fetch jars"] as const)),
    ...(archive ? [] : (["class archive"] as const)),
    "first node",
    "other nodes",
    "accounts",
    "SSH servers",
  ];
}

/** Ends what this call started; what ran before it stays. A cluster that was not complete has nothing to drain. */
async function endNewProcesses(folder: string, before: readonly FoundProcess[]): Promise<void> {
  const graceMs = readCluster(folder)?.state === "ready" ? 10_000 : 0;
  await endProcessesOf(folder, graceMs, before);
}
