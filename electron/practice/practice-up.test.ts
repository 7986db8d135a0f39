import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeCluster, writeSecrets } from "./cluster-record.ts";
import { newSecrets } from "./accounts.ts";
import { practiceDown, practiceReset } from "./practice-down.ts";
import { clusterPaths } from "./practice-paths.ts";
import { specOf } from "./practice-spec.ts";
import { practiceStatus } from "./practice-status.ts";
import { practiceUp, type UpDeps } from "./practice-up.ts";
import { takeLock } from "./process-lock.ts";
import { markVariable } from "./process-mark.ts";
import { processesOf } from "./process-scan.ts";

// What is decided before any node starts; the rest is tested on real nodes.

let home = "";
let folder = "";

const deps: UpDeps = {
  cql: { connect: () => Promise.reject(new Error("no ring")) },
  supervisor: { node: process.execPath, entry: "/nowhere" },
  simulated: { node: process.execPath, nodeEntry: "/nowhere", toolEntry: "/nowhere" },
  env: {},
  platform: "linux",
};

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "rd-up-"));
  folder = join(home, "practice");
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

function up(options: object = {}, changed: Partial<UpDeps> = {}) {
  const base = { folder, cache: join(home, "cache"), prefix: "127.0.45", sshPort: 2245 };
  return practiceUp({ ...base, ...options }, { ...deps, ...changed }, () => undefined);
}

test("off Linux one sentence says so, and nothing is written", async () => {
  expect(await up({}, { platform: "darwin" })).toEqual({
    ok: false,
    error: {
      kind: "not possible here",
      message:
        "The practice cluster needs Linux, be its nodes real or simulated: connect to a cluster that runs elsewhere.",
      next: "",
    },
  });
  expect(existsSync(folder)).toBe(false);
});

test.each([
  [{ layout: "dc1" }, "The layout cannot be read"],
  [{ nodes: 9 }, "A practice cluster has 1 to 6 nodes"],
  [{ cassandra: "2.0" }, "The practice cluster has no Cassandra"],
  [{ prefix: "10.1.1" }, "is not the beginning of a loopback address"],
  [{ folder: "practice" }, "is not absolute"],
])("%j is an error of usage", async (options, message) => {
  expect(await up(options)).toMatchObject({
    ok: false,
    error: { kind: "usage", message: expect.stringContaining(message) as string },
  });
});

test("another release or layout than the one in the folder needs a reset", async () => {
  mkdirSync(folder);
  const spec = specOf({ prefix: "127.0.45", sshPort: 2245 });
  writeCluster(folder, { spec, state: "ready", java: "/j" });
  expect(await up({ cassandra: "4.1" })).toEqual({
    ok: false,
    error: {
      kind: "different cluster",
      message:
        "The practice cluster that exists is Cassandra 5.0.6, dc1:r1,r2,r3, on 127.0.45.1-3, SSH port 2245; asked for was Cassandra 4.1.10, dc1:r1,r2,r3, on 127.0.45.1-3, SSH port 2245.",
      next: `"practice reset" removes it with its data, then "practice up" makes the new one.`,
    },
  });
  expect(await up({ nodes: 2 })).toMatchObject({ error: { kind: "different cluster" } });
});

test("what is not asked for may be as it is", async () => {
  mkdirSync(folder);
  const spec = specOf({ prefix: "127.0.45", sshPort: 2245, cassandra: "4.0", nodes: 1 });
  writeCluster(folder, { spec, state: "ready", java: "/j" });
  const outcome = await up({ env: {} }, { env: { PATH: "/nowhere" } });
  expect(outcome).not.toMatchObject({ error: { kind: "different cluster" } });
});

test("a folder with other things in it is left alone", async () => {
  mkdirSync(join(folder, "nodes"), { recursive: true });
  writeFileSync(join(folder, "nodes", "mine"), "");
  expect(await up()).toMatchObject({
    error: { kind: "usage", message: `${folder} holds other things than a practice cluster.` },
  });
  expect(readdirSync(join(folder, "nodes"))).toEqual(["mine"]);
});

test("ports that are taken are named with their holders", async () => {
  const server = createServer().listen(9042, "127.0.45.2");
  await once(server, "listening");
  try {
    const outcome = await up();
    expect(outcome).toMatchObject({ ok: false, error: { kind: "ports in use" } });
    const message = outcome.ok ? "" : outcome.error.message;
    expect(message).toContain(`127.0.45.2:9042 is in use by process ${String(process.pid)} (`);
  } finally {
    server.close();
  }
});

test("two that work on one folder at once are told apart", async () => {
  mkdirSync(folder);
  const lock = takeLock(clusterPaths(folder).lock);
  const busy = { ok: false, error: { kind: "busy" } };
  expect(await up()).toMatchObject(busy);
  expect(await practiceDown(folder)).toMatchObject(busy);
  expect(await practiceReset(folder)).toMatchObject(busy);
  if ("release" in lock) lock.release();
});

test("down and reset where nothing is are no errors", async () => {
  const nothing = { ok: true, value: { nodes: 0, otherProcesses: 0 } };
  expect(await practiceDown(folder)).toEqual(nothing);
  expect(await practiceReset(folder)).toEqual(nothing);
  expect(practiceStatus(folder)).toMatchObject({ state: "none", nodes: [], supervisor: null });
});

test("down ends what runs for a folder that was removed by hand", async () => {
  const orphan = spawn("sleep", ["60"], { env: { PATH: "/usr/bin:/bin", [markVariable]: folder } });
  const ended = once(orphan, "exit");
  await expect.poll(() => processesOf(folder).length).toBe(1);
  expect(await practiceDown(folder)).toEqual({ ok: true, value: { nodes: 0, otherProcesses: 1 } });
  expect(processesOf(folder)).toEqual([]);
  expect((await ended)[1]).toBe("SIGTERM");
});

test("a folder is the same under the name of a link to it", async () => {
  symlinkSync(home, `${home}-link`);
  try {
    const link = join(`${home}-link`, "practice");
    const orphan = spawn("sleep", ["60"], {
      env: { PATH: "/usr/bin:/bin", [markVariable]: folder },
    });
    const ended = once(orphan, "exit");
    expect(await practiceDown(link)).toMatchObject({ value: { otherProcesses: 1 } });
    expect((await ended)[1]).toBe("SIGTERM");
    expect(practiceStatus(link).folder).toBe(folder);
  } finally {
    rmSync(`${home}-link`);
  }
});

test("reset removes what up made and nothing else", async () => {
  mkdirSync(folder);
  const spec = specOf({ prefix: "127.0.45", sshPort: 2245 });
  writeCluster(folder, { spec, state: "ready", java: "/j" });
  writeSecrets(folder, newSecrets());
  writeFileSync(join(folder, "notes.txt"), "mine");
  expect(practiceStatus(folder)).toMatchObject({ state: "stopped", version: "5.0.6" });
  expect(await practiceReset(folder)).toMatchObject({ ok: true });
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
});

test("a record that cannot be read is named, and nothing is removed", async () => {
  mkdirSync(folder);
  writeFileSync(clusterPaths(folder).cluster, `{"cassandra":"5.0`);
  expect(await up()).toMatchObject({
    error: { message: expect.stringContaining("cluster.json cannot be read") as string },
  });
  expect(existsSync(clusterPaths(folder).cluster)).toBe(true);
});
