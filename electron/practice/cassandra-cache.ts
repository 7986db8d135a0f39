import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { cachedJars, fetchJars } from "./cassandra-jars.ts";
import { archiveFile, makeArchive } from "./class-archive.ts";
import type { Java } from "./java-17.ts";
import type { Runtime } from "./node-files.ts";
import { PracticeFailure } from "./practice-error.ts";
import type { PracticeSpec } from "./practice-spec.ts";
import { takeLock, type ProcessLock } from "./process-lock.ts";
import type { UpProgress } from "./up-progress.ts";

/** True when a start needs neither Maven nor a training run. */
export function cacheState(spec: PracticeSpec, cache: string, java: Java) {
  return {
    jars: cachedJars(spec.release, cache) !== undefined,
    archive: spec.release.needsJammAgent || existsSync(archiveFile(cache, java)),
  };
}

/**
 * Jars and class archive of the release, fetched and made where they are missing. The cache is shared by all
 * practice clusters of the user, so this is done under its lock.
 * @throws PracticeFailure
 */
export async function prepareCache(
  spec: PracticeSpec,
  cache: string,
  java: Java,
  env: NodeJS.ProcessEnv,
  progress: UpProgress,
  signal: AbortSignal,
): Promise<Runtime> {
  mkdirSync(cache, { recursive: true });
  const archive = archiveFile(cache, java);
  const ready = cachedJars(spec.release, cache);
  if (ready !== undefined && cacheState(spec, cache, java).archive)
    return { java: java.path, jars: ready, archive };
  const lock = await patientLock(join(cache, "cache.lock"), signal);
  try {
    let jars = cachedJars(spec.release, cache);
    if (jars === undefined) {
      progress.begin(
        "fetch jars",
        `fetching the jars of Cassandra ${spec.release.version} by Maven`,
      );
      jars = await fetchJars(spec.release, cache, java, env, signal);
    }
    // Java writes no archive while an agent is loaded.
    if (!cacheState(spec, cache, java).archive) {
      progress.begin("class archive", "making the class archive that quickens every later start");
      const why = await makeArchive(spec, cache, jars, java, signal);
      if (why !== undefined) {
        progress.begin("class archive", `no class archive, nodes start slower: ${why}`);
      }
    }
    return { java: java.path, jars, archive };
  } finally {
    lock.release();
  }
}

/** Waits for another Ringdrill that fills the same cache. */
async function patientLock(file: string, signal: AbortSignal): Promise<ProcessLock> {
  const end = performance.now() + 900_000;
  for (;;) {
    const lock = takeLock(file);
    if ("release" in lock) return lock;
    if (performance.now() > end) {
      throw new PracticeFailure(
        "busy",
        `Process ${String(lock.heldBy.pid)} has been filling the Cassandra cache for 15 minutes.`,
        "End it and try again.",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
    signal.throwIfAborted();
  }
}
