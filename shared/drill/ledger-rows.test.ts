import fc from "fast-check";
import { expect, test } from "vitest";
import type { LedgerKind } from "./ledger-format.ts";
import { LedgerRows } from "./ledger-rows.ts";

function rowsOf(
  ...steps: readonly (readonly [LedgerKind, shard: number, seq: number])[]
): LedgerRows {
  const rows = new LedgerRows();
  for (const [kind, shard, seq] of steps)
    rows.add({ kind, shard, seq, at: 0, code: 0, responseMs: 0 });
  return rows;
}

test("an intent without an answer is open while the load runs and unknown once it has ended", () => {
  const rows = rowsOf(["intent", 0, 0], ["intent", 0, 1], ["acked", 0, 1]);
  expect(rows.stateOf(0, 0)).toBe("open");
  expect(rows.counts(false)).toMatchObject({ intended: 2, acked: 1, refused: 0, unknown: 0 });
  expect(rows.counts(true)).toMatchObject({ intended: 2, acked: 1, refused: 0, unknown: 1 });
});

test("a key that was tried again is acknowledged if any try was, else unknown if any may have been written", () => {
  const rows = rowsOf(
    ["intent", 1, 5],
    ["unknown", 1, 5],
    ["intent", 1, 5],
    ["acked", 1, 5],
    ["intent", 1, 6],
    ["refused", 1, 6],
    ["intent", 1, 6],
    ["unknown", 1, 6],
    ["intent", 1, 7],
    ["refused", 1, 7],
  );
  expect([5, 6, 7].map((seq) => rows.stateOf(1, seq))).toEqual(["acked", "unknown", "refused"]);
  expect(rows.counts(true)).toMatchObject({ intended: 3, acked: 1, refused: 1, unknown: 1 });
});

test("a refused try does not settle a row of which another try is still open", () => {
  const rows = rowsOf(["intent", 1, 5], ["intent", 1, 5], ["refused", 1, 5]);
  expect(rows.stateOf(1, 5)).toBe("open");
});

test("an answer whose intent is missing is counted as a fault of the file", () => {
  const rows = rowsOf(["acked", 0, 3]);
  expect(rows.answersWithoutIntent).toBe(1);
  expect(rows.stateOf(0, 3)).toBe("acked");
});

test("a row that was allowed but has no intent may be cut off, unless the load ended in order", () => {
  const broken = rowsOf(["reserved", 0, 100], ["intent", 0, 0]);
  expect([0, 1, 99, 100].map((seq) => broken.mayBeCutOff(0, seq))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(broken.mayBeCutOff(1, 50)).toBe(false);
  broken.add({ kind: "ended", shard: 0, seq: 0, at: 0, code: 0, responseMs: 0 });
  expect(broken.mayBeCutOff(0, 50)).toBe(false);
});

test("the next number follows the highest intent of shard 0", () => {
  expect(rowsOf(["intent", 0, 8], ["intent", 1, 900]).nextSeq).toBe(9);
});

test("counts always equal those of the listed rows, whatever came in whatever order", () => {
  const kind = fc.constantFrom<LedgerKind>("intent", "acked", "refused", "unknown", "absent");
  const key = fc.tuple(
    fc.constantFrom(0, 1),
    fc.oneof(fc.nat(20), fc.constant(5_000_000), fc.constant(70_000)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, key)), (steps) => {
      const rows = rowsOf(...steps.map(([k, [shard, seq]]) => [k, shard, seq] as const));
      const listed = [...rows.entries()];
      const count = (state: string): number => listed.filter((row) => row[2] === state).length;
      expect(rows.counts(true)).toMatchObject({
        acked: count("acked"),
        refused: count("refused"),
        unknown: count("unknown") + count("open"),
      });
      for (const [shard, seq, state] of listed) expect(rows.stateOf(shard, seq)).toBe(state);
      expect(new Set(listed.map(([shard, seq]) => `${shard}/${seq}`)).size).toBe(listed.length);
    }),
  );
});
