import { spawn } from "node:child_process";

export interface CommandResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program to its end and gives what it printed, the last 20,000 characters of each stream.
 * After `timeoutMs` or an abort the program gets SIGTERM, and SIGKILL 3 s later; the promise settles once it is gone.
 * @throws Error when the program cannot be started; the signal's reason when aborted.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  options.signal?.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  let killer: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.kill("SIGTERM");
    killer ??= setTimeout(() => child.kill("SIGKILL"), 3_000);
  };
  const timer = setTimeout(end, options.timeoutMs);
  options.signal?.addEventListener("abort", end, { once: true });
  try {
    const stdout = tail(child.stdout);
    const stderr = tail(child.stderr);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    options.signal?.throwIfAborted();
    return { code, stdout: stdout(), stderr: stderr() };
  } finally {
    clearTimeout(timer);
    clearTimeout(killer);
    options.signal?.removeEventListener("abort", end);
  }
}

function tail(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => {
    text = (text + piece).slice(-20_000);
  });
  return () => text;
}
