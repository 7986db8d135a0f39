/** The practice cluster that the real tests share, and the command line as a user runs it. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Addresses of the shared cluster: not those of a practice cluster that the developer may have running. */
export const subnet = process.env["RINGDRILL_TEST_SUBNET"] ?? "127.0.60";
export const addresses = [1, 2, 3].map((n) => `${subnet}.${n}`);

/** Data folder of the whole test run. */
export function testHome(): string {
  const home = join(
    process.env["RINGDRILL_TEST_SCRATCH"] ?? join(tmpdir(), "ringdrill-test-real"),
    "home",
  );
  mkdirSync(home, { recursive: true });
  return home;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the line once stderr has one that matches; rejects when the program ends first. */
  line(pattern: RegExp): Promise<string>;
}

/** Starts `ringdrill …` from the sources, in a process of its own. */
export function startCli(
  args: readonly string[],
  more: { readonly home?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Running {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "electron/cli/main.ts", ...args],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, RINGDRILL_HOME: more.home ?? testHome(), ...more.env },
    },
  );
  let stdout = "";
  let stderr = "";
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const each of waiting) each();
  };
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    wake();
  });
  let over = false;
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => {
      over = true;
      wake();
      resolve({ code, stdout, stderr });
    });
  });
  return {
    child,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = stderr.split("\n").find((each) => pattern.test(each));
          if (line !== undefined) {
            waiting.delete(look);
            resolve(line);
          } else if (over) {
            waiting.delete(look);
            reject(new Error(`it ended without a line like ${String(pattern)}:\n${stderr}`));
          }
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Runs `ringdrill …` to its end. */
export function cli(
  args: readonly string[],
  more: Parameters<typeof startCli>[1] = {},
): Promise<Ended> {
  return startCli(args, more).ended;
}

/** Runs with --json and reads the document; the exit code is checked by the caller. */
export async function cliJson<T>(
  args: readonly string[],
  more: Parameters<typeof startCli>[1] = {},
): Promise<{ readonly code: number | null; readonly document: T; readonly stderr: string }> {
  const { code, stdout, stderr } = await cli([...args, "--json"], more);
  try {
    return { code, document: JSON.parse(stdout) as T, stderr };
  } catch (error) {
    throw new Error(`no JSON on stdout (${String(error)}), exit ${code}:\n${stdout}\n${stderr}`);
  }
}
