/** Writes the figures of a host look; a part that failed costs its own figure, with the reason the part gives. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import type { Reading } from "../../../shared/parse/host/poll.ts";
import {
  cpuShares,
  diskRates,
  networkRates,
  totalDiskRates,
  type Counted,
} from "../../../shared/parse/host/rates.ts";
import type { FigureName } from "../session/figure-sheet.ts";
import { forgetOpinions, type NodeState } from "../session/node-state.ts";
import type { HostAnswer } from "./host-look.ts";

type Disk = Extract<NodeView["disks"], { readonly value: unknown }>["value"][number];

export function applyHostFigures(node: NodeState, answer: HostAnswer): void {
  const { poll, at } = answer;
  const { sheet } = node;
  const take = <T>(reading: Reading<T>, name: FigureName, apply: (value: T) => void): void => {
    if ("why" in reading) sheet.withhold(name, reading.why);
    else apply(reading.value);
  };
  applyCpu(node, answer);
  applyProcess(node, answer);
  take(poll.hints, "hints", (kept) => {
    const files = kept.reduce((sum, hint) => sum + hint.files, 0);
    const bytes = kept.reduce((sum, hint) => sum + hint.bytes, 0);
    sheet.set("hints", { files, bytes }, at, answer.source(`ls -ln ${answer.paths.hints ?? ""}`));
  });
  applyClock(node, answer);
  if (!answer.whole) return;
  take(poll.memory, "memory", ({ totalBytes, availableBytes }) =>
    sheet.set("memory", { totalBytes, availableBytes }, at, answer.source("/proc/meminfo")),
  );
  take(poll.loadAverage, "loadAverage", ({ one, five, fifteen }) =>
    sheet.set("loadAverage", { one, five, fifteen }, at, answer.source("/proc/loadavg")),
  );
  applyRates(node, answer);
  applyDisks(node, answer);
}

function applyClock(node: NodeState, { at, source }: HostAnswer): void {
  if (node.clock === undefined) {
    node.sheet.withhold("clockOffset", "the node's date was not in the answer");
    return;
  }
  const what = "date on the node, half the round trip taken off";
  node.sheet.set("clockOffset", { ...node.clock }, at, source(what));
}

const firstLook = "rates need two looks; this was the first";

function applyCpu(node: NodeState, { poll, before, at, source }: HostAnswer): void {
  const { sheet } = node;
  if ("why" in poll.stat) return sheet.withhold("cpu", poll.stat.why);
  const now = poll.stat.value.total;
  const then = before !== undefined && "value" in before.stat ? before.stat.value.total : undefined;
  const rebooted = before?.started?.bootId !== poll.started?.bootId;
  const shares =
    now === undefined || then === undefined || rebooted ? undefined : cpuShares(then, now);
  if (shares === undefined)
    return sheet.withhold(
      "cpu",
      rebooted && before !== undefined ? "the host was booted since the last look" : firstLook,
    );
  const { busy, ioWait, steal } = shares;
  const cores = Math.max(1, poll.stat.value.cores.size);
  sheet.set(
    "cpu",
    { busyShare: busy, ioWaitShare: ioWait, stealShare: steal, cores },
    at,
    source("/proc/stat"),
  );
}

function applyRates(node: NodeState, { poll, beforeWhole: before, at, source }: HostAnswer): void {
  const { sheet } = node;
  const counted = <T>(
    from: HostAnswer["before"],
    reading: Reading<T> | undefined,
  ): Counted<T> | undefined => {
    const clock = from?.started;
    if (
      reading === undefined ||
      "why" in reading ||
      clock?.uptimeMs === undefined ||
      clock.bootId === undefined
    )
      return undefined;
    return { counters: reading.value, uptimeMs: clock.uptimeMs, bootId: clock.bootId };
  };
  const disks = [counted(before, before?.disks), counted(poll, poll.disks)] as const;
  if ("why" in poll.disks) sheet.withhold("diskIo", poll.disks.why);
  else if (disks[0] === undefined || disks[1] === undefined) sheet.withhold("diskIo", firstLook);
  else {
    const rates = diskRates(disks[0], disks[1]);
    const total = rates === undefined ? undefined : totalDiskRates(rates);
    if (total === undefined)
      sheet.withhold(
        "diskIo",
        rates === undefined
          ? "the host was booted since the last look"
          : "no whole disk in /proc/diskstats (a container?)",
      );
    else {
      const { readBytesPerSecond, writeBytesPerSecond, busyShare } = total;
      sheet.set(
        "diskIo",
        { readBytesPerSecond, writeBytesPerSecond, busyShare },
        at,
        source("/proc/diskstats"),
      );
    }
  }
  const nets = [counted(before, before?.network), counted(poll, poll.network)] as const;
  if ("why" in poll.network) sheet.withhold("network", poll.network.why);
  else if (nets[0] === undefined || nets[1] === undefined) sheet.withhold("network", firstLook);
  else {
    const rates = networkRates(nets[0], nets[1]);
    if (rates === undefined)
      sheet.withhold(
        "network",
        "no interface but loopback, or the host was booted since the last look",
      );
    else {
      const { receiveBytesPerSecond, sendBytesPerSecond } = rates;
      sheet.set(
        "network",
        { receiveBytesPerSecond, sendBytesPerSecond },
        at,
        source("/proc/net/dev"),
      );
    }
  }
}

function applyDisks(node: NodeState, { poll, paths, at, source }: HostAnswer): void {
  const { sheet } = node;
  if ("why" in poll.fileSystems) return sheet.withhold("disks", poll.fileSystems.why);
  const asked = [...paths.holds];
  const disks: Disk[] = [];
  const failed: string[] = [];
  for (const [i, [path, holds]] of asked.entries()) {
    const answer = poll.fileSystems.value[i];
    if (answer === undefined || "why" in answer) {
      failed.push(`${path}: ${answer?.why ?? "no answer"}`);
      continue;
    }
    const { device, mount, totalBytes, usedBytes, availableBytes } = answer;
    const same = disks.find((disk) => disk.mount === mount && disk.device === device);
    if (same === undefined) {
      disks.push({
        holds: [...holds],
        path,
        device,
        mount,
        sizeBytes: totalBytes,
        usedBytes,
        availableBytes,
      });
    } else {
      // Data and commit log on one device are one disk that holds both.
      same.holds.push(...holds.filter((word) => !same.holds.includes(word)));
    }
  }
  if (disks.length === 0) sheet.withhold("disks", failed.join("; ") || "no path is known yet");
  else sheet.set("disks", disks, at, source("df -P -k"));
}

function applyProcess(node: NodeState, { poll, process, at, source }: HostAnswer): void {
  const { sheet } = node;
  const before = node.processState;
  node.processState = process?.state;
  const { pid, startedAfterBootMs: startedAt } = process ?? {};
  // A process whose start could not be read this time is taken for the same one.
  if (pid === undefined || startedAt !== undefined) {
    const identity = pid === undefined ? undefined : `${pid} ${startedAt}`;
    if (node.processId !== undefined && identity !== node.processId) forgetOpinions(node);
    node.processId = identity;
  }
  if ("why" in poll.processes) return sheet.withhold("processUptimeMs", poll.processes.why);
  const uptime = poll.started?.uptimeMs;
  if (process === undefined) {
    const service = "value" in poll.service ? ` (service control: ${poll.service.value.text})` : "";
    const gone =
      before === undefined
        ? "no Cassandra process of this node was found on its host"
        : "its Cassandra process is gone";
    return sheet.withhold("processUptimeMs", `${gone}${service}`);
  }
  if (process.startedAfterBootMs === undefined || uptime === undefined) {
    return sheet.withhold("processUptimeMs", "the start of the process could not be read");
  }
  sheet.set(
    "processUptimeMs",
    Math.max(0, uptime - process.startedAfterBootMs),
    at,
    source("/proc/PID/stat"),
  );
}
