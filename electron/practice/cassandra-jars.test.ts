import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cachedJars, fetchJars, practicePom } from "./cassandra-jars.ts";
import { releaseOf, type CassandraRelease } from "./cassandra-release.ts";

let folder = "";
let cache = "";
const java = { path: "/usr/lib/jvm/seventeen/bin/java", version: "17" };
const release: CassandraRelease = {
  ...releaseOf("5.0"),
  jarCount: 2,
  serverJarSha256: createHash("sha256").update("server").digest("hex"),
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rd-jars-"));
  cache = join(folder, "cache");
  mkdirSync(cache);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A mvn that notes how it was called and then does `script`, where $out is the folder for the jars. */
function maven(script: string): NodeJS.ProcessEnv {
  const file = join(folder, "mvn");
  writeFileSync(
    file,
    `#!/bin/sh\necho "$JAVA_HOME $*" > "${folder}/called"\nfor a; do case $a in -DoutputDirectory=*) out=\${a#*=};; esac; done\n${script}\n`,
  );
  chmodSync(file, 0o755);
  return { PATH: `${folder}:/usr/bin:/bin` };
}

const brings = `printf server > "$out/cassandra-all-5.0.6.jar"; printf other > "$out/b-1.jar"`;

test("what Maven brings is checked, and then lies in the cache", async () => {
  const jars = await fetchJars(release, cache, java, maven(brings));
  expect(jars).toEqual([
    join(cache, "jars", "b-1.jar"),
    join(cache, "jars", "cassandra-all-5.0.6.jar"),
  ]);
  expect(cachedJars(release, cache)).toEqual(jars);
  const called = readFileSync(join(folder, "called"), "utf8");
  expect(called).toMatch(/^\/usr\/lib\/jvm\/seventeen -B -C -f /);
  expect(called).toContain("maven-dependency-plugin:3.6.1:copy-dependencies");
  expect(readFileSync(join(cache, "pom.xml"), "utf8")).toBe(practicePom(release));
});

test("a jar that was cut or is gone means none are there", async () => {
  const [jar = ""] = await fetchJars(release, cache, java, maven(brings));
  truncateSync(jar, 2);
  expect(cachedJars(release, cache)).toBeUndefined();
  rmSync(jar);
  expect(cachedJars(release, cache)).toBeUndefined();
});

test("half a download is never taken for a whole one", async () => {
  const half = maven(`printf server > "$out/cassandra-all-5.0.6.jar"; exit 0`);
  await expect(fetchJars(release, cache, java, half)).rejects.toThrow("Maven brought 1 jars");
  expect(cachedJars(release, cache)).toBeUndefined();
  // The one that went wrong does not stand in the way of the next.
  expect(await fetchJars(release, cache, java, maven(brings))).toHaveLength(2);
});

test("a server jar that is another one than pinned is refused", async () => {
  const other = maven(`printf evil > "$out/cassandra-all-5.0.6.jar"; printf x > "$out/b-1.jar"`);
  await expect(fetchJars(release, cache, java, other)).rejects.toThrow("expected are 2 and");
});

test("Maven's own words say why it failed", async () => {
  const fails = maven(`echo "[INFO] x"; echo "[ERROR] Could not resolve host"; exit 1`);
  await expect(fetchJars(release, cache, java, fails)).rejects.toThrow(
    "Maven could not fetch Cassandra 5.0.6: [ERROR] Could not resolve host",
  );
});

test("without Maven one sentence says which command helps", async () => {
  await expect(fetchJars(release, cache, java, { PATH: folder })).rejects.toMatchObject({
    detail: { kind: "not possible here" },
    message: expect.stringContaining("sudo apt-get install maven") as string,
  });
});

test("an abort ends Maven", async () => {
  const abort = new AbortController();
  const running = fetchJars(release, cache, java, maven("exec sleep 60"), abort.signal);
  setTimeout(() => {
    abort.abort(new Error("enough"));
  }, 100);
  await expect(running).rejects.toThrow("enough");
});
