import { readFileSync } from "node:fs";
import { join } from "node:path";

// A path, not `new URL(…, import.meta.url)`: the bundler would take that for an asset and inline it.
const packageFile = join(import.meta.dirname, "..", "..", "package.json");

/** Ringdrill's version, by its package.json: two folders up from the sources and from the bundles. */
export const toolVersion: string = (
  JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }
).version;
