import { describe, expect, it } from "vitest";
import type { LoadSecond } from "../../shared/contract/drill.ts";
import { addresses, cli } from "./ring.ts";
import { endOfDrill, shortWaits, startDrill, type DrillEnd } from "./drill-run.ts";

/** Answers of the application's writes whose second lies between two milestones. */
function between(
  end: DrillEnd,
  from: string,
  to: string,
): { ok: number; bad: number; errors: Readonly<Record<string, number>> } {
  const at = (name: string) => milestones(end, name)[0]?.at ?? Number.NaN;
  const seconds = end.seconds.filter(
    (each: LoadSecond) =>
      each.client === "app" && each.op === "write" && each.at >= at(from) && each.at < at(to),
  );
  const errors: Record<string, number> = {};
  for (const second of seconds)
    for (const [kind, count] of Object.entries(second.errors))
      errors[kind] = (errors[kind] ?? 0) + count;
  return {
    ok: seconds.reduce((sum, each) => sum + each.ok, 0),
    bad: seconds.reduce((sum, each) => sum + each.refused + each.unknown, 0),
    errors,
  };
}

function milestones(end: DrillEnd, name: string) {
  return end.journal.flatMap((entry) =>
    entry.type === "milestone" && entry.milestone.name === name ? [entry.milestone] : [],
  );
}

describe("drills on a real cluster", () => {
  it("D-06 at QUORUM and RF 3: a killed node costs nothing that was acknowledged", async () => {
    const end = await endOfDrill(startDrill("D-06", ["--rf", "3", "--consistency", "QUORUM"]));
    expect({ verdict: end.result.verdict, reasons: end.result.reasons, code: end.code }).toEqual({
      verdict: "passed",
      reasons: ["Every acknowledged write was read back, and the run went as predicted."],
      code: 0,
    });
    const { ledger } = end.result;
    expect(ledger).toMatchObject({ lost: 0, unexpected: 0, neverRead: 0 });
    expect(ledger.acked).toBeGreaterThanOrEqual(10_000);
    const outage = between(end, "injected", "up in all views");
    expect(outage.ok + outage.bad).toBeGreaterThanOrEqual(1_000);
    const coverage = end.journal.find((entry) => entry.type === "coverage");
    expect(
      coverage?.type === "coverage" &&
        coverage.replicaSets > 0 &&
        coverage.hit === coverage.replicaSets,
    ).toBe(true);
    expect(
      milestones(end, "detected by peer")
        .map((each) => each.node ?? "")
        .toSorted(),
    ).toEqual(addresses.slice(0, 2));
    for (const detected of milestones(end, "detected by peer"))
      expect(detected.source).toContain("system.log");
    expect(end.result.rto.serviceMs).not.toBeNull();
    expect(end.result.rto.redundancyMs).toBeGreaterThan(10_000);
    expect(end.result.rpoMs).toBe(0);
    expect(end.result.predictionMatched).toBe(true);

    const verified = await cli(["report", "verify", end.result.evidence]);
    expect(verified.stdout).toMatch(/^OK/);
    expect(verified.code).toBe(0);
  });

  it("D-06 at ALL: time-outs until the peers notice, refusals afterwards, as predicted", async () => {
    const end = await endOfDrill(
      startDrill("D-06", ["--rf", "3", "--consistency", "ALL", ...shortWaits]),
    );
    expect({ verdict: end.result.verdict, reasons: end.result.reasons }).toMatchObject({
      verdict: "passed",
    });
    expect(end.code).toBe(0);
    expect(end.result.ledger.refused).toBeGreaterThan(100);
    expect(end.result.ledger.unknown).toBeGreaterThan(100);
    const lines = Object.fromEntries(end.result.comparison.map((line) => [line.id, line]));
    expect(lines["write-undetected"]?.matched).toBe(true);
    expect(lines["write-error"]).toMatchObject({ measured: "unavailable", matched: true });
  });

  it("D-06 at RF 1 and ONE: the node's own keys are out, as predicted and measured", async () => {
    const end = await endOfDrill(
      startDrill("D-06", ["--rf", "1", "--consistency", "ONE", ...shortWaits]),
    );
    expect({ verdict: end.result.verdict, reasons: end.result.reasons }).toMatchObject({
      verdict: expect.stringMatching(/^passed/) as string,
    });
    expect(end.code).toBe(0);
    const detected = end.result.comparison.find((line) => line.id === "write-detected");
    expect(detected?.matched).toBe(true);
    // A third of the ring: what failed is that share and neither nothing nor everything.
    expect(Number.parseFloat(detected?.measured ?? "")).toBeGreaterThan(20);
    expect(Number.parseFloat(detected?.measured ?? "")).toBeLessThan(50);
  });

  it("D-01 while reading and writing: a node that is stopped by its service announces it", async () => {
    const end = await endOfDrill(
      startDrill("D-01", [
        "--load",
        "mixed",
        "--rf",
        "3",
        "--consistency",
        "LOCAL_QUORUM",
        ...shortWaits,
      ]),
    );
    expect({ verdict: end.result.verdict, reasons: end.result.reasons }).toMatchObject({
      verdict: "passed",
    });
    for (const detected of milestones(end, "detected by peer"))
      expect(detected.afterInjectMs).toBeLessThan(15_000);
    expect(end.seconds.some((second) => second.op === "read" && second.ok > 0)).toBe(true);
  });
});
