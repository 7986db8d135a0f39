import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { markVariable } from "./process-mark.ts";
import { PracticeFailure } from "./practice-error.ts";
import { clusterPaths } from "./practice-paths.ts";
import { allGone, endProcesses } from "./process-scan.ts";
import { lockHolder } from "./process-lock.ts";
import { parseReply, type SupervisorReply, type SupervisorRequest } from "./supervisor-protocol.ts";

/** How to start the supervisor's process. */
export interface SupervisorProgram {
  /** Node 24, or Electron. */
  readonly node: string;
  /** supervisor.ts, as source or bundled. */
  readonly entry: string;
}

/** Asks the supervisor of the cluster in `folder`. Undefined when none answers within 5 s. */
export async function askSupervisor(
  folder: string,
  request: SupervisorRequest,
): Promise<SupervisorReply | undefined> {
  const descriptor = openSync(folder, "r");
  const path = `/proc/self/fd/${String(descriptor)}/${clusterPaths(folder).supervisorSocket}`;
  try {
    return await new Promise((resolve) => {
      const socket = connect(path);
      let text = "";
      socket.setEncoding("utf8");
      socket.setTimeout(5_000, () => socket.destroy());
      socket.on("connect", () => socket.write(`${JSON.stringify(request)}\n`));
      socket.on("data", (piece: string) => (text += piece));
      socket.on("error", () => {
        resolve(undefined); // no such socket, or nobody behind it
      });
      socket.on("close", () => {
        resolve(parseReply(text.trim()));
      });
    });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes sure that a supervisor serves every node with its own host key: starts one, replaces one that does not
 * answer, and takes back what tests told it.
 * @throws PracticeFailure ("failed") with the supervisor's last words
 */
export async function ensureSupervisor(
  folder: string,
  addresses: readonly string[],
  program: SupervisorProgram,
  signal?: AbortSignal,
): Promise<void> {
  const status = await askSupervisor(folder, { do: "status" });
  if (status?.ok !== true) {
    const holder = lockHolder(clusterPaths(folder).supervisorLock);
    if (holder !== undefined) await endProcesses([holder], 3_000);
    await launch(folder, program, signal);
    return;
  }
  for (const address of addresses) {
    for (const request of ["restore-host-key", "start-ssh"] as const) {
      const reply = await askSupervisor(folder, { do: request, address });
      if (reply?.ok !== true) {
        const why = reply === undefined ? "it does not answer" : reply.why;
        throw new PracticeFailure(
          "failed",
          `The SSH server of ${address} cannot be started: ${why}`,
        );
      }
    }
  }
}

/** Ends the supervisor if there is one, and waits until it is gone. */
export async function endSupervisor(folder: string): Promise<void> {
  const holder = lockHolder(clusterPaths(folder).supervisorLock);
  if (holder === undefined) return;
  await askSupervisor(folder, { do: "shut-down" });
  if (!(await allGone([holder], 5_000))) await endProcesses([holder], 1_000);
}

async function launch(
  folder: string,
  program: SupervisorProgram,
  signal: AbortSignal | undefined,
): Promise<void> {
  const log = clusterPaths(folder).supervisorLog;
  const output = openSync(log, "w", 0o600);
  const child = spawn(program.node, [program.entry, folder], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", output, output],
    env: {
      PATH: process.env["PATH"],
      [markVariable]: folder,
      ...(process.versions["electron"] === undefined ? {} : { ELECTRON_RUN_AS_NODE: "1" }),
    },
  });
  closeSync(output);
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once(
    "exit",
    () => (ended = readFileSync(log, "utf8").trim().slice(-600) || "no reason given"),
  );
  const end = performance.now() + 20_000;
  while ((await askSupervisor(folder, { do: "status" }))?.ok !== true) {
    signal?.throwIfAborted();
    if (ended !== undefined || performance.now() > end) {
      child.kill("SIGKILL");
      const why = ended ?? "no answer within 20 s";
      throw new PracticeFailure(
        "failed",
        `The SSH servers could not be started: ${why}`,
        `Their log is ${log}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.removeAllListeners();
  child.unref();
}
