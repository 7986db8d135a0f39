/**
 * `npm test`: every check and every test, then one closing line `N passed, N failed, N skipped`.
 * A check (types, lint, format, unused code, no process left) counts as one test.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const args = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "ringdrill-test-"));
/** In the environment of everything this run starts, so that what is left over can be found. */
const runMark = `ringdrill-test-${process.pid}-${Date.now()}`;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}
const tally: Tally = { passed: 0, failed: 0, skipped: 0 };

function run(command: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...command], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        // React's development build must not get into the screens.
        ...(command[0]?.endsWith("/vite.js") === true ? { NODE_ENV: "production" } : {}),
        RINGDRILL_TEST_MARK: runMark,
        RINGDRILL_TEST_SCRATCH: scratch,
      },
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

async function check(name: string, command: readonly string[]): Promise<void> {
  const begun = Date.now();
  const ok = (await run(command)) === 0;
  if (ok) tally.passed += 1;
  else tally.failed += 1;
  console.log(
    `${ok ? "ok    " : "FAILED"} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
  );
}

/** Runs one Vitest project and adds its counts; a run that ends without a result file is a failure. */
async function vitest(project: string): Promise<void> {
  const out = join(scratch, `${project}.json`);
  const code = await run([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${out}`,
  ]);
  try {
    const result = JSON.parse(readFileSync(out, "utf8")) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numTodoTests: number;
      numFailedTestSuites: number;
    };
    tally.passed += result.numPassedTests;
    tally.failed += result.numFailedTests;
    tally.skipped += result.numPendingTests + result.numTodoTests;
    // A file that cannot be loaded has no failed test of its own, and must still fail the run.
    if (result.numFailedTests === 0 && (code !== 0 || result.numFailedTestSuites > 0))
      tally.failed += 1;
  } catch (error) {
    console.log(`FAILED ${project}: no result file (${String(error)})`);
    tally.failed += 1;
  }
}

/** Processes whose environment carries this run's mark, other than this one. */
function leftOver(): readonly number[] {
  const found: number[] = [];
  if (process.platform !== "linux") return found;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry) || Number(entry) === process.pid) continue;
    try {
      if (readFileSync(`/proc/${entry}/environ`, "utf8").includes(runMark))
        found.push(Number(entry));
    } catch (error) {
      // The process ended, or belongs to somebody else: not ours either way.
      if (!(error instanceof Error)) throw error;
    }
  }
  return found;
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 160);
  } catch (error) {
    return String(error);
  }
}

const begun = Date.now();
await check("types (tsc -b)", ["node_modules/typescript/bin/tsc", "-b"]);
await check("lint (oxlint)", [
  "node_modules/oxlint/bin/oxlint",
  "--type-aware",
  "--deny-warnings",
  ".",
]);
await check("format (prettier)", [
  "node_modules/prettier/bin/prettier.cjs",
  "--check",
  "--log-level=warn",
  ".",
]);
await check("unused code (knip)", ["node_modules/knip/bin/knip.js"]);
if (!args.includes("--checks-only")) {
  await vitest("unit");
  await check("screens (vite build)", [
    "node_modules/vite/bin/vite.js",
    "build",
    "--logLevel=warn",
    "-c",
    "build/vite.renderer.ts",
  ]);
  await check("programs (vite build)", [
    "node_modules/vite/bin/vite.js",
    "build",
    "--logLevel=warn",
    "-c",
    "build/vite.node.ts",
  ]);
  await check("preload (vite build)", [
    "node_modules/vite/bin/vite.js",
    "build",
    "--logLevel=warn",
    "-c",
    "build/vite.node.ts",
    "--mode",
    "preload",
  ]);
  await vitest("built");
  await vitest("real");
  if (args.includes("--all")) await vitest("all");
  const left = leftOver();
  for (const pid of left) {
    console.log(`left behind: ${pid} ${commandOf(pid)}`);
    process.kill(pid, "SIGKILL");
  }
  if (left.length === 0) tally.passed += 1;
  else tally.failed += 1;
  console.log(`${left.length === 0 ? "ok    " : "FAILED"} no process is left behind`);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`took ${((Date.now() - begun) / 60_000).toFixed(1)} min`);
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
