/** The application packed by electron-builder as users get it, on a stand-in for Electron and without a network. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll, listPackage } from "@electron/asar";
import { makeStubElectron } from "../../build/stub-electron.mjs";
import { freshBundles, root, run } from "./bundles.ts";

export interface Packed {
  /** Packed files, with forward slashes and without the leading one; folders are left out. */
  readonly files: readonly string[];
  /** The folder with everything that was packed, unpacked again. */
  readonly app: string;
  /** The application's folder as it is installed. */
  readonly installed: string;
  /** The arguments that fpm, which makes the deb, was called with. */
  readonly fpm: readonly string[];
  remove(): void;
}

/** A network that answers nothing, so that a download is an error and not a delay. */
const offline = { HTTPS_PROXY: "http://127.0.0.1:9", HTTP_PROXY: "http://127.0.0.1:9" };

/** Packs for Linux: the folder, and the deb as far as it goes without fpm. */
export async function pack(): Promise<Packed> {
  await freshBundles();
  const scratch = mkdtempSync(join(tmpdir(), "ringdrill-package-"));
  makeStubElectron(join(scratch, "electron"));
  const fpm = join(scratch, "fpm");
  const said = join(scratch, "fpm-arguments");
  writeFileSync(
    fpm,
    `#!/bin/sh
printf '%s\\n' "$@" > '${said}'
while [ $# -gt 0 ]; do [ "$1" = --package ] && echo stub > "$2"; shift; done
`,
  );
  chmodSync(fpm, 0o755);
  const builder = join(root, "node_modules/electron-builder/out/cli/cli.js");
  const common = ["--publish", "never", "--config", "build/electron-builder.yml"];
  const build = (args: readonly string[]) =>
    run(process.execPath, [builder, "--linux", ...args, ...common], {
      cwd: root,
      env: { ...process.env, ...offline, CUSTOM_FPM_PATH: fpm },
    });
  const out = join(scratch, "out");
  await build([
    "dir",
    `-c.electronDist=${join(scratch, "electron")}`,
    `-c.directories.output=${out}`,
  ]);
  const installed = join(out, process.arch === "x64" ? "linux-unpacked" : "linux-arm64-unpacked");
  await build(["deb", "--prepackaged", installed, `-c.directories.output=${join(scratch, "deb")}`]);
  const asar = join(installed, "resources", "app.asar");
  const app = join(scratch, "app");
  extractAll(asar, app);
  const listed = listPackage(asar, { isPack: false }).map((path) =>
    path.replaceAll("\\", "/").replace(/^\//, ""),
  );
  return {
    files: listed.filter((path) => !listed.some((other) => other.startsWith(`${path}/`))),
    app,
    installed,
    fpm: readFileSync(said, "utf8").trimEnd().split("\n"),
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
