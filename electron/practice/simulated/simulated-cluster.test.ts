import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogReader } from "../../../shared/parse/log/log-reader.ts";
import { createPeerStates } from "../../../shared/parse/log/peer-states.ts";
import { parseStatus } from "../../../shared/parse/nodetool/status.ts";
import type { CqlSession } from "../../core/deps.ts";
import { createPinnedCql } from "../../io/cql/pinned-cql.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import { processOfNode } from "../node-control.ts";
import { practiceAccess } from "../practice-access.ts";
import { practiceDown, practiceReset } from "../practice-down.ts";
import { nodePaths } from "../practice-paths.ts";
import { practiceStatus } from "../practice-status.ts";
import { practiceUp, type UpDeps } from "../practice-up.ts";
import { signalProcess } from "../process-identity.ts";
import { processesOf } from "../process-scan.ts";

// Three simulated nodes as processes of their own, through their scripts, as a drill uses them.

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const cql = createPinnedCql();
const deps: UpDeps = {
  cql,
  supervisor: { node: process.execPath, entry: here("../supervisor.ts") },
  simulated: {
    node: process.execPath,
    nodeEntry: here("simulated-node-entry.ts"),
    toolEntry: here("nodetool-entry.ts"),
  },
  env: {},
  platform: "linux",
};
const prefix = "127.0.46";
const [one, two, three] = [1, 2, 3].map((n) => `${prefix}.${n}`) as [string, string, string];

let folder = "";

const up = (more: object = {}) =>
  practiceUp(
    { folder, cache: join(folder, "..", "cache"), prefix, sshPort: 2246, ...more },
    deps,
    () => undefined,
  );

async function open(host: string): Promise<CqlSession> {
  const { user, password } = practiceAccess(folder).cql.application;
  return cql.connect({ host, port: 9042, user, password, connectTimeoutMs: 5_000 });
}

/** The newest state of a peer by an observer's system.log, as the collector reads it. */
function stateInLog(observer: string, peer: string): string | undefined {
  const text = readFileSync(join(nodePaths(folder, observer).log, "system.log"), "utf8");
  const peers = createPeerStates();
  let state: string | undefined;
  for (const { at, event } of createLogReader(0).push(text).value) {
    if (event.kind === "process" && event.step === "starting") peers.forget();
    const change = event.kind === "gossip" ? peers.apply(event, at) : undefined;
    if (change?.address === peer) state = change.to;
  }
  return state;
}

function run(
  program: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { env: {} }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "rd-sim-")), "practice");
  expect(await up({ simulated: true })).toEqual(expect.objectContaining({ ok: true }));
  // Suspicion at a quarter of the usual level: detection takes 5 s, and the test with it.
  expect(await practiceDown(folder)).toEqual(expect.objectContaining({ ok: true }));
  for (const address of [one, two, three]) {
    const { yaml } = nodePaths(folder, address);
    const text = readFileSync(yaml, "utf8");
    writeFileSync(yaml, text.replace(`"phi_convict_threshold": 8`, `"phi_convict_threshold": 2`));
  }
  expect(await up()).toEqual(expect.objectContaining({ ok: true }));
}, 120_000);

afterAll(async () => {
  await practiceReset(folder);
  const left = processesOf(folder).map(({ command }) => command);
  rmSync(join(folder, ".."), { recursive: true, force: true });
  expect(left).toEqual([]);
}, 60_000);

describe("a simulated cluster", () => {
  test("says that it is simulated, and is adopted by a later up without saying so", async () => {
    const status = practiceStatus(folder);
    expect(status).toMatchObject({ state: "running", simulated: true, version: "5.0.6" });
    for (const { residentBytes } of status.nodes) {
      expect(residentBytes ?? 0).toBeLessThan(100 * 2 ** 20);
    }
    expect(await up()).toEqual(expect.objectContaining({ ok: true }));
    expect(await up({ simulated: false })).toMatchObject({
      ok: false,
      error: {
        kind: "different cluster",
        message: expect.stringMatching(
          /exists is simulated Cassandra 5.*asked for was Cassandra 5/,
        ),
      },
    });
  });

  test("prints what nodetool of 5.0 prints", async () => {
    const { nodetool } = nodePaths(folder, two);
    const { out } = await run(nodetool, "status");
    const rows = parseStatus(out).value.datacenters.flatMap(({ nodes }) => nodes);
    expect(
      rows.map(({ letters, address, owns }) => `${letters} ${address} ${owns ?? "?"}`),
    ).toEqual(expect.arrayContaining([`UN ${one} 1`, `UN ${two} 1`, `UN ${three} 1`]));
    expect(await run(nodetool, "decommission")).toMatchObject({ code: 1, out: "" });
  });

  test("a killed node is seen down in the logs, misses writes, and has its own rows and the hints once it is back", async () => {
    const session = await open(one);
    await session.query(
      "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}",
    );
    await session.query("CREATE TABLE k.t (a int PRIMARY KEY, b text) WITH read_repair = 'NONE'");
    const write = (a: number, consistency: string) =>
      session.query("INSERT INTO k.t (a, b) VALUES (?, ?)", [a, `row ${a}`], { consistency });
    for (let a = 0; a < 100; a++) await write(a, "ALL");
    // Rows are handed to the kernel within 100 ms.
    await new Promise((resolve) => setTimeout(resolve, 300));

    const victim = processOfNode(folder, three);
    expect(victim !== undefined && signalProcess(victim, "SIGKILL")).toBe(true);
    await expect(write(100, "ALL")).rejects.toMatchObject({ kind: "write time-out", received: 2 });
    await write(101, "QUORUM");
    for (const observer of [one, two]) {
      await until(`${observer} says down`, 20_000, () => stateInLog(observer, three) === "down");
    }
    await expect(write(102, "ALL")).rejects.toMatchObject({
      kind: "unavailable",
      required: 3,
      alive: 2,
    });
    await write(103, "QUORUM");
    expect(parseStatus((await run(nodePaths(folder, one).nodetool, "status")).out).value).toEqual(
      expect.objectContaining({
        datacenters: [
          expect.objectContaining({
            nodes: expect.arrayContaining([
              expect.objectContaining({ address: three, letters: "DN" }),
            ]),
          }),
        ],
      }),
    );

    expect(await run(nodePaths(folder, three).start)).toMatchObject({ code: 0 });
    for (const observer of [one, two]) {
      await until(`${observer} says up`, 20_000, () => stateInLog(observer, three) === "up");
    }
    const back = await until("node 3 takes clients", 20_000, () =>
      open(three).catch(() => undefined),
    );
    const seen = async () => {
      const rows = await back.query("SELECT a FROM k.t");
      return rows.map((row) => Number(row["a"])).toSorted((a, b) => a - b);
    };
    expect((await seen()).slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, a) => a));
    await until("hints are delivered", 30_000, async () => {
      const rows = await seen();
      return [100, 101, 103].every((a) => rows.includes(a));
    });
    back.close();
    session.close();
  }, 120_000);

  test("a frozen node answers nothing, is down for the others, and comes back by itself", async () => {
    const victim = processOfNode(folder, two);
    if (victim === undefined) throw new Error("node 2 does not run");
    signalProcess(victim, "SIGSTOP");
    const frozenAt = performance.now();
    try {
      expect(practiceStatus(folder).nodes[1]).toMatchObject({ cassandra: "frozen" });
      await until("node 1 says down", 20_000, () => stateInLog(one, two) === "down");
      // A node that stood still for 5 s and more knows that it says nothing about the others.
      await until("6 s are over", 20_000, () => performance.now() - frozenAt > 6_000);
    } finally {
      signalProcess(victim, "SIGCONT");
    }
    await until("node 1 says up", 20_000, () => stateInLog(one, two) === "up");
    expect(stateInLog(two, one)).not.toBe("down");
  }, 60_000);

  test("a node that is stopped drains, and is down for the others at once", async () => {
    const paths = nodePaths(folder, three);
    expect(await run(paths.stop)).toMatchObject({ code: 0, out: "stopped, ended-by TERM\n" });
    expect(readFileSync(join(paths.log, "system.log"), "utf8")).toContain("Announcing shutdown");
    await until("node 1 says down", 3_000, () => stateInLog(one, three) === "down");
    expect(await run(paths.nodetool, "status")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^nodetool: Failed to connect to '127\.0\.0\.1:\d+' - Connect/),
    });
    expect(await run(paths.start)).toMatchObject({ code: 0 });
    await until("node 1 says up", 20_000, () => stateInLog(one, three) === "up");
  }, 60_000);
});
