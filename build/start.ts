/**
 * `npm start`: builds the screens when their sources changed, then opens the window; where Electron's binary is not
 * there, the browser host instead. The practice cluster is started by the host itself and shows on the screens.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

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
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", 2, 2] });
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

/** Path of Electron's binary when it is there: the npm package alone does not bring it. */
function electronBinary(): string | undefined {
  const folder = join(root, "node_modules/electron");
  const named = join(folder, "path.txt");
  const own = existsSync(named)
    ? join(folder, "dist", readFileSync(named, "utf8").trim())
    : undefined;
  return own !== undefined && existsSync(own) ? own : undefined;
}

const built = join(root, "dist/renderer/index.html");
const sources = Math.max(newest(join(root, "renderer")), newest(join(root, "shared")));
if (!existsSync(built) || statSync(built).mtimeMs < sources) {
  process.stderr.write("Ringdrill: building the screens …\n");
  await build("build/vite.renderer.ts", "production");
}

const electron = electronBinary();
let child;
if (electron === undefined) {
  process.stderr.write(
    "Ringdrill: Electron's program is not installed here (npx install-electron brings it); opening in the browser instead.\n",
  );
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
  child = spawn(electron, [root, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });
}
for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
// Ctrl-C reaches the child by itself: it is in the same process group.
process.on("SIGINT", () => undefined);
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
