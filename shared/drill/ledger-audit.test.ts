import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LedgerAudit, oldestAck, readOutcome, type ReadOutcome } from "./ledger-audit.ts";
import { encodeLedgerHeader, encodeLedgerRecord, type LedgerKind } from "./ledger-format.ts";
import { ledgerPayload } from "./ledger-keys.ts";
import { LedgerRows } from "./ledger-rows.ts";

function rowsOf(kinds: readonly LedgerKind[]): LedgerRows {
  const rows = new LedgerRows();
  kinds.forEach((kind, seq) => {
    rows.add({ kind: "intent", shard: 0, seq, at: 0, code: 0, responseMs: 0 });
    if (kind !== "intent") rows.add({ kind, shard: 0, seq, at: 0, code: 0, responseMs: 0 });
  });
  return rows;
}

/** The word for one acknowledged row after the given reads. */
function wordAfter(
  reads: readonly (readonly ["user-visible" | "replica" | "final", ReadOutcome])[],
) {
  const audit = new LedgerAudit(rowsOf(["acked"]));
  for (const [kind, outcome] of reads) audit.step(kind).note(0, 0, outcome);
  return audit.wordOf(0, 0);
}

describe("an acknowledged row", () => {
  test("absent at the last step is lost, whatever was seen before", () => {
    expect(
      wordAfter([
        ["user-visible", "present"],
        ["final", "absent"],
      ]),
    ).toBe("lost");
  });
  test("absent at the application's level and present at the last step is hidden", () => {
    expect(
      wordAfter([
        ["user-visible", "absent"],
        ["final", "present"],
      ]),
    ).toBe("hidden");
  });
  test("missed by one replica only is stale", () => {
    expect(
      wordAfter([
        ["user-visible", "present"],
        ["replica", "absent"],
        ["final", "present"],
      ]),
    ).toBe("stale");
  });
  test("present everywhere is ok", () => {
    expect(
      wordAfter([
        ["user-visible", "present"],
        ["replica", "present"],
        ["final", "present"],
      ]),
    ).toBe("ok");
  });
  test("of which the last read counts, when the last step is repeated", () => {
    expect(
      wordAfter([
        ["final", "absent"],
        ["final", "present"],
      ]),
    ).toBe("ok");
  });
  test("that no read decided about was never read", () => {
    expect(
      wordAfter([
        ["user-visible", "failed"],
        ["final", "failed"],
      ]),
    ).toBe("never read");
    expect(
      wordAfter([
        ["user-visible", "absent"],
        ["final", "failed"],
      ]),
    ).toBe("never read");
    expect(wordAfter([])).toBe("never read");
  });
  test("with another payload is unexpected", () => {
    expect(
      wordAfter([
        ["user-visible", "altered"],
        ["final", "present"],
      ]),
    ).toBe("unexpected");
  });
  test("missed by a read during the run is stale", () => {
    const rows = rowsOf(["acked"]);
    rows.add({ kind: "absent", shard: 0, seq: 0, at: 0, code: 0, responseMs: 0 });
    const audit = new LedgerAudit(rows);
    audit.step("final").note(0, 0, "present");
    expect(audit.wordOf(0, 0)).toBe("stale");
  });
});

describe("a row that was not acknowledged", () => {
  const present = (kind: LedgerKind): string | undefined => {
    const audit = new LedgerAudit(rowsOf([kind]));
    audit.step("final").note(0, 0, "present");
    return audit.wordOf(0, 0);
  };
  test("and is there is recovered when its outcome was unknown or never came", () => {
    expect([present("unknown"), present("intent")]).toEqual(["recovered", "recovered"]);
  });
  test("and is there although it was refused for certain is unexpected", () => {
    expect(present("refused")).toBe("unexpected");
  });
  test("and is not there has no word", () => {
    const audit = new LedgerAudit(rowsOf(["unknown", "refused"]));
    const step = audit.step("final");
    step.note(0, 0, "absent");
    step.note(0, 1, "absent");
    expect([...audit.words()]).toEqual([]);
    expect(step.tally()).toMatchObject({ read: 2, missing: 0, missingKeys: [] });
  });
  test("and was never attempted is unexpected, but recovered when a power cut may have taken its intent", () => {
    const rows = rowsOf(["acked"]);
    rows.add({ kind: "reserved", shard: 0, seq: 10, at: 0, code: 0, responseMs: 0 });
    const audit = new LedgerAudit(rows);
    const step = audit.step("final");
    step.note(0, 9, "present");
    step.note(0, 10, "present");
    expect([audit.wordOf(0, 9), audit.wordOf(0, 10)]).toEqual(["recovered", "unexpected"]);
    expect(audit.counts()).toMatchObject({ unexpected: 1, recovered: 1, neverRead: 1 });
  });
});

test("words that no step can decide yet stay null", () => {
  const audit = new LedgerAudit(rowsOf(["acked"]));
  expect(audit.counts()).toMatchObject({
    acked: 1,
    ok: null,
    lost: null,
    hidden: null,
    neverRead: null,
  });
  audit.step("user-visible").note(0, 0, "absent");
  expect(audit.counts()).toMatchObject({ ok: 0, lost: null, hidden: null, neverRead: 1 });
  audit.step("final").note(0, 0, "present");
  expect(audit.counts()).toMatchObject({ ok: 0, lost: 0, hidden: 1, neverRead: 0 });
});

test("a step counts what it read and names the first hundred acknowledged rows it missed", () => {
  const audit = new LedgerAudit(rowsOf(Array.from({ length: 150 }, () => "acked" as const)));
  const step = audit.step("user-visible");
  for (let seq = 0; seq < 150; seq += 1)
    step.note(0, seq, seq < 120 ? "absent" : seq < 130 ? "failed" : "present");
  const { missingKeys, ...counts } = step.tally();
  expect(counts).toEqual({ read: 150, present: 20, missing: 120, altered: 0, failed: 10 });
  expect(missingKeys).toHaveLength(100);
  expect(missingKeys[0]).toBe("0/0");
});

test("whatever was written, a planted loss, a planted change and a planted row are found, and nothing else is", () => {
  const kinds = fc.array(fc.constantFrom<LedgerKind>("acked", "unknown", "refused", "intent"), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      kinds,
      fc.array(fc.nat(59)),
      fc.array(fc.nat(59)),
      fc.array(fc.nat(40)),
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      (list, lost, changed, planted, unknownThere) => {
        const seed = 9;
        const rows = rowsOf(list);
        const cluster = new Map<number, Uint8Array>();
        list.forEach((kind, seq) => {
          const there = kind === "acked" || (kind !== "refused" && unknownThere[seq] === true);
          if (there) cluster.set(seq, ledgerPayload(seed, 0, seq));
        });
        const gone = lost.filter((seq) => list[seq] === "acked" && cluster.delete(seq));
        const altered = changed.filter((seq) => {
          const payload = cluster.get(seq);
          if (payload === undefined || payload[50] !== ledgerPayload(seed, 0, seq)[50])
            return false;
          payload[50] = (payload[50] ?? 0) ^ 0x80;
          return true;
        });
        const added = new Set(planted.map((seq) => 1_000 + seq));
        for (const seq of added) cluster.set(seq, ledgerPayload(seed, 0, seq));

        const audit = new LedgerAudit(rows);
        const step = audit.step("final");
        const keys = new Set([...Array.from(rows.entries(), ([, seq]) => seq), ...cluster.keys()]);
        for (const seq of keys) step.note(0, seq, readOutcome(seed, 0, seq, cluster.get(seq)));

        const words = [...audit.words()];
        const named = (word: string): number[] =>
          words
            .filter((row) => row[2] === word)
            .map(([, seq]) => seq)
            .toSorted((a, b) => a - b);
        expect(named("lost")).toEqual(gone.toSorted((a, b) => a - b));
        expect(named("unexpected")).toEqual([...altered, ...added].toSorted((a, b) => a - b));
        const counts = audit.counts();
        expect(
          (counts.ok ?? 0) +
            (counts.lost ?? 0) +
            altered.filter((seq) => list[seq] === "acked").length,
        ).toBe(counts.acked);
      },
    ),
  );
});

test("the oldest acknowledgement of the chosen rows is found in the ledger", () => {
  const header = encodeLedgerHeader({ version: 1, seed: 1, keyspace: "k", table: "t", nodes: [] });
  const bytes = new Uint8Array(header.length + 4 * 32);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  const acks = [
    [3, 500],
    [4, 200],
    [4, 100],
    [5, 50],
  ] as const;
  acks.forEach(([seq, at], i) => {
    encodeLedgerRecord(view, header.length + i * 32, {
      kind: "acked",
      shard: 0,
      seq,
      at,
      code: 0,
      responseMs: 0,
    });
  });
  expect(oldestAck(bytes, (_, seq) => seq === 3 || seq === 4)).toBe(100);
  expect(oldestAck(bytes, () => false)).toBeUndefined();
});
