/** The bundles that a package is made of: built when they are missing or older than their sources. */
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export const root = join(import.meta.dirname, "../..");
export const run = promisify(execFile);

/** Time of the newest file below the folders, tests left out. */
function newest(paths: readonly string[]): number {
  const times = paths.flatMap((path) => {
    const full = join(root, path);
    if (!statSync(full).isDirectory()) return [statSync(full).mtimeMs];
    return readdirSync(full, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  });
  return Math.max(0, ...times);
}

/** Time when a bundle was written, 0 when it is not there. */
function builtAt(path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function vite(config: string, mode: string): Promise<void> {
  const program = join(root, "node_modules/vite/bin/vite.js");
  const args = [program, "build", "--logLevel=warn", "-c", config, "--mode", mode];
  // Vitest sets NODE_ENV to "test", with which React's development build and the paths of this machine get in.
  await run(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: "production" } });
}

/** Makes dist/ what the sources say. */
export async function freshBundles(): Promise<void> {
  const node = "build/vite.node.ts";
  if (builtAt("dist/node/desktop.cjs") < newest(["electron", "shared", node]))
    await vite(node, "production");
  // A build of the programs empties the folder, so the preload comes after it.
  if (builtAt("dist/node/preload.cjs") < newest(["electron/desktop/preload.ts", node]))
    await vite(node, "preload");
  const screens = "build/vite.renderer.ts";
  if (builtAt("dist/renderer/index.html") < newest(["renderer", "shared", screens]))
    await vite(screens, "production");
}
