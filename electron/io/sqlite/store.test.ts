import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { laneNames } from "../../../shared/contract/series.ts";
import type { SampleRow } from "../../core/deps.ts";
import { openStore } from "./store.ts";

const workerUrl = new URL("./store-worker.ts", import.meta.url);
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function row(node: string, values: Partial<Record<(typeof laneNames)[number], number>>): SampleRow {
  return { node, address: `addr-${node}`, values: laneNames.map((lane) => values[lane] ?? null) };
}

test("series hold each node's figures at shared instants, null where nothing was known", async () => {
  const store = openStore({ file: join(folder, "s.sqlite"), workerUrl });
  store.addSamples("p", 100_000, [row("a", { cpuBusyShare: 0.25 }), row("b", { gcPauseMs: 12 })]);
  store.addSamples("p", 110_000, [row("a", { cpuBusyShare: 0.5 })]);
  store.addSamples("other", 110_000, [row("z", { cpuBusyShare: 1 })]);
  const series = await store.series("p", 0, 200_000, 100);
  await store.close();
  expect(series.at).toEqual([100_000, 110_000]);
  expect(series.nodes.map((node) => [node.key, node.address])).toEqual([
    ["a", "addr-a"],
    ["b", "addr-b"],
  ]);
  expect(series.nodes[0]?.lanes.cpuBusyShare).toEqual([0.25, 0.5]);
  expect(series.nodes[1]?.lanes.cpuBusyShare).toEqual([null, null]);
  expect(series.nodes[1]?.lanes.gcPauseMs).toEqual([12, null]);
});

test("a bucket gives the mean of a share and the longest pause, and never more instants than asked for", async () => {
  const store = openStore({ file: join(folder, "s.sqlite"), workerUrl });
  const start = 1_000_000_000;
  for (let i = 0; i < 360; i++) {
    store.addSamples("p", start + i * 10_000, [
      row("a", { cpuBusyShare: i % 2, gcPauseMs: i === 7 ? 500 : 1 }),
    ]);
  }
  const series = await store.series("p", start, start + 3_599_999, 60);
  await store.close();
  expect(series.at.length).toBeGreaterThan(20);
  expect(series.at.length).toBeLessThanOrEqual(60);
  expect(Math.max(...(series.nodes[0]?.lanes.gcPauseMs ?? []).map((v) => v ?? 0))).toBe(500);
  expect(series.nodes[0]?.lanes.cpuBusyShare?.[3]).toBeCloseTo(0.5, 1);
});

test("a gap in the rows is marked by an instant of nulls", async () => {
  const store = openStore({ file: join(folder, "s.sqlite"), workerUrl });
  for (const at of [0, 10_000, 20_000, 400_000, 410_000]) {
    store.addSamples("p", at, [row("a", { loadBytes: 5 })]);
  }
  const series = await store.series("p", 0, 500_000, 500);
  await store.close();
  expect(series.nodes[0]?.lanes.loadBytes).toEqual([5, 5, 5, null, 5, 5]);
});

test("rows older than a day are thinned to one a minute, and a row takes at most 200 bytes", async () => {
  const file = join(folder, "s.sqlite");
  const old = Math.floor((Date.now() - 3 * 86_400_000) / 600_000) * 600_000;
  const every = laneNames.map((_, i) => 1_000_000.5 + i);
  const first = openStore({ file, workerUrl });
  for (let i = 0; i < 1_000; i++) {
    first.addSamples("p", old + i * 10_000, [{ node: "n", address: "n", values: every }]);
  }
  await first.close();
  expect(statSync(file).size / 1_000).toBeLessThan(200);

  const second = openStore({ file, workerUrl });
  const series = await second.series("p", old, old + 10_000_000, 4_000);
  await second.close();
  expect(series.at.length).toBe(167);
  expect(series.at[1]).toBe(old + 60_000);
});

test("a broken file is moved aside and said, and a new one is begun", async () => {
  const file = join(folder, "s.sqlite");
  writeFileSync(file, "this is no database, it only looks like a file of some length".repeat(100));
  const store = openStore({ file, workerUrl });
  store.setLastLook("p", 5, "three nodes up");
  const looks = await store.lastLooks();
  expect(looks.get("p")).toEqual({ at: 5, text: "three nodes up" });
  expect(store.problems().join()).toMatch(/s\.sqlite could not be used .* moved to .*broken/);
  await store.close();
  expect(readdirSync(folder).some((name) => name.startsWith("s.sqlite.broken-"))).toBe(true);
});

test("a file of a newer release is left as it is", async () => {
  const file = join(folder, "s.sqlite");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE future (x); PRAGMA user_version = 999");
  db.close();
  const store = openStore({ file, workerUrl });
  store.addRun({ runId: "r", at: 1, folder: "/f", profile: "p" });
  expect(await store.runs()).toEqual([{ runId: "r", at: 1, folder: "/f", profile: "p" }]);
  expect(store.problems().join()).toMatch(/newer Ringdrill/);
  await store.close();
  const again = new DatabaseSync(file);
  expect(again.prepare("SELECT name FROM sqlite_master").all()).toEqual([{ name: "future" }]);
  again.close();
});

test("a folder that cannot be written costs the history, not the store", async () => {
  const store = openStore({ file: join(folder, "missing", "s.sqlite"), workerUrl });
  store.addEvents("p", [{ at: 1, node: "n", kind: "down", text: "n is down" }]);
  expect(await store.events("p", 0, 10)).toEqual([
    { at: 1, node: "n", kind: "down", text: "n is down" },
  ]);
  expect(store.problems().join()).toMatch(/cannot be written/);
  await store.close();
});

test("forgetting a profile leaves the others", async () => {
  const store = openStore({ file: join(folder, "s.sqlite"), workerUrl });
  store.addSamples("p", 1_000, [row("a", { loadBytes: 1 })]);
  store.addSamples("q", 1_000, [row("a", { loadBytes: 2 })]);
  store.setLastLook("p", 1, "x");
  store.forget("p");
  expect((await store.series("p", 0, 2_000, 10)).nodes).toEqual([]);
  expect((await store.series("q", 0, 2_000, 10)).nodes[0]?.lanes.loadBytes).toEqual([2]);
  expect((await store.lastLooks()).has("p")).toBe(false);
  await store.close();
});

const writer = `
import { openStore } from ${JSON.stringify(new URL("./store.ts", import.meta.url).href)};
const store = openStore({ file: process.argv[1], workerUrl: new URL(${JSON.stringify(workerUrl.href)}) });
let at = Number(process.argv[2]);
const values = ${JSON.stringify(laneNames.map((_, i) => i + 0.5))};
for (;;) {
  for (let i = 0; i < 50; i++) store.addSamples("p", (at += 10_000), [{ node: "n", address: "n", values }]);
  await store.flush();
  process.stdout.write(at + "\\n");
}
`;

test("a writer killed at any instant leaves a whole file with every row it had confirmed", async () => {
  const file = join(folder, "s.sqlite");
  let last = Math.floor(Date.now() / 10_000) * 10_000;
  const start = last;
  for (let round = 0; round < 6; round++) {
    const child = spawn(
      process.execPath,
      ["--input-type=module", "-e", writer, file, String(last)],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let said = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        // Killed a few flushes in, each round at another point of its work.
        if (said.split("\n").length > 2 + round) child.kill("SIGKILL");
      });
      child.on("close", () => resolve());
    });
    last = Number(said.trim().split("\n").at(-1));
    const store = openStore({ file, workerUrl });
    const series = await store.series("p", last - 490_000, last, 4_000);
    expect(store.problems()).toEqual([]);
    expect(series.nodes[0]?.lanes.requestsPerSecond?.filter((v) => v === 0.5).length).toBe(50);
    await store.close();
  }
  expect(last).toBeGreaterThan(start);
  expect(readdirSync(folder).filter((name) => name.includes("broken"))).toEqual([]);
}, 60_000);
