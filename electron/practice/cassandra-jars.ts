import { createHash } from "node:crypto";
import {
  createReadStream,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { CassandraRelease } from "./cassandra-release.ts";
import type { Java } from "./java-17.ts";
import { needsMaven } from "./not-possible.ts";
import { PracticeFailure } from "./practice-error.ts";
import { runCommand } from "./run-command.ts";

/** Pinned, because without it Maven asks the network for the newest one. */
const copyGoal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";

interface Manifest {
  readonly version: string;
  readonly jars: Readonly<Record<string, number>>;
}

/** The pom whose runtime dependencies are the class path of a release. */
export function practicePom(release: CassandraRelease): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dev.ringdrill</groupId>
  <artifactId>practice-cassandra</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.cassandra</groupId>
      <artifactId>cassandra-all</artifactId>
      <version>${release.version}</version>
    </dependency>
  </dependencies>
</project>
`;
}

/**
 * The jars in `cache`/jars, sorted; undefined unless every one of the manifest's lies there whole.
 * The manifest is written last, so a download that was cut off has none.
 */
export function cachedJars(
  release: CassandraRelease,
  cache: string,
): readonly string[] | undefined {
  const folder = join(cache, "jars");
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
    const names = Object.keys(manifest.jars).sort();
    if (manifest.version !== release.version || names.length !== release.jarCount) return undefined;
    const whole = names.every((name) => statSync(join(folder, name)).size === manifest.jars[name]);
    return whole ? names.map((name) => join(folder, name)) : undefined;
  } catch {
    return undefined; // nothing there, or a file is missing: fetched anew
  }
}

/**
 * Fetches the jars by Maven into `cache`/jars. The caller holds the cache's lock.
 * @throws PracticeFailure ("not possible here" without Maven, "failed" with what Maven said)
 */
export async function fetchJars(
  release: CassandraRelease,
  cache: string,
  java: Java,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const folder = join(cache, "jars");
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  const pom = join(cache, "pom.xml");
  writeFileSync(pom, practicePom(release));
  // -C: a checksum that does not match ends the build instead of printing a warning.
  const args = [
    "-B",
    "-C",
    "-f",
    pom,
    copyGoal,
    `-DoutputDirectory=${part}`,
    "-DincludeScope=runtime",
  ];
  const javaHome = join(java.path, "..", "..");
  const run = await runCommand("mvn", args, {
    timeoutMs: 900_000,
    signal,
    cwd: cache,
    env: { ...env, JAVA_HOME: javaHome },
  }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new PracticeFailure("not possible here", needsMaven(release.version));
  });
  if (run.code !== 0) {
    const said = (run.stdout + run.stderr).split("\n").filter((line) => line.includes("ERROR"));
    throw new PracticeFailure(
      "failed",
      `Maven could not fetch Cassandra ${release.version}: ${(said[0] ?? "no reason given").slice(0, 600)}`,
      "See whether this machine reaches the Maven repository, then try again.",
    );
  }
  await acceptJars(release, part);
  rmSync(folder, { recursive: true, force: true });
  renameSync(part, folder);
  const jars = cachedJars(release, cache);
  if (jars === undefined)
    throw new PracticeFailure("failed", `The jars in ${folder} changed while they were fetched.`);
  return jars;
}

/** Counts and checks what Maven brought, then writes the manifest. */
async function acceptJars(release: CassandraRelease, part: string): Promise<void> {
  const names = readdirSync(part).filter((name) => name.endsWith(".jar"));
  const server = `cassandra-all-${release.version}.jar`;
  const digest = names.includes(server) ? await sha256(join(part, server)) : "missing";
  if (names.length !== release.jarCount || digest !== release.serverJarSha256) {
    throw new PracticeFailure(
      "failed",
      `Maven brought ${String(names.length)} jars for Cassandra ${release.version} with ${server} ${digest}; expected are ${String(release.jarCount)} and ${release.serverJarSha256}.`,
      "Look at the Maven settings of this machine (mirrors).",
    );
  }
  const jars = Object.fromEntries(names.map((name) => [name, statSync(join(part, name)).size]));
  const manifest: Manifest = { version: release.version, jars };
  writeFileSync(join(part, "manifest.json"), JSON.stringify(manifest, null, 1));
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
