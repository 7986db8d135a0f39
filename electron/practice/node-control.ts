import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listeningSockets } from "./listening-ports.ts";
import { markVariable } from "./process-mark.ts";
import { PracticeFailure } from "./practice-error.ts";
import { nodePaths } from "./practice-paths.ts";
import { cqlPort, storagePort } from "./practice-spec.ts";
import { identityInFile, isAlive, type ProcessIdentity } from "./process-identity.ts";
import { runCommand } from "./run-command.ts";

/** The node's Cassandra process, undefined when it does not run. */
export function processOfNode(folder: string, address: string): ProcessIdentity | undefined {
  const identity = identityInFile(nodePaths(folder, address).pid);
  return identity !== undefined && isAlive(identity) ? identity : undefined;
}

/**
 * Runs the node's start script; resolves when its process exists.
 * `wholeRing`: no other node runs, so there is no gossip to wait for.
 * @throws PracticeFailure ("failed") with what the script said.
 */
export async function startNode(
  folder: string,
  address: string,
  { wholeRing, signal }: { readonly wholeRing: boolean; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const { start } = nodePaths(folder, address);
  const env = { [markVariable]: folder, ...(wholeRing ? { RINGDRILL_WHOLE_RING: "1" } : {}) };
  const run = await runCommand(start, [], { timeoutMs: 250_000, signal, env });
  if (run.code !== 0) {
    throw new PracticeFailure("failed", `${address} could not be started: ${run.stderr.trim()}`);
  }
}

/** Runs the node's stop script; resolves when its process is gone. @throws PracticeFailure ("failed") */
export async function stopNode(
  folder: string,
  address: string,
  signal?: AbortSignal,
): Promise<void> {
  const { stop } = nodePaths(folder, address);
  const run = await runCommand(stop, [], { timeoutMs: 150_000, signal, env: {} });
  if (run.code !== 0) {
    throw new PracticeFailure("failed", `${address} could not be stopped: ${run.stderr.trim()}`);
  }
}

/** Resolves when the node listens for other nodes. @throws PracticeFailure when its process ends or time is over */
export async function waitForStorage(
  folder: string,
  address: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  await waitForPort(folder, address, storagePort, timeoutMs, signal);
}

/** Resolves when the node listens for clients. @throws PracticeFailure when its process ends or time is over */
export async function waitForCql(
  folder: string,
  address: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  await waitForPort(folder, address, cqlPort, timeoutMs, signal);
}

async function waitForPort(
  folder: string,
  address: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (listeningSockets().some((socket) => socket.address === address && socket.port === port))
      return;
    const { log } = nodePaths(folder, address);
    if (processOfNode(folder, address) === undefined) {
      throw new PracticeFailure(
        "failed",
        `Cassandra on ${address} ended while it was starting: ${lastError(log)}`,
        `Its logs are in ${log}.`,
      );
    }
    if (performance.now() > end) {
      throw new PracticeFailure(
        "failed",
        `Cassandra on ${address} did not listen on port ${String(port)} within ${String(Math.round(timeoutMs / 1000))} s.`,
        `Its logs are in ${log}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The last line that says ERROR or names an exception, else the last line at all. */
function lastError(logFolder: string): string {
  const lines = ["system.log", "out.log"].flatMap((name) => {
    try {
      return readFileSync(join(logFolder, name), "utf8").trim().split("\n").slice(-200);
    } catch {
      return []; // not written yet
    }
  });
  const telling = lines.findLast((line) => /^ERROR|Exception|^Error/.test(line)) ?? lines.at(-1);
  return (telling ?? "it wrote no log").slice(0, 400);
}
