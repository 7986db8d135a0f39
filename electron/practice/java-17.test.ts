import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findJava17, javaCandidates } from "./java-17.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rd-java-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A java that answers like OpenJDK of that version (on stderr, as they do). */
function java(name: string, specification: string, version: string): string {
  const bin = join(folder, name, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, "java"),
    `#!/bin/sh\ncat >&2 <<END\nProperty settings:\n    java.runtime.version = ${version}\n    java.specification.version = ${specification}\n    java.vm.specification.version = ${specification}\nopenjdk version "${version}"\nEND\n`,
  );
  chmodSync(join(bin, "java"), 0o755);
  return join(folder, name);
}

const jvms = () => join(folder, "jvm");

test("the one that is 17 is found behind others that come first", async () => {
  const home = java("home", "21", "21.0.4+7");
  const path = java("path", "25", "25+36");
  const right = java("jvm/java-17", "17", "17.0.15+6-Debian-1deb12u1");
  java("jvm/java-11", "11", "11.0.2");
  const env = { JAVA_HOME: home, PATH: `/nowhere:${path}/bin` };
  expect(await findJava17(env, undefined, jvms())).toEqual({
    path: join(right, "bin", "java"),
    version: "17.0.15+6-Debian-1deb12u1",
  });
});

test("JAVA_HOME comes before the PATH when both would do", async () => {
  const home = java("home", "17", "17.0.1");
  const path = java("path", "17", "17.0.2");
  const env = { JAVA_HOME: home, PATH: `${path}/bin` };
  expect(await findJava17(env, undefined, jvms())).toMatchObject({ version: "17.0.1" });
});

test("without a 17 one sentence says what there is and which command helps", async () => {
  const home = java("home", "21", "21.0.4+7");
  await expect(findJava17({ JAVA_HOME: home }, undefined, jvms())).rejects.toThrow(
    `The practice cluster needs Java 17 exactly and found 21.0.4+7 (${home}/bin/java): "sudo apt-get install openjdk-17-jdk-headless" helps`,
  );
  await expect(findJava17({}, undefined, jvms())).rejects.toThrow("none is installed");
});

test("a file that is no Java, or hangs on to nothing, is passed over", async () => {
  const broken = join(folder, "broken", "bin");
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, "java"), "not a program");
  chmodSync(join(broken, "java"), 0o755);
  const right = java("jvm/java-17", "17", "17.0.9");
  expect(await findJava17({ PATH: broken }, undefined, jvms())).toMatchObject({
    path: join(right, "bin", "java"),
  });
});

test("links to the same Java are asked once", () => {
  const real = java("jvm/java-17-openjdk", "17", "17.0.9");
  symlinkSync(real, join(jvms(), "java-1.17"));
  expect(javaCandidates({ PATH: `${real}/bin` }, jvms())).toEqual([join(real, "bin", "java")]);
});
