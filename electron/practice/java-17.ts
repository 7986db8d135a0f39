import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { needsJava17 } from "./not-possible.ts";
import { PracticeFailure } from "./practice-error.ts";
import { runCommand } from "./run-command.ts";

export interface Java {
  readonly path: string;
  /** Full version as the runtime says it, for example `17.0.15+6-Debian-1deb12u1`. */
  readonly version: string;
}

/**
 * Finds a Java whose specification version is exactly 17, by asking each one that is installed: `JAVA_HOME`, every
 * `java` on the PATH, /usr/lib/jvm. Cassandra 5.0 dies on 21 and later, where `System.setSecurityManager` throws.
 * @throws PracticeFailure ("not possible here") with the command that helps and the versions that were found.
 */
export async function findJava17(
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
  jvmFolder = "/usr/lib/jvm",
): Promise<Java> {
  const found: string[] = [];
  for (const path of javaCandidates(env, jvmFolder)) {
    const properties = await askJava(path, signal);
    if (properties?.specification === "17") return { path, version: properties.version };
    if (properties !== undefined) found.push(`${properties.version} (${path})`);
  }
  throw new PracticeFailure("not possible here", needsJava17(found));
}

/** Paths of java programs to ask, each real file once, in order of preference. */
export function javaCandidates(
  env: Readonly<Record<string, string | undefined>>,
  jvmFolder: string,
): readonly string[] {
  const homes = env["JAVA_HOME"] === undefined ? [] : [join(env["JAVA_HOME"], "bin")];
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((part) => part.startsWith("/"));
  const installed = namesIn(jvmFolder).map((name) => join(jvmFolder, name, "bin"));
  const real = [...homes, ...onPath, ...installed].flatMap((folder) => {
    try {
      const file = realpathSync(join(folder, "java"));
      accessSync(file, constants.X_OK);
      return [file];
    } catch {
      return []; // no java here
    }
  });
  return [...new Set(real)];
}

async function askJava(
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly specification: string; readonly version: string } | undefined> {
  try {
    const { stderr } = await runCommand(path, ["-XshowSettings:properties", "-version"], {
      timeoutMs: 20_000,
      signal,
    });
    const property = (name: string) =>
      new RegExp(`^\\s*${name.replaceAll(".", "\\.")} = (.+)$`, "m").exec(stderr)?.[1]?.trim();
    const specification = property("java.specification.version");
    if (specification === undefined) return undefined;
    return { specification, version: property("java.runtime.version") ?? specification };
  } catch {
    signal?.throwIfAborted();
    return undefined; // not a Java that runs here, another architecture for example
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
