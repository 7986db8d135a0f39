import fc from "fast-check";
import { expect, test } from "vitest";
import { LedgerRows } from "./ledger-rows.ts";
import { testLedgerAudit } from "./ledger-self-test.ts";

test("the checker finds the row left out and the row altered, wherever they are planted", () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 32 - 1),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 40 }),
      (seed, pick, acked) => {
        const rows = new LedgerRows();
        for (let seq = 0; seq < acked; seq += 1) {
          rows.add({ kind: "intent", shard: 0, seq: seq * 3, at: 0, code: 0, responseMs: 0 });
          rows.add({ kind: "acked", shard: 0, seq: seq * 3, at: 0, code: 0, responseMs: 0 });
        }
        const result = testLedgerAudit(seed, rows, pick);
        expect(result.text).toContain("the audit found these two and no other");
        expect(result.ok).toBe(true);
        const count = acked < 2 ? 64 : acked;
        expect(result.tally).toMatchObject({
          read: count,
          present: count - 2,
          missing: 1,
          altered: 1,
          failed: 0,
        });
      },
    ),
  );
});

test("before a run the test makes up its own rows", () => {
  expect(testLedgerAudit(1, undefined).tally.read).toBe(64);
});
