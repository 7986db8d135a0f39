import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutText } from "./layout.ts";
import { PracticeFailure } from "./practice-error.ts";
import { clusterPaths } from "./practice-paths.ts";
import { specOf, type PracticeSpec } from "./practice-spec.ts";

/** What `cluster.json` holds: which cluster lies in the folder, and whether it is complete. */
export interface ClusterRecord {
  readonly spec: PracticeSpec;
  /** "creating" until accounts and replication are as they shall be; such a cluster is made anew, never adopted. */
  readonly state: "creating" | "ready";
  /** Java that its scripts were written for; of a simulated cluster, the Node that runs it. */
  readonly java: string;
  /** True for simulated nodes. */
  readonly simulated: boolean;
}

export interface Account {
  readonly user: string;
  readonly password: string;
}

/** What `secrets.json` holds. */
export interface PracticeSecrets {
  /** A superuser, for watching and drilling. */
  readonly monitor: Account;
  /** An ordinary role, for load: what an application would have. */
  readonly application: Account;
}

/**
 * The record in `folder`, undefined when there is none.
 * @throws PracticeFailure ("failed") when it cannot be read as one.
 */
export function readCluster(folder: string): ClusterRecord | undefined {
  const file = clusterPaths(folder).cluster;
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    const record = JSON.parse(text) as Record<string, unknown>;
    const { cassandra, layout, prefix, sshPort, state, java } = record;
    if (
      typeof cassandra !== "string" ||
      typeof layout !== "string" ||
      typeof prefix !== "string" ||
      typeof sshPort !== "number" ||
      typeof java !== "string" ||
      (state !== "creating" && state !== "ready")
    ) {
      throw new Error("a field is missing");
    }
    const spec = specOf({ cassandra, layout, prefix, sshPort });
    return { spec, state, java, simulated: record["simulated"] === true };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PracticeFailure(
      "failed",
      `${file} cannot be read (${why}).`,
      `End its processes and remove the folder ${folder} to begin anew.`,
    );
  }
}

/** Writes the record, whole or not at all. */
export function writeCluster(
  folder: string,
  {
    spec,
    state,
    java,
    simulated = false,
  }: Omit<ClusterRecord, "simulated"> & Partial<ClusterRecord>,
): void {
  writePrivate(clusterPaths(folder).cluster, {
    cassandra: spec.release.version,
    layout: layoutText(spec.places),
    prefix: spec.prefix,
    sshPort: spec.sshPort,
    state,
    java,
    ...(simulated ? { simulated } : {}),
  });
}

/** Removes everything that `practice up` made in the folder, the record last; its processes must have ended. */
export function removeCluster(folder: string): void {
  const paths = clusterPaths(folder);
  const made = [
    paths.nodes,
    paths.ssh,
    paths.secrets,
    paths.supervisor,
    paths.supervisorLog,
    paths.supervisorLock,
    join(folder, paths.supervisorSocket),
    paths.cluster,
  ];
  for (const path of made) rmSync(path, { recursive: true, force: true });
}

export function readSecrets(folder: string): PracticeSecrets | undefined {
  const text = readText(clusterPaths(folder).secrets);
  return text === undefined ? undefined : (JSON.parse(text) as PracticeSecrets);
}

export function writeSecrets(folder: string, secrets: PracticeSecrets): void {
  writePrivate(clusterPaths(folder).secrets, secrets);
}

/** JSON with mode 0600, by rename. */
export function writePrivate(file: string, value: unknown): void {
  const draft = `${file}.${String(process.pid)}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
