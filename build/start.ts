/**
 * `npm start`: builds the screens when their sources changed, then opens the window; where no window can be
 * opened, the browser host instead. Both start the practice cluster and stop it at the end.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { electronProgram, whyNoWindow } from "./electron-program.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

function newest(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

function node(args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    // React's development build must not get in because of the user's NODE_ENV.
    const env = { ...process.env, NODE_ENV: "production" };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", 2, 2] });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

async function build(config: string, mode: string): Promise<void> {
  const code = await node([
    "node_modules/vite/bin/vite.js",
    "build",
    "--logLevel=warn",
    "-c",
    config,
    "--mode",
    mode,
  ]);
  if (code !== 0) {
    process.stderr.write(`Ringdrill: building with ${config} failed (see above).\n`);
    process.exit(3);
  }
}

const machine = { platform: process.platform, env: process.env, uid: process.getuid?.() };
const electron = electronProgram(root, machine);
const noWindow = whyNoWindow(electron, machine);
// Said before anything is built, so that nobody waits for a window.
if (noWindow !== undefined)
  process.stderr.write(`Ringdrill: ${noWindow}; opening in the browser instead.\n`);

const built = join(root, "dist/renderer/index.html");
const sources = Math.max(newest(join(root, "renderer")), newest(join(root, "shared")));
if (!existsSync(built) || statSync(built).mtimeMs < sources) {
  process.stderr.write("Ringdrill: building the screens …\n");
  await build("build/vite.renderer.ts", "production");
}

let child;
if (electron === undefined || noWindow !== undefined) {
  child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      "electron/cli/main.ts",
      "serve",
      "--with-practice",
      "--open",
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: "inherit" },
  );
} else {
  await build("build/vite.node.ts", "production");
  await build("build/vite.node.ts", "preload");
  child = spawn(electron, [root, "--with-practice", ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
}
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
// Ctrl-C reaches the child by itself: it is in the same process group.
process.on("SIGINT", () => undefined);
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
