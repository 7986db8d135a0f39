import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadSpec } from "../../core/deps.ts";
import type { LoadSecond } from "../../../shared/contract/drill.ts";
import { checkLedgerPayload, ledgerPayload } from "../../../shared/drill/ledger-keys.ts";
import { readLedgerRows, type RowState } from "../../../shared/drill/ledger-rows.ts";
import { createLoadClient } from "./load-client.ts";
import { payloadRows, startLedgerNode, type LedgerRequestSeen } from "./ledger-node.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-outcomes-"));
});
afterEach(() => rm(folder, { recursive: true }));

const client = createLoadClient({ workerUrl: new URL("./load-worker.ts", import.meta.url) });
const specOf = (port: number, more: Partial<LoadSpec> = {}): LoadSpec => ({
  contactPoints: ["127.0.0.1"],
  port,
  localDc: "dc1",
  nodes: ["127.0.0.1"],
  keyspace: "k",
  table: "ledger",
  consistency: "QUORUM",
  kind: "write",
  ratePerSecond: 200,
  probeRatePerSecond: 0,
  seed: 5,
  probeSeqs: [],
  ledgerFile: join(folder, "ledger.bin"),
  preloaded: 0,
  ...more,
});
const rowsOnDisk = async () => readLedgerRows(await readFile(join(folder, "ledger.bin")));

/** Sums of all seconds of a client, and its errors by kind. */
function total(seconds: readonly LoadSecond[], name: "app" | "probe") {
  const sum = { intended: 0, ok: 0, refused: 0, unknown: 0, missing: 0 };
  const errors: Record<string, number> = {};
  for (const second of seconds) {
    if (second.client !== name) continue;
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += second[key];
    for (const [kind, count] of Object.entries(second.errors))
      errors[kind] = (errors[kind] ?? 0) + count;
  }
  return { ...sum, errors };
}

test("each answer of a node becomes the outcome that the ledger keeps", async () => {
  const enough = Promise.withResolvers<void>();
  const seen: LedgerRequestSeen[] = [];
  const common = { consistency: "QUORUM", received: 1, blockFor: 2, message: "planted" } as const;
  await using node = await startLedgerNode((request, reply) => {
    seen.push(request);
    if (request.seq === 120) enough.resolve();
    const kind = request.seq < 80 ? request.seq % 8 : 0;
    if (kind === 1)
      reply.send({
        kind: "error",
        error: {
          kind: "unavailable",
          consistency: "QUORUM",
          required: 2,
          alive: 1,
          message: "planted",
        },
      });
    else if (kind === 2)
      reply.send({
        kind: "error",
        error: { kind: "write time-out", writeType: "SIMPLE", ...common },
      });
    else if (kind === 3)
      reply.send({
        kind: "error",
        error: { kind: "write failure", writeType: "SIMPLE", numFailures: 1, ...common },
      });
    else if (kind === 4)
      reply.send({ kind: "error", error: { kind: "overloaded", message: "planted" } });
    else if (kind === 5)
      reply.send({ kind: "error", error: { kind: "invalid", message: "planted" } });
    else if (kind === 7) {
      // No answer, until the connection that they wait on ends.
      if (request.seq === 79) reply.hangUp();
    } else reply.send({ kind: "void" });
  });
  const load = await client.start(specOf(node.port));
  await enough.promise;
  const counts = await load.stop();
  const { rows, problems } = await rowsOnDisk();
  expect(problems).toEqual([]);
  expect(rows.counts(true)).toEqual(counts);

  const expected: readonly (RowState | undefined)[] = [
    "acked",
    "refused",
    "unknown",
    "unknown",
    "unknown",
    "refused",
    "acked",
    "unknown",
  ];
  for (let seq = 0; seq < 79; seq += 1)
    expect([seq, rows.stateOf(0, seq)]).toEqual([seq, expected[seq % 8]]);
  const sum = total(load.take().seconds, "app");
  expect(sum.intended).toBe(counts.intended);
  expect({ acked: sum.ok, refused: sum.refused, unknown: sum.unknown }).toEqual({
    acked: counts.acked,
    refused: counts.refused,
    unknown: counts.unknown,
  });
  expect(sum.errors).toMatchObject({
    unavailable: 10,
    "write timeout": 10,
    "write failure": 10,
    overloaded: 10,
    invalid: 10,
    "connection lost": expect.any(Number) as number,
  });

  const inserted = seen.find(({ seq }) => seq === 6);
  expect(checkLedgerPayload(5, 0, 6, inserted?.payload ?? new Uint8Array())).toBeUndefined();
  expect(inserted?.timestampMicros).toBeUndefined();
});

test("a read that comes back without an acknowledged row, or with another payload, is no success", async () => {
  const enough = Promise.withResolvers<void>();
  let reads = 0;
  await using node = await startLedgerNode(({ op, shard, seq }, reply) => {
    if (op === "write") return reply.send({ kind: "void" });
    reads += 1;
    if (reads === 40) enough.resolve();
    if (seq === 1) reply.send(payloadRows(undefined));
    else if (seq === 2) reply.send(payloadRows(ledgerPayload(6, shard, seq)));
    else reply.send(payloadRows(ledgerPayload(5, shard, seq)));
  });
  const spec = specOf(node.port, { kind: "read", preloaded: 4 });
  const progress: number[] = [];
  await client.preload(spec, 4, (done) => progress.push(done));
  expect(progress).toEqual([4]);
  const load = await client.start(spec);
  await enough.promise;
  await load.stop();
  const sum = total(load.take().seconds, "app");
  expect(sum.intended).toBe(sum.ok + sum.missing);
  expect(sum.errors["row missing"]).toBeGreaterThanOrEqual(9);
  expect(sum.errors["payload altered"]).toBeGreaterThanOrEqual(9);
  const { rows } = await rowsOnDisk();
  expect([0, 1, 2, 3].map((seq) => [rows.stateOf(0, seq), rows.wasAbsent(0, seq)])).toEqual([
    ["acked", false],
    ["acked", true],
    ["acked", false],
    ["acked", false],
  ]);
});

test("the probe asks its node by name, does not retry, and its rows are in the ledger once each", async () => {
  const enough = Promise.withResolvers<void>();
  const tries = new Map<number, number>();
  await using node = await startLedgerNode(({ shard, seq }, reply) => {
    if (shard === 0) return reply.send({ kind: "void" });
    tries.set(seq, (tries.get(seq) ?? 0) + 1);
    if ((tries.get(77) ?? 0) >= 5) enough.resolve();
    if (seq === 77)
      reply.send({
        kind: "error",
        error: {
          kind: "unavailable",
          consistency: "QUORUM",
          required: 2,
          alive: 1,
          message: "planted",
        },
      });
    else reply.send({ kind: "void" });
  });
  const load = await client.start(
    specOf(node.port, { ratePerSecond: 5, probeRatePerSecond: 100, probeSeqs: [3, 77] }),
  );
  await enough.promise;
  await load.stop();
  const sum = total(load.take().seconds, "probe");
  expect(sum.errors).toEqual({ unavailable: tries.get(77) });
  expect(sum.ok).toBe(tries.get(3));
  const { rows } = await rowsOnDisk();
  expect([rows.stateOf(1, 3), rows.stateOf(1, 77)]).toEqual(["acked", "refused"]);
});

test("rows that cannot be written before a drill end it with a failure that says how many", async () => {
  await using node = await startLedgerNode(({ seq }, reply) => {
    if (seq === 2)
      reply.send({
        kind: "error",
        error: {
          kind: "unavailable",
          consistency: "ALL",
          required: 3,
          alive: 2,
          message: "planted",
        },
      });
    else reply.send({ kind: "void" });
  });
  await expect(client.preload(specOf(node.port), 5, () => undefined)).rejects.toMatchObject({
    detail: {
      hop: "cql query",
      message:
        "1 rows could not be written at QUORUM before the drill, each tried 6 times (unavailable).",
    },
  });
});

test("drivers notice when a node's last connection ends and when it is back", async () => {
  let down = false;
  const back = Promise.withResolvers<void>();
  await using node = await startLedgerNode(({ seq }, reply) => {
    if (seq === 20 && !down) {
      down = true;
      reply.hangUp();
    } else {
      if (seq > 500) back.resolve();
      reply.send({ kind: "void" });
    }
  });
  const load = await client.start(specOf(node.port, { ratePerSecond: 300 }));
  await back.promise;
  await load.stop();
  const told = load.take().events.filter(({ client: name }) => name === "app");
  expect(
    told.filter(({ kind }) => kind !== "error").map(({ kind, host }) => `${kind} ${host}`),
  ).toEqual(["host down 127.0.0.1", "host up 127.0.0.1"]);
});
