import { existsSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { readCluster } from "./cluster-record.ts";
import { portInUseText, portsInUse } from "./listening-ports.ts";
import { processOfNode } from "./node-control.ts";
import { outcomeOf, PracticeFailure, type Outcome } from "./practice-error.ts";
import { clusterPaths, nodePaths } from "./practice-paths.ts";
import { addressOf, cqlPort, jmxPortOf, storagePort } from "./practice-spec.ts";
import { takeLock } from "./process-lock.ts";
import { endProcesses, processesOf } from "./process-scan.ts";
import { endSupervisor } from "./supervisor-control.ts";

/** What `practiceDown` ended. */
export interface DownResult {
  readonly nodes: number;
  readonly otherProcesses: number;
}

/**
 * Ends the cluster in `folder`: SSH servers and what runs in their sessions first (a drill's guard would start its
 * node again), then the nodes, which drain. Resolves when every process is gone and every port is free.
 * A folder without a cluster is no error.
 */
export async function practiceDown(folder: string): Promise<Outcome<DownResult>> {
  return outcomeOf(() => underLock(folder, () => endAll(folder)));
}

/** `practiceDown`, then removes the cluster with its data, keys and passwords. */
export async function practiceReset(folder: string): Promise<Outcome<DownResult>> {
  return outcomeOf(async () => {
    const result = await underLock(folder, async () => {
      const ended = await endAll(folder);
      const paths = clusterPaths(folder);
      const made = [paths.nodes, paths.ssh, paths.secrets, paths.supervisor, paths.supervisorLog];
      for (const path of [...made, paths.supervisorLock, paths.cluster]) {
        rmSync(path, { recursive: true, force: true });
      }
      return ended;
    });
    // Only when nothing of the user's lies there.
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    return result;
  });
}

async function underLock(folder: string, work: () => Promise<DownResult>): Promise<DownResult> {
  if (!existsSync(folder)) return { nodes: 0, otherProcesses: 0 };
  const lock = takeLock(clusterPaths(folder).lock);
  if ("heldBy" in lock) {
    throw new PracticeFailure(
      "busy",
      `Process ${String(lock.heldBy.pid)} is starting or ending the practice cluster in ${folder}.`,
      "Wait for it, or end it and try again.",
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function endAll(folder: string): Promise<DownResult> {
  await endSupervisor(folder);
  const record = readCluster(folder);
  const places = record?.spec.places ?? [];
  const addresses = places.map((_, i) => addressOf(record?.spec.prefix ?? "", i + 1));
  const nodes = addresses.flatMap((address) => {
    const identity = processOfNode(folder, address);
    return identity === undefined ? [] : [identity];
  });
  const ofNode = (pid: number): boolean => nodes.some((node) => node.pid === pid);
  const others = processesOf(folder).filter(({ pid }) => !ofNode(pid));
  await endProcesses(others, 3_000);
  const left = await endProcesses(nodes, 40_000);
  // Started by something between the look and its end.
  const late = processesOf(folder);
  const stubborn = [...left, ...(await endProcesses(late, 5_000))];
  if (stubborn.length > 0) {
    const pids = stubborn.map(({ pid }) => String(pid)).join(", ");
    throw new PracticeFailure("failed", `Processes ${pids} do not end, not even on SIGKILL.`);
  }
  for (const address of addresses) rmSync(nodePaths(folder, address).pid, { force: true });
  if (record !== undefined) await waitForPorts(record.spec.prefix, record.spec.sshPort, addresses);
  return { nodes: nodes.length, otherProcesses: others.length + late.length };
}

/** Waits until the ports are free. @throws PracticeFailure ("ports in use") when something else listens there */
async function waitForPorts(
  prefix: string,
  sshPort: number,
  addresses: readonly string[],
): Promise<void> {
  const wanted = addresses.flatMap((address, i) => [
    { address, port: storagePort },
    { address, port: cqlPort },
    { address, port: sshPort },
    { address: "127.0.0.1", port: jmxPortOf(prefix, i + 1) },
  ]);
  const end = performance.now() + 5_000;
  for (;;) {
    const taken = portsInUse(wanted);
    if (taken.length === 0) return;
    if (performance.now() > end) {
      throw new PracticeFailure(
        "ports in use",
        `The practice cluster has ended, but its ports are taken: ${taken.map(portInUseText).join("; ")}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
