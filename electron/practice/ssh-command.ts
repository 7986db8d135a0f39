import { spawn, type ChildProcess } from "node:child_process";
import type { ServerChannel } from "ssh2";

/** The world a command of a node's SSH session runs in. */
export interface ShellPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A command that runs in a channel. */
export interface RunningCommand {
  /** Sends a signal, named without SIG, to the command and all it started; false for a name that does not exist. */
  signal(name: string): boolean;
}

/**
 * Runs `/bin/sh -c command` (or, without a command, a shell that reads stdin) for an SSH channel, as OpenSSH's server
 * does without a terminal: the exit status is sent when the shell ends, the channel is closed when nobody holds its
 * output any more. Unlike there, a channel that the client closes takes the command's process group with it; what
 * detached itself with setsid stays.
 */
export function runInChannel(
  channel: ServerChannel,
  command: string | undefined,
  { folder, env }: ShellPlace,
): RunningCommand {
  const args = command === undefined ? [] : ["-c", command];
  // A session of its own, hence a process group that bears the shell's pid.
  const child = spawn("/bin/sh", args, { cwd: folder, env, detached: true, stdio: "pipe" });
  let finished = false;
  const ignore = (): void => undefined; // a pipe whose other end went away; "close" tells the rest
  channel.on("error", ignore);
  channel.stderr.on("error", ignore);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", ignore);

  channel.pipe(child.stdin);
  child.stdout.pipe(channel, { end: false });
  child.stderr.pipe(channel.stderr, { end: false });

  child.once("error", (error) => {
    channel.stderr.write(`${error.message}\n`);
    channel.exit(127);
    channel.end();
  });
  child.once("exit", (code, signal) => {
    if (code !== null) channel.exit(code);
    else if (signal !== null) channel.exit(signal.slice(3), false, "");
  });
  child.once("close", () => {
    finished = true;
    channel.end();
  });
  channel.once("close", () => {
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
    if (!finished) endGroup(child);
  });
  return {
    signal: (name) => signalGroup(child, `SIG${name}`),
  };
}

/** SIGHUP and SIGTERM, and two seconds later SIGKILL. */
function endGroup(child: ChildProcess): void {
  if (!signalGroup(child, "SIGHUP")) return;
  signalGroup(child, "SIGTERM");
  signalGroup(child, "SIGCONT");
  setTimeout(() => signalGroup(child, "SIGKILL"), 2_000);
}

/** False when the group has no process any more, or the signal does not exist. */
function signalGroup(child: ChildProcess, signal: string): boolean {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal as NodeJS.Signals);
    return true;
  } catch {
    return false;
  }
}
