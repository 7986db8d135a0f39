import { readFileSync } from "node:fs";

const packageFile = new URL("../../package.json", import.meta.url);

/** Ringdrill's version, by its package.json. */
export const toolVersion: string = (
  JSON.parse(readFileSync(packageFile, "utf8")) as { version: string }
).version;
