/** Where the parts of Ringdrill itself lie: the same questions from the sources and from the bundles in dist/node. */
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dataFolderPath } from "../io/files/data-folder.ts";

const fromSources = import.meta.url.endsWith(".ts");

/** Code that runs in a thread or process of its own. */
const programs = {
  "store-worker": "../io/sqlite/store-worker.ts",
  "load-worker": "../io/app-client/load-worker.ts",
  supervisor: "../practice/supervisor.ts",
  "simulated-node": "../practice/simulated/simulated-node-entry.ts",
  "simulated-nodetool": "../practice/simulated/nodetool-entry.ts",
} as const;

/** A program's file: its source, or its bundle beside this one. */
export function programUrl(name: keyof typeof programs): URL {
  return new URL(fromSources ? programs[name] : `./${name}.cjs`, import.meta.url);
}

/** Folder of the built screens. */
export const screensFolder = fileURLToPath(
  new URL(fromSources ? "../../dist/renderer" : "../renderer", import.meta.url),
);

/** The user's data folder, see dataFolderPath. */
export function userDataFolder(): string {
  return dataFolderPath(process.env, process.platform);
}

/** Where jars of the practice cluster are kept: they are big, shared by all data folders, and can be fetched again. */
export function jarsFolder(): string {
  const cache = process.env["XDG_CACHE_HOME"];
  return join(
    cache?.startsWith("/") === true ? cache : join(homedir(), ".cache"),
    "ringdrill",
    "cassandra",
  );
}
