import { describe, expect, it } from "vitest";
import { compare } from "./compare.ts";
import { impactOf } from "./impact.ts";
import { predict, type PredictionFacts } from "./predict.ts";
import { waitsFor } from "./waits.ts";

const practice = waitsFor("practice", {});
const waits = "waits" in practice ? practice.waits : undefined;
if (waits === undefined) throw new Error("the practice waits are within their bounds");

/** RF 3 on three nodes at a level that two replicas satisfy. */
const survives = { touchedShare: 1, unavailableShare: 0 };
/** RF 3 on three nodes at ALL. */
const all = { touchedShare: 1, unavailableShare: 1 };
/** RF 1: 40 % of the rows are on the missing node alone. */
const alone = { touchedShare: 0.4, unavailableShare: 0.4 };

const facts = (
  consistency: string,
  rf: number,
  reach: typeof survives,
  announced = false,
): PredictionFacts => ({
  fault: announced ? "stop" : "kill",
  announced,
  node: "127.0.0.3",
  peers: 2,
  consistency,
  load: "write",
  rf,
  ratePerSecond: 300,
  writes: impactOf("ks", consistency, "write", reach, announced),
  reads: impactOf("ks", consistency, "read", reach, announced),
  phiThreshold: 8,
  commitLog: { sync: "periodic", periodMs: 10_000, compressed: false, diskAccess: "mmap" },
  hintWindowMs: 10_800_000,
  waits,
});
const line = (of: PredictionFacts, id: string) => predict(of).find((each) => each.id === id);

describe("impact", () => {
  it("at a level that the others satisfy a missing node touches everything and stops nothing", () => {
    expect(impactOf("ks", "QUORUM", "write", survives, false)).toEqual({
      keyspace: "ks",
      consistency: "QUORUM",
      operation: "write",
      affectedShare: 1,
      failingShare: 0,
      undetected: "goes on",
      detected: "goes on",
    });
  });

  it("at ALL everything times out, then is refused; a drain is announced and skips the first", () => {
    expect(impactOf("ks", "ALL", "write", all, false)).toMatchObject({
      undetected: "times out",
      detected: "refused",
    });
    expect(impactOf("ks", "ALL", "write", all, true)).toMatchObject({
      undetected: "goes on",
      detected: "refused",
    });
  });

  it("a keyspace without a replica on the node is not affected", () => {
    expect(
      impactOf("ks", "ONE", "read", { touchedShare: 0, unavailableShare: 0 }, false),
    ).toMatchObject({
      undetected: "not affected",
      detected: "not affected",
    });
  });
});

describe("prediction", () => {
  it("detection of a kill lies around 18.4 s at phi 8, that of a drain below 15 s", () => {
    const expected = line(facts("QUORUM", 3, survives), "detection")?.expected;
    // 8 × ln 10 = 18.42 s; seen on 5.0.6: 17.9 to 22.9 s.
    expect(expected).toEqual({ min: expect.closeTo(12_894, 0), max: expect.closeTo(36_841, 0) });
    expect(line(facts("QUORUM", 3, survives, true), "detection")?.expected).toEqual({
      min: 0,
      max: 15_000,
    });
  });

  it("QUORUM at RF 3 goes on and loses nothing, hints are kept and delivered", () => {
    const of = facts("QUORUM", 3, survives);
    expect(line(of, "write-detected")?.expected).toEqual({ min: 0, max: 0.005 });
    expect(line(of, "write-error")).toBeUndefined();
    expect(line(of, "lost")?.expected).toEqual({ min: 0, max: 0 });
    expect(line(of, "hints")?.expected).toEqual({ oneOf: ["kept and delivered"] });
  });

  it("ALL at RF 3 fails wholly and says unavailable", () => {
    const of = facts("ALL", 3, all);
    expect(line(of, "write-undetected")?.expected).toEqual({ min: 0.88, max: 1 });
    expect(line(of, "write-detected")?.expected).toEqual({ min: 0.88, max: 1 });
    expect(line(of, "write-error")?.expected).toEqual({ oneOf: ["unavailable"] });
  });

  it("RF 1 at ONE may lose what the commit log had not marked: 0.1 s mapped, the whole period compressed, nothing in batch mode", () => {
    const of = facts("ONE", 1, alone);
    expect(line(of, "lost")?.expected).toEqual({ min: 0, max: 12 });
    expect(
      line({ ...of, commitLog: { sync: "periodic", periodMs: 10_000, compressed: true } }, "lost")
        ?.expected,
    ).toEqual({ min: 0, max: 1_200 });
    expect(
      line({ ...of, commitLog: { sync: "batch", compressed: false } }, "lost")?.expected,
    ).toEqual({ min: 0, max: 0 });
    expect(line({ ...of, commitLog: undefined }, "lost")?.expected).toEqual({ min: 0, max: 1_200 });
  });

  it("every line has its own id and a reason", () => {
    const lines = predict(facts("ALL", 3, all));
    expect(new Set(lines.map((each) => each.id)).size).toBe(lines.length);
    expect(lines.every((each) => each.because !== "")).toBe(true);
  });
});

describe("comparison", () => {
  const lines = predict(facts("QUORUM", 3, survives));
  const at = (measured: Parameters<typeof compare>[1], id: string) =>
    compare(lines, measured).find((each) => each.id === id);

  it("each peer's detection must lie inside the range", () => {
    expect(at({ detection: [18_900, 22_900] }, "detection")).toMatchObject({
      measured: "18.9 s, 22.9 s",
      matched: true,
    });
    expect(at({ detection: [18_900, 42_000] }, "detection")?.matched).toBe(false);
    expect(at({ detection: [] }, "detection")?.matched).toBe(false);
  });

  it("words must be one of those predicted", () => {
    expect(at({ identity: "same" }, "identity")?.matched).toBe(true);
    expect(at({ identity: "changed" }, "identity")?.matched).toBe(false);
  });

  it("what was not measured is neither right nor wrong", () => {
    expect(at({ lost: { notMeasured: "the audit did not run" } }, "lost")).toMatchObject({
      measured: null,
      matched: null,
      why: "the audit did not run",
    });
    expect(at({}, "hidden")).toMatchObject({ measured: null, matched: null });
  });
});

describe("waits", () => {
  it("practice is short, production and no label are long", () => {
    expect(waits).toMatchObject({
      baselineMs: 10_000,
      leaseMs: 15_000,
      beatMs: 1_000,
      performanceMs: 20_000,
    });
    expect(waitsFor(null, {})).toEqual(waitsFor("production", {}));
    expect(waitsFor("production", {})).toMatchObject({
      waits: { leaseMs: 60_000, maxFaultMs: 900_000 },
    });
  });

  it("a wait out of bounds, or a lease shorter than three beats, is refused with a sentence", () => {
    expect(waitsFor("practice", { maxFaultMs: 1 })).toEqual({
      problems: ["maxFaultMs is 1; it must lie between 5000 and 3600000 milliseconds."],
    });
    expect(waitsFor("practice", { leaseMs: 5_000, beatMs: 2_000 })).toHaveProperty("problems");
    expect(waitsFor("practice", { maxFaultMs: Number.NaN })).toHaveProperty("problems");
  });
});
