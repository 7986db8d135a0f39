import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Java } from "./java-17.ts";
import { layoutOf } from "./layout.ts";
import { writeNodeFiles } from "./node-files.ts";
import { nodePaths } from "./practice-paths.ts";
import { addressOf, type PracticeSpec } from "./practice-spec.ts";
import { endProcessesOf } from "./process-scan.ts";
import { startNode, stopNode, waitForCql } from "./node-control.ts";

/** Where the class-data archive for this Java lies; another build of Java would refuse it. */
export function archiveFile(cache: string, java: Java): string {
  const name = createHash("sha256")
    .update(`${java.path}\n${java.version}`)
    .digest("hex")
    .slice(0, 12);
  return join(cache, `classes-${name}.jsa`);
}

/**
 * Makes the class-data archive (AppCDS): a node of its own is started in the cache folder and stopped again, and Java
 * writes down the classes it loaded. Every later start of a node needs 5 CPU-seconds less. The node listens on the
 * cluster's first address, whose ports the caller has found free.
 * Gives undefined when it worked, else why there is no archive: nodes start without it, only slower.
 */
export async function makeArchive(
  spec: PracticeSpec,
  cache: string,
  jars: readonly string[],
  java: Java,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const archive = archiveFile(cache, java);
  const folder = join(cache, "training");
  await endProcessesOf(folder, 0); // of a run that was killed
  rmSync(folder, { recursive: true, force: true });
  const part = `${archive}.part`;
  rmSync(part, { force: true });
  const single: PracticeSpec = { ...spec, places: layoutOf(1) };
  const address = addressOf(spec.prefix, 1);
  const paths = nodePaths(folder, address);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNodeFiles(single, folder, 1, { java: java.path, jars, archive });
  writeFileSync(paths.extraOptions, `-XX:ArchiveClassesAtExit=${part}\n`);
  try {
    await startNode(folder, address, { wholeRing: true, signal });
    await waitForCql(folder, address, 90_000, signal);
    await stopNode(folder, address, signal);
    if (!existsSync(part) || statSync(part).size < 1_000_000) return "Java wrote no class archive";
    for (const old of readdirSync(cache).filter((name) => name.endsWith(".jsa"))) {
      rmSync(join(cache, old));
    }
    renameSync(part, archive);
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  } finally {
    await endProcessesOf(folder, 0);
    rmSync(folder, { recursive: true, force: true });
  }
}
