/** A practice cluster of its own, from port trouble to `down`: the tests are the steps of one story. */
import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { InspectDocument } from "../../shared/cluster/inspect-document.ts";
import type { PracticeStatus } from "../../shared/contract/practice.ts";
import { listeningSockets } from "../../electron/practice/listening-ports.ts";
import { nodePaths } from "../../electron/practice/practice-paths.ts";
import { jmxPortOf } from "../../electron/practice/practice-spec.ts";
import { processesOf } from "../../electron/practice/process-scan.ts";
import { statOf } from "../../electron/practice/process-identity.ts";
import { cli, cliJson, testHome, type Ended } from "./ring.ts";

const subnet = process.env["RINGDRILL_TEST_SUBNET_OWN"] ?? "127.0.62";
const address = `${subnet}.1`;
const home = join(testHome(), "own");
const folder = join(home, "practice");

const practice = (...args: readonly string[]): Promise<Ended> =>
  cli(["practice", ...args], { home });
const up = (): Promise<Ended> => practice("up", "--nodes", "1", "--subnet", subnet);

async function status(): Promise<PracticeStatus> {
  const { code, document } = await cliJson<PracticeStatus>(["practice", "status"], { home });
  expect(code).toBe(0);
  return document;
}

async function pids(): Promise<{ node: number; supervisor: number }> {
  const { nodes, supervisor } = await status();
  const node = nodes[0]?.pid;
  if (typeof node !== "number" || supervisor === null) throw new Error("it does not run whole");
  return { node, supervisor };
}

/** What listens where only this cluster may. */
const listening = () =>
  listeningSockets().filter(
    (socket) => socket.address.startsWith(`${subnet}.`) || socket.port === jmxPortOf(subnet, 1),
  );

describe("a practice cluster of one node", () => {
  afterAll(async () => {
    await practice("reset");
    rmSync(home, { recursive: true, force: true });
  });

  it("names who holds a port that it needs, and starts nothing", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(9042, address, resolve));
    const { code, stderr } = await up();
    await new Promise((resolve) => server.close(resolve));
    expect(code).toBe(3);
    expect(stderr).toContain(`${address}:9042 is in use by process ${process.pid} (`);
    expect(processesOf(folder)).toEqual([]);
  });

  it("says in one sentence that Java 17 is missing", async () => {
    // Every Java of this machine is hidden from the one process that asks: its own mount of /usr/lib/jvm is empty.
    const hidden = `mount -t tmpfs tmpfs /usr/lib/jvm && exec "$@"`;
    const command = [
      process.execPath,
      "electron/cli/main.ts",
      "practice",
      "up",
      "--subnet",
      subnet,
    ];
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(
        "/usr/bin/unshare",
        ["--mount", "/bin/sh", "-c", hidden, "sh", ...command],
        {
          cwd: join(import.meta.dirname, "../.."),
          env: { PATH: "/usr/bin:/bin", RINGDRILL_HOME: home, HOME: process.env["HOME"] },
        },
        (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }),
      );
    });
    const lines = stderr.split("\n").filter((line) => line !== "" && !line.includes("Warning"));
    expect(lines).toEqual([expect.stringMatching(/needs Java 17 exactly.*apt-get install/)]);
    expect(code).toBe(3);
    expect(processesOf(folder)).toEqual([]);
  });

  it("comes up, and a second up adopts what runs", async () => {
    const begun = performance.now();
    const first = await up();
    const firstMs = performance.now() - begun;
    expect({ code: first.code, stderr: first.code === 0 ? "" : first.stderr }).toEqual({
      code: 0,
      stderr: "",
    });
    const before = await pids();
    const again = performance.now();
    expect((await up()).code).toBe(0);
    expect(performance.now() - again).toBeLessThan(firstMs);
    expect(await pids()).toEqual(before);
  });

  it("is not silently replaced by another layout", async () => {
    const before = await pids();
    const { code, stderr } = await practice("up", "--nodes", "2", "--subnet", subnet);
    expect(code).toBe(3);
    expect(stderr).toContain('"practice reset"');
    expect(await pids()).toEqual(before);
  });

  it("gets its SSH servers back when the supervisor was killed, and keeps its node", async () => {
    const before = await pids();
    process.kill(before.supervisor, "SIGKILL");
    const hurt = await status();
    expect(hurt).toMatchObject({ state: "partly running", supervisor: null });
    expect(hurt.nodes[0]).toMatchObject({ cassandra: "running", ssh: false });
    expect((await up()).code).toBe(0);
    const after = await pids();
    expect(after.node).toBe(before.node);
    expect(after.supervisor).not.toBe(before.supervisor);
    const { document } = await cliJson<InspectDocument>(["inspect", "practice"], { home });
    expect(document.nodes[0]?.reach.ssh.state).toBe("connected");
  });

  it("starts a node again that was killed, though another process has its number now", async () => {
    const before = await pids();
    process.kill(before.node, "SIGKILL");
    const { pid } = nodePaths(folder, address);
    // This process is alive, and it is not the node: the start time tells.
    writeFileSync(pid, `${process.pid} 1 00000000-0000-0000-0000-000000000000\n`);
    expect((await status()).nodes[0]).toMatchObject({ cassandra: "stopped", pid: null });
    expect((await up()).code).toBe(0);
    const after = await pids();
    expect(after.node).not.toBe(before.node);
    expect(after.node).not.toBe(process.pid);
    expect(after.supervisor).toBe(before.supervisor);
  });

  it("leaves no process and no listening port after down, and its data for the next up", async () => {
    const before = await pids();
    expect(listening().length).toBeGreaterThanOrEqual(4);
    expect((await practice("down")).code).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    // A zombie has ended: it only waits for the machine's init to take note.
    for (const pid of [before.node, before.supervisor]) expect(statOf(pid)?.state ?? "Z").toBe("Z");
    expect(listening()).toEqual([]);
    expect(await status()).toMatchObject({ state: "stopped", supervisor: null });
    expect(existsSync(nodePaths(folder, address).data)).toBe(true);
    expect((await practice("down")).code).toBe(0);
  });
});
