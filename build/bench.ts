/**
 * `npm run bench`: what watching costs a node, as a ratio in one run. CPU-seconds of the Cassandra processes and of
 * everything that SSH started on the nodes, for Ringdrill's looks and for four nodetool calls, interleaved.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clientOf } from "../electron/compose/host-client.ts";
import { createRealHost } from "../electron/compose/real-host.ts";

const rounds = 3;
const watchMs = 60_000;
const idleMs = 20_000;
const nodetoolCalls = ["status", "tpstats", "info", "compactionstats"];
const ticksPerSecond = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout);

/** User and system time of a process, and of its children that have ended, in seconds. */
function cpuSeconds(pid: number, children: boolean): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const at = children ? [13, 14] : [11, 12];
  return at.reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond;
}

const home = mkdtempSync(join(tmpdir(), "ringdrill-bench-"));
const real = await createRealHost({ hostKind: "command line", dataFolder: home });
const client = clientOf(real.host);
try {
  for await (const step of await client.practice.up({ subnet: "127.0.70" }))
    console.error(step.doing);
  const status = await client.practice.status();
  const nodes = status.nodes.flatMap((node) => node.pid ?? []);
  const supervisor = status.supervisor ?? 0;
  const spent = () => ({
    cassandra: nodes.reduce((sum, pid) => sum + cpuSeconds(pid, false), 0),
    started: cpuSeconds(supervisor, true),
  });
  const during = async (work: () => Promise<void>) => {
    const before = spent();
    const begun = performance.now();
    await work();
    const after = spent();
    return {
      seconds: (performance.now() - begun) / 1_000,
      cassandra: after.cassandra - before.cassandra,
      started: after.started - before.started,
    };
  };
  const nodetool = (folder: string) => {
    for (const call of nodetoolCalls)
      spawnSync(join(folder, "bin", "nodetool"), [call], { stdio: "ignore" });
  };
  const nodeFolders = readdirSync(join(home, "practice/nodes")).map((name) =>
    join(home, "practice/nodes", name),
  );

  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const idle = await during(() => sleep(idleMs));
    const idlePerSecond = idle.cassandra / idle.seconds;
    await client.cluster.open({ profile: "practice" });
    await sleep(15_000);
    const watched = await during(() => sleep(watchMs));
    await client.cluster.close({ profile: "practice" });
    const looks = (watchMs / 10_000) * nodes.length;
    const ours =
      (Math.max(0, watched.cassandra - idlePerSecond * watched.seconds) + watched.started) / looks;

    const before = childSeconds();
    const asked = await during(() => {
      for (const folder of nodeFolders) nodetool(folder);
      return Promise.resolve();
    });
    const theirs =
      (Math.max(0, asked.cassandra - idlePerSecond * asked.seconds) + childSeconds() - before) /
      nodes.length;
    ratios.push(ours / theirs);
    console.log(
      `round ${round}: one look ${(ours * 1_000).toFixed(0)} ms of CPU on the node (slow read shared), four nodetool calls ${(theirs * 1_000).toFixed(0)} ms, ratio 1/${(theirs / ours).toFixed(0)}`,
    );
  }
  ratios.sort((a, b) => a - b);
  console.log(
    `median ratio 1/${(1 / (ratios[Math.floor(ratios.length / 2)] ?? Number.NaN)).toFixed(0)}`,
  );
} finally {
  await client.practice.reset();
  await real.close();
  rmSync(home, { recursive: true, force: true });
}

/** CPU of the children of this process that have ended: here the nodetool calls. */
function childSeconds(): number {
  return cpuSeconds(process.pid, true);
}
