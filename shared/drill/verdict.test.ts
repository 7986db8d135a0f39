import { describe, expect, it } from "vitest";
import type { ComparisonLine, LedgerCounts } from "../contract/drill.ts";
import { exitCodeOf, verdictOf, type VerdictFacts } from "./verdict.ts";

const clean: LedgerCounts = {
  intended: 1_000,
  acked: 990,
  refused: 5,
  unknown: 5,
  ok: 990,
  lost: 0,
  hidden: 0,
  stale: 0,
  unexpected: 0,
  recovered: 3,
  neverRead: 0,
};
const matched: ComparisonLine = {
  id: "lost",
  text: "No acknowledged write is lost.",
  expected: "0 rows",
  measured: "0 rows",
  matched: true,
};
const good: VerdictFacts = {
  refusals: [],
  aborted: undefined,
  injected: true,
  faultProven: true,
  rollbackProven: true,
  ledger: clean,
  auditComplete: true,
  auditWhy: undefined,
  comparison: [matched],
  overrides: 0,
  objective: undefined,
  measured: { successShare: 1, p99Ms: 8, rtoServiceMs: 0, rtoRedundancyMs: 30_000, rpoMs: 0 },
  allowed: { lost: 0, unexpected: 0 },
};
const verdict = (change: Partial<VerdictFacts>) => verdictOf({ ...good, ...change });

describe("the verdict", () => {
  it("a run that lost nothing and went as predicted has passed", () => {
    expect(verdict({})).toEqual({
      verdict: "passed",
      reasons: ["Every acknowledged write was read back, and the run went as predicted."],
    });
  });

  it("one lost row makes it failed, and so does one unexpected row", () => {
    expect(verdict({ ledger: { ...clean, lost: 1 } })).toMatchObject({
      verdict: "failed",
      reasons: [expect.stringContaining("1 acknowledged write is lost")],
    });
    expect(verdict({ ledger: { ...clean, unexpected: 1 } }).verdict).toBe("failed");
  });

  it("loss outranks an abort: data decides, not how the run ended", () => {
    expect(
      verdict({ aborted: "Stopped by a person.", ledger: { ...clean, lost: 2 } }).verdict,
    ).toBe("failed");
  });

  it("loss inside the stored prediction passes, and is said first", () => {
    expect(
      verdict({ ledger: { ...clean, lost: 2 }, allowed: { lost: 10, unexpected: 0 } }),
    ).toEqual({
      verdict: "passed",
      reasons: [
        "The run went as predicted: 2 acknowledged writes are lost, and the stored prediction allows 10.",
      ],
    });
  });

  it("a prediction that differs from the result is a condition that quotes both", () => {
    const wrong = {
      ...matched,
      text: "Writes go on.",
      measured: "40 %",
      expected: "0 % to 3 %",
      matched: false,
    };
    expect(verdict({ comparison: [wrong] })).toEqual({
      verdict: "passed with conditions",
      reasons: ["Predicted: Writes go on. Measured: 40 % (expected 0 % to 3 %)."],
    });
  });

  it("a line that could not be measured changes nothing", () => {
    expect(
      verdict({
        comparison: [{ ...matched, measured: null, matched: null, why: "the load ended" }],
      }).verdict,
    ).toBe("passed");
  });

  it("an override and hidden rows are conditions", () => {
    expect(verdict({ overrides: 1 }).verdict).toBe("passed with conditions");
    expect(verdict({ ledger: { ...clean, hidden: 7 } }).verdict).toBe("passed with conditions");
  });

  it("a fault or a way back that was not proven, or an audit without answers, is not verifiable", () => {
    expect(verdict({ faultProven: false }).verdict).toBe("not verifiable");
    expect(verdict({ rollbackProven: false }).verdict).toBe("not verifiable");
    expect(verdict({ rollbackProven: false, aborted: "Stopped." }).verdict).toBe("not verifiable");
    expect(verdict({ auditComplete: false, auditWhy: "12 keys had no answer at ALL" })).toEqual({
      verdict: "not verifiable",
      reasons: ["Acknowledged writes could not all be read back: 12 keys had no answer at ALL."],
    });
  });

  it("a stopped run that rolled back is aborted, with the reason first", () => {
    expect(verdict({ aborted: "A person pressed Stop.", faultProven: false })).toEqual({
      verdict: "aborted",
      reasons: ["A person pressed Stop."],
    });
    expect(
      verdict({ aborted: "Stopped before the fault.", injected: false, rollbackProven: false })
        .verdict,
    ).toBe("aborted");
  });

  it("a refusal is refused whatever else is known", () => {
    expect(verdict({ refusals: ["The cluster has one node."], injected: false }).verdict).toBe(
      "refused",
    );
  });

  it("a missed objective fails, an unknown figure does not", () => {
    const objective = { source: "policy 7", successShare: 0.999, rtoServiceMs: 5_000, rpoMs: 0 };
    expect(verdict({ objective, measured: { ...good.measured, successShare: 0.99 } }).verdict).toBe(
      "failed",
    );
    expect(
      verdict({ objective, measured: { ...good.measured, rtoServiceMs: 21_000 } }),
    ).toMatchObject({
      verdict: "failed",
      reasons: [
        expect.stringContaining("RTO (service) 21000 ms, asked for at most 5000 ms (policy 7)"),
      ],
    });
    expect(verdict({ objective, measured: { ...good.measured, rtoServiceMs: null } }).verdict).toBe(
      "passed",
    );
  });

  it("exit codes are those of the command line's contract", () => {
    expect(exitCodeOf).toEqual({
      passed: 0,
      "passed with conditions": 0,
      failed: 1,
      "not verifiable": 3,
      refused: 4,
      aborted: 5,
    });
  });
});
