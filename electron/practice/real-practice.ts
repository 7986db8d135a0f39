import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PracticeOptions, PracticeStatus } from "../../shared/contract/practice.ts";
import type { Profile } from "../../shared/contract/profile.ts";
import type { PracticeCluster } from "../core/deps.ts";
import { cachedJars } from "./cassandra-jars.ts";
import { readCluster } from "./cluster-record.ts";
import { findJava17 } from "./java-17.ts";
import { needsLinux, needsMaven } from "./not-possible.ts";
import { practiceAccess, type PracticeAccess } from "./practice-access.ts";
import { practiceDown, practiceReset } from "./practice-down.ts";
import { PracticeFailure, type Outcome } from "./practice-error.ts";
import { specOf, type SpecOptions } from "./practice-spec.ts";
import { practiceStatus } from "./practice-status.ts";
import { practiceUp, type UpDeps } from "./practice-up.ts";

export interface RealPracticeOptions {
  /** Where the cluster lies, `practice` in the application's data folder for example. */
  readonly folder: string;
  /** Where jars lie, `~/.cache/ringdrill/cassandra` for example. */
  readonly cache: string;
  /** SSH port of every node; 2222 when left out. */
  readonly sshPort?: number | undefined;
}

/** The practice cluster, of real or simulated nodes, as the core knows it. Its errors are `PracticeFailure`s. */
export function createRealPractice(options: RealPracticeOptions, deps: UpDeps): PracticeCluster {
  const { folder, cache, sshPort } = options;
  let possible = false;
  /** Asked anew until it is possible: the user may be installing what is missing. */
  const impossible = async (): Promise<string | null> => {
    if (possible) return null;
    const why = await whyImpossible(readCluster(folder)?.spec.release.version, cache, deps);
    possible = why === null;
    return why;
  };
  return {
    async status(): Promise<PracticeStatus> {
      const status = practiceStatus(folder);
      return { ...status, impossible: status.simulated ? null : await impossible() };
    },
    async up(wanted, onProgress, signal) {
      const asked = { ...specOptions(wanted), sshPort };
      valueOf(await practiceUp({ ...asked, folder, cache, signal }, deps, onProgress));
    },
    async down() {
      valueOf(await practiceDown(folder));
    },
    async reset() {
      valueOf(await practiceReset(folder));
    },
    access() {
      if (readCluster(folder)?.state !== "ready") return Promise.resolve(undefined);
      const access = practiceAccess(folder);
      const { password } = access.cql.monitor;
      return Promise.resolve({
        profile: practiceProfile(access),
        secrets: { cqlPassword: password },
      });
    },
  };
}

/** The profile of a practice cluster: its superuser over CQL, its SSH servers, its scripts. Holds no secret. */
export function practiceProfile(access: PracticeAccess): Profile {
  return {
    name: "practice",
    contactPoints: [...access.contactPoints],
    cql: { port: access.cql.port, user: access.cql.monitor.user, tls: false },
    ssh: {
      user: access.ssh.user,
      port: access.ssh.port,
      auth: { kind: "key", file: access.ssh.keyFile },
      jump: [],
      knownHosts: [access.ssh.knownHostsFile],
    },
    service: { kind: "scripts", ...access.service },
    stateFolder: access.stateFolder,
    environment: "practice",
    colour: "#0f8a8a",
  };
}

function specOptions({
  nodes,
  layout,
  cassandra,
  simulated,
  subnet,
}: PracticeOptions): SpecOptions & { readonly simulated: boolean | undefined } {
  return { nodes, layout, cassandra, prefix: subnet, simulated };
}

/** Why no node can be started on this machine: one sentence with the command that helps, null when one can. */
async function whyImpossible(
  version: string | undefined,
  cache: string,
  { env, platform }: Pick<UpDeps, "env" | "platform">,
): Promise<string | null> {
  if (platform !== "linux") return needsLinux;
  try {
    await findJava17(env);
  } catch (error) {
    if (error instanceof PracticeFailure) return error.message;
    throw error;
  }
  const { release } = specOf({ cassandra: version });
  const folders = (env["PATH"] ?? "").split(delimiter);
  const hasMaven = folders.some((folder) => existsSync(join(folder, "mvn")));
  if (hasMaven || cachedJars(release, join(cache, release.version)) !== undefined) return null;
  return needsMaven(release.version);
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { kind, message, next } = outcome.error;
  throw new PracticeFailure(kind, next === "" ? message : `${message} ${next}`);
}
