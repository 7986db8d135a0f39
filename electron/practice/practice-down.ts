import { existsSync, readdirSync, rmSync, rmdirSync } from "node:fs";
import { waitForFreePorts } from "./cluster-ports.ts";
import { readCluster, removeCluster } from "./cluster-record.ts";
import { processOfNode } from "./node-control.ts";
import { outcomeOf, PracticeFailure, type Outcome } from "./practice-error.ts";
import { clusterPaths, nodePaths, realFolder } from "./practice-paths.ts";
import { addressOf } from "./practice-spec.ts";
import { takeLock } from "./process-lock.ts";
import { endProcesses, endProcessesOf, processesOf } from "./process-scan.ts";
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
  return outcomeOf(() => {
    const real = realFolder(folder);
    return underLock(real, () => endAll(real));
  });
}

/** `practiceDown`, then removes the cluster with its data, keys and passwords. */
export async function practiceReset(given: string): Promise<Outcome<DownResult>> {
  return outcomeOf(async () => {
    const folder = realFolder(given);
    const result = await underLock(folder, async () => {
      const ended = await endAll(folder);
      removeCluster(folder);
      return ended;
    });
    // Only when nothing of the user's lies there.
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
    return result;
  });
}

async function underLock(folder: string, work: () => Promise<DownResult>): Promise<DownResult> {
  if (!existsSync(folder)) {
    // It may have been removed by hand under a running cluster.
    const orphans = processesOf(folder);
    await endProcessesOf(folder, 5_000);
    return { nodes: 0, otherProcesses: orphans.length };
  }
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
  const addresses = (record?.spec.places ?? []).map((_, i) =>
    addressOf(record?.spec.prefix ?? "", i + 1),
  );
  const nodes = addresses.flatMap((address) => {
    const identity = processOfNode(folder, address);
    return identity === undefined ? [] : [identity];
  });
  const others = processesOf(folder).filter(({ pid }) => nodes.every((node) => node.pid !== pid));
  await endProcesses(others, 3_000);
  const stubborn = [
    ...(await endProcesses(nodes, 40_000)),
    // Started by something between the look and its end, or Cassandra without a pid file.
    ...(await endProcessesOf(folder, 10_000)),
  ];
  if (stubborn.length > 0) {
    const pids = stubborn.map(({ pid }) => String(pid)).join(", ");
    throw new PracticeFailure("failed", `Processes ${pids} do not end, not even on SIGKILL.`);
  }
  for (const address of addresses) rmSync(nodePaths(folder, address).pid, { force: true });
  if (record !== undefined) await waitForFreePorts(record.spec, 10_000);
  return { nodes: nodes.length, otherProcesses: others.length };
}
