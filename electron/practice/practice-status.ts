import { readFileSync } from "node:fs";
import type { PracticeStatus } from "../../shared/contract/practice.ts";
import { readCluster } from "./cluster-record.ts";
import { listeningSockets } from "./listening-ports.ts";
import { processOfNode } from "./node-control.ts";
import { clusterPaths, realFolder } from "./practice-paths.ts";
import { addressOf } from "./practice-spec.ts";
import { statOf } from "./process-identity.ts";
import { lockHolder } from "./process-lock.ts";

/**
 * What is there and what runs, from files and /proc alone: nothing is asked over a network.
 * @throws PracticeFailure when cluster.json cannot be read
 */
export function practiceStatus(given: string): PracticeStatus {
  const folder = realFolder(given);
  const record = readCluster(folder);
  const paths = clusterPaths(folder);
  const supervisor = lockHolder(paths.supervisorLock)?.pid ?? null;
  const simulated = record?.simulated === true;
  const base = { simulated, folder, supervisor, impossible: null };
  if (record === undefined) return { ...base, state: "none", version: null, nodes: [] };
  const sockets = listeningSockets();
  const nodes = record.spec.places.map(({ dc, rack }, i): PracticeStatus["nodes"][number] => {
    const address = addressOf(record.spec.prefix, i + 1);
    const pid = processOfNode(folder, address)?.pid ?? null;
    const frozen = pid !== null && statOf(pid)?.state === "T";
    return {
      address,
      dc,
      rack,
      cassandra: pid === null ? "stopped" : frozen ? "frozen" : "running",
      pid,
      residentBytes: pid === null ? null : residentBytes(pid),
      ssh:
        supervisor !== null &&
        sockets.some((s) => s.address === address && s.port === record.spec.sshPort),
    };
  });
  const running = nodes.filter(({ cassandra, ssh }) => cassandra === "running" && ssh).length;
  const stopped = nodes.every(({ cassandra }) => cassandra === "stopped") && supervisor === null;
  const starting = lockHolder(paths.lock) !== undefined;
  return {
    ...base,
    state: starting
      ? "starting"
      : running === nodes.length
        ? "running"
        : stopped
          ? "stopped"
          : "partly running",
    version: record.spec.release.version,
    nodes,
  };
}

/** VmRSS of /proc/PID/status, which is in KiB; null when the process went away meanwhile. */
function residentBytes(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${String(pid)}/status`, "utf8");
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}
