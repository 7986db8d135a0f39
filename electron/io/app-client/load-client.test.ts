import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadSpec } from "../../core/deps.ts";
import { encodeLedgerHeader, encodeLedgerRecord } from "../../../shared/drill/ledger-format.ts";
import { createLoadClient } from "./load-client.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-client-"));
});
afterEach(() => rm(folder, { recursive: true }));

const spec = (): LoadSpec => ({
  contactPoints: ["127.0.0.1"],
  port: 9,
  localDc: "dc1",
  nodes: ["127.0.0.1"],
  keyspace: "k",
  table: "ledger",
  consistency: "QUORUM",
  kind: "write",
  ratePerSecond: 10,
  probeRatePerSecond: 0,
  seed: 1,
  probeSeqs: [],
  ledgerFile: join(folder, "ledger.bin"),
  preloaded: 0,
});

/** A thread that does what `body` says, in place of the real one. */
async function clientOf(body: string) {
  const file = join(folder, "thread.mjs");
  await writeFile(file, `import { parentPort } from "node:worker_threads";\n${body}`);
  return createLoadClient({ workerUrl: pathToFileURL(file) });
}

const counts = `{ intended: 3, acked: 2, refused: 1, unknown: 0, ok: null, lost: null, hidden: null, stale: null, unexpected: null, recovered: null, neverRead: null }`;

test("seconds, events, tenths and counts arrive; each second is taken once; stop gives the last counts", async () => {
  const client = await clientOf(`
    parentPort.postMessage({ type: "started" });
    parentPort.postMessage({ type: "tick", tick: { seconds: [{ at: 1000 }], events: [{ at: 5 }], share: [{ at: 0, ok: 1, bad: 0 }], counts: ${counts} } });
    parentPort.on("message", (text) => {
      if (text !== "stop") return;
      parentPort.postMessage({ type: "tick", tick: { seconds: [{ at: 2000 }], events: [], share: Array.from({ length: 700 }, (_, i) => ({ at: i, ok: 0, bad: 1 })), counts: ${counts} } });
      parentPort.postMessage({ type: "done", counts: { ...${counts}, unknown: 4 } });
      parentPort.close();
    });`);
  const load = await client.start(spec());
  expect(await load.stop()).toMatchObject({ acked: 2, unknown: 4 });
  expect(load.take()).toEqual({ seconds: [{ at: 1_000 }, { at: 2_000 }], events: [{ at: 5 }] });
  expect(load.take()).toEqual({ seconds: [], events: [] });
  expect(load.counts()).toMatchObject({ unknown: 4 });
  expect(load.recent()).toHaveLength(600);
  expect(await load.stop()).toMatchObject({ unknown: 4 });
});

test("a thread that dies ends the load with a reason, and the ledger on disk says what was acknowledged", async () => {
  const head = encodeLedgerHeader({
    version: 1,
    seed: 1,
    keyspace: "k",
    table: "ledger",
    nodes: [],
  });
  const bytes = new Uint8Array(head.length + 3 * 32);
  bytes.set(head);
  const kinds = [
    ["intent", 0],
    ["acked", 0],
    ["intent", 1],
  ] as const;
  kinds.forEach(([kind, seq], i) => {
    encodeLedgerRecord(new DataView(bytes.buffer), head.length + i * 32, {
      kind,
      shard: 0,
      seq,
      at: 0,
      code: 0,
      responseMs: 0,
    });
  });
  await writeFile(spec().ledgerFile, bytes);
  const client = await clientOf(`
    parentPort.postMessage({ type: "started" });
    setImmediate(() => { throw new Error("planted"); });`);
  const load = await client.start(spec());
  expect(await load.failed).toBe("The load ended by itself: planted");
  expect(await load.stop()).toMatchObject({ intended: 2, acked: 1, unknown: 1 });
});

test("a thread that ends without a word before it began is an error of start", async () => {
  const client = await clientOf(`process.exit(3);`);
  await expect(client.start(spec())).rejects.toThrow("its thread ended with code 3");
});

const realThread = new URL("./load-worker.ts", import.meta.url);

test("a cluster that refuses connections is a failure that names the hop and the contact points", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  const client = createLoadClient({ workerUrl: realThread });
  const failure = { detail: { hop: "cql connect", kind: "connection refused", node: "127.0.0.1" } };
  await expect(client.start({ ...spec(), port })).rejects.toMatchObject(failure);
  await expect(client.preload({ ...spec(), port }, 5, () => undefined)).rejects.toMatchObject(
    failure,
  );
});

test("a level that does not exist is said before anything is sent", async () => {
  const client = createLoadClient({ workerUrl: realThread });
  await expect(client.start({ ...spec(), consistency: "MOST" })).rejects.toThrow(
    "There is no consistency level MOST.",
  );
});
