import { join } from "node:path";

/** Packages that Cassandra 4.0 to 5.0 reach into by reflection, opened for Java 17; found by trying each release. */
const openPackages = [
  ...[
    "java.io",
    "java.lang",
    "java.lang.invoke",
    "java.lang.module",
    "java.lang.ref",
    "java.lang.reflect",
    "java.math",
    "java.net",
    "java.nio",
    "java.nio.file",
    "java.security",
    "java.time",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.util.concurrent.locks",
    "java.util.function",
    "java.util.regex",
    "java.util.stream",
    "jdk.internal.loader",
    "jdk.internal.math",
    "jdk.internal.module",
    "jdk.internal.ref",
    "jdk.internal.reflect",
    "jdk.internal.util.jar",
    "sun.nio.ch",
    "sun.nio.fs",
  ].map((name) => `java.base/${name}`),
  "java.rmi/sun.rmi.transport",
  "java.rmi/sun.rmi.transport.tcp",
  "jdk.management/com.sun.management.internal",
];

const exportedPackages = [
  "java.base/jdk.internal.misc",
  "java.management.rmi/com.sun.jmx.remote.internal.rmi",
  "java.rmi/sun.rmi.registry",
  "java.rmi/sun.rmi.server",
  "java.sql/java.sql",
  "jdk.attach/sun.tools.attach",
];

/** Opens and exports for Java 17, for the server and for nodetool. */
export const java17Options: readonly string[] = [
  ...openPackages.map((name) => `--add-opens=${name}=ALL-UNNAMED`),
  ...exportedPackages.map((name) => `--add-exports=${name}=ALL-UNNAMED`),
];

/** Heap, GC and limits that let three nodes share two cores; a node stays below 720 MB resident. */
export const serverOptions: readonly string[] = [
  "-Xms272M",
  "-Xmx272M",
  "-Xss256k",
  "-XX:+UseSerialGC",
  "-XX:MaxDirectMemorySize=128M",
  "-XX:ReservedCodeCacheSize=96M",
  "-XX:+ExitOnOutOfMemoryError",
];

/** The GC log, one file of 2 MB and three older ones. */
export function gcLogOption(logFolder: string): string {
  const file = join(logFolder, "gc.log");
  return `-Xlog:gc*,safepoint:file=${file}:time,uptime,level,tags:filecount=3,filesize=2m`;
}

/** An options file as `bin/start` reads it: one option a line, in the manner of Cassandra's own conf/jvm*-server.options. */
export function optionsFile(comment: string, options: readonly string[]): string {
  return [
    `# ${comment}`,
    "# One option a line; takes effect at the next start.",
    ...options,
    "",
  ].join("\n");
}
