import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoadSpec } from "../../core/deps.ts";
import { LedgerRows } from "../../../shared/drill/ledger-rows.ts";
import { LoadPlan } from "./load-plan.ts";

const spec: LoadSpec = {
  contactPoints: ["a"],
  port: 9042,
  localDc: "dc1",
  nodes: ["a", "b", "c"],
  keyspace: "k",
  table: "ledger",
  consistency: "QUORUM",
  kind: "write",
  ratePerSecond: 400,
  probeRatePerSecond: 50,
  seed: 1,
  probeSeqs: [3, 8],
  ledgerFile: "",
  preloaded: 0,
};

test("however late the loop looks, every request of the schedule is given once and at its time", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 20 }), (pauses) => {
      const plan = new LoadPlan(spec, new LedgerRows());
      let elapsed = 0;
      const all = [...pauses, 10].flatMap((pause) => plan.take((elapsed += pause)));
      const app = all.filter(({ client }) => client === "app");
      const probe = all.filter(({ client }) => client === "probe");
      expect(app.map(({ dueMs }) => dueMs)).toEqual(app.map((_, i) => i * 2.5));
      expect(app.map(({ seq }) => seq)).toEqual(app.map((_, i) => i));
      expect(app).toHaveLength(Math.floor(elapsed / 2.5) + 1);
      expect(probe).toHaveLength(Math.floor(elapsed / 20) + 1);
    }),
  );
});

test("the probe brings every node together with every replica set", () => {
  for (const [nodes, sets] of [
    [3, 2],
    [3, 3],
    [2, 4],
    [1, 1],
  ] as const) {
    const plan = new LoadPlan(
      { ...spec, nodes: spec.nodes.slice(0, nodes), probeSeqs: [0, 1, 2, 3].slice(0, sets) },
      new LedgerRows(),
    );
    const pairs = plan.take((nodes * sets - 1) * 20).filter(({ client }) => client === "probe");
    expect(new Set(pairs.map(({ node, seq }) => `${node} ${seq}`)).size).toBe(nodes * sets);
  }
});

test("without probe rows there is no probe", () => {
  const plan = new LoadPlan({ ...spec, probeSeqs: [] }, new LedgerRows());
  expect(plan.take(1_000).every(({ client }) => client === "app")).toBe(true);
});

test("a load that reads goes round the rows that were written before", () => {
  const plan = new LoadPlan(
    { ...spec, kind: "read", preloaded: 3, probeSeqs: [] },
    new LedgerRows(),
  );
  const due = plan.take(4 * 2.5);
  expect(due.map(({ op, seq }) => `${op} ${seq}`)).toEqual([
    "read 0",
    "read 1",
    "read 2",
    "read 0",
    "read 1",
  ]);
});

test("a mixed load reads only acknowledged rows, every second time the newest", () => {
  const rows = new LedgerRows();
  const plan = new LoadPlan({ ...spec, kind: "mixed", probeSeqs: [] }, rows);
  expect(plan.take(2.5).map(({ op, seq }) => `${op} ${seq}`)).toEqual(["write 0", "write 1"]);
  for (const [seq, kind] of [
    [0, "refused"],
    [1, "acked"],
  ] as const) {
    rows.add({ kind: "intent", shard: 0, seq, at: 0, code: 0, responseMs: 0 });
    rows.add({ kind, shard: 0, seq, at: 0, code: 0, responseMs: 0 });
  }
  plan.acknowledged(1);
  expect(plan.take(17.5).map(({ op, seq }) => `${op} ${seq}`)).toEqual([
    "write 2",
    "read 1",
    "write 3",
    "read 1",
    "write 4",
    "read 1",
  ]);
});

test("row numbers go on after those that the ledger already has", () => {
  const rows = new LedgerRows();
  rows.add({ kind: "intent", shard: 0, seq: 41, at: 0, code: 0, responseMs: 0 });
  expect(new LoadPlan(spec, rows).take(0).find(({ client }) => client === "app")?.seq).toBe(42);
  expect(new LoadPlan({ ...spec, preloaded: 100 }, rows).nextSeq).toBe(100);
});

test("a probe of a load that reads writes a key first and reads it once it is acknowledged", () => {
  const rows = new LedgerRows();
  const plan = new LoadPlan({ ...spec, kind: "read", preloaded: 1, probeSeqs: [3] }, rows);
  const first = plan.take(0).find(({ client }) => client === "probe");
  rows.add({ kind: "acked", shard: 1, seq: 3, at: 0, code: 0, responseMs: 0 });
  const second = plan.take(20).find(({ client }) => client === "probe");
  expect([first?.op, second?.op]).toEqual(["write", "read"]);
});
