import { expect, test } from "vitest";
import { drillReportSchema } from "../contract/report.ts";
import { readJournalText } from "../drill/journal-chain.ts";
import type { JournalEntry } from "../drill/journal-entry.ts";
import {
  ndjson,
  sampleEntries,
  sampleFiles,
  sampleJournal,
  sampleRows,
  sampleSeconds,
} from "../../test/fixtures/report/sample-run.ts";
import { samplePlan } from "../../test/fixtures/report/sample-plan.ts";
import { buildReport, type ReportSources } from "./build-report.ts";

function sources(
  entries: readonly (readonly [number, JournalEntry])[] = sampleEntries(),
  closed = true,
): ReportSources {
  const { lines, problems, head } = readJournalText(sampleJournal(entries, closed));
  return {
    lines,
    problems,
    head,
    load: ndjson(sampleSeconds()),
    samples: ndjson(sampleRows()),
    files: sampleFiles,
    earlierRuns: { notFilled: "no earlier run was looked for" },
    madeAt: 1,
    toolVersion: "0.1.0",
  };
}
const upTo = (type: string): (readonly [number, JournalEntry])[] => {
  const all = sampleEntries();
  return all.slice(
    0,
    all.findIndex(([, entry]) => entry.type === type),
  );
};

test("a whole run fills every section, and the report fits the contract", () => {
  const report = buildReport(sources());
  expect(drillReportSchema.parse(report)).toEqual(report);
  expect(report.cover).toMatchObject({
    cluster: "practice",
    drill: "D-06 A node crashes",
    verdict: "passed with conditions",
    chainHead: sources().head,
  });
  for (const section of [
    report.approvals,
    report.load,
    report.nodes,
    report.integrity,
    report.result,
  ])
    expect(section).toHaveProperty("content");
  expect(report.timeline.map(({ at }) => at)).toEqual(
    report.timeline.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  expect(report.safety).toMatchObject({
    guard: "Armed before the injection with a lease of 15 s. It did not have to act.",
    rollback: "Done and proven: running, pid 4802",
    aborts: [],
  });
});

test("what was felt is said in requests, spans and data", () => {
  const { summary } = buildReport(sources());
  expect(summary.felt).toBe(
    "Of 34,400 requests from the injection on, 12,800 succeeded (37.2 %). 13,600 were refused, 8,000 had an unknown outcome; the longest span with failures lasted 54 s. At worst, 99 % of a second's requests were answered within 153 ms. Nothing that had been confirmed is missing.",
  );
  expect(summary.table.map(({ measured }) => measured)).toEqual([
    "37.2 %",
    "14.1 ms",
    "54.7 s",
    "1 m 6 s",
    "unknown: the load ended before 20 s had passed since the return",
    "0: no confirmed write is missing",
    "0 and 0 of 21,206 confirmed",
  ]);
});

test("objectives of the plan are met or missed, with their source", () => {
  const entries = sampleEntries().map(([at, entry]): readonly [number, JournalEntry] =>
    entry.type === "plan"
      ? [
          at,
          {
            ...entry,
            plan: {
              ...samplePlan,
              objective: {
                source: "policy 7",
                successShare: 0.999,
                rtoServiceMs: 60_000,
                rpoMs: 0,
              },
            },
          },
        ]
      : [at, entry],
  );
  const { table, findings } = buildReport(sources(entries)).summary;
  expect(table.map(({ objective, met }) => [objective, met])).toEqual([
    ["at least 99.9 % (policy 7)", false],
    ["none stated", null],
    ["at most 1 m (policy 7)", true],
    ["none stated", null],
    ["none stated", null],
    ["at most 0 ms (policy 7)", true],
    ["at most 0 and 0 (prediction)", true],
  ]);
  expect(findings.join()).not.toContain("No objective was stated");
});

test("a run that was cut off after the injection says so in every section it cannot fill", () => {
  const report = buildReport({ ...sources(upTo("ledger"), false), load: undefined, samples: "" });
  expect(report.cover.verdict).toBeNull();
  expect(report.result).toMatchObject({
    notFilled: expect.stringContaining('ends in phase "auditing"') as string,
  });
  expect(report.integrity).toEqual({
    notFilled: "Nothing was read back: the run did not come to its audit.",
  });
  expect(report.load).toEqual({ notFilled: "load.ndjson is not in the run's folder." });
  expect(report.nodes).toEqual({ notFilled: "samples.ndjson holds no row." });
  expect(report.summary.felt).toBe("Unknown: the record of the load is not in the run's folder.");
  expect(report.summary.decision).toBe(
    "Resume or roll back this run with Ringdrill: it is not closed.",
  );
  expect(
    report.summary.table.every(
      ({ measured, met }) => measured.startsWith("unknown: ") && met === null,
    ),
  ).toBe(true);
});

test("an injection whose outcome is missing asks for a look at the node", () => {
  const entries = sampleEntries();
  const cut = entries.slice(
    0,
    entries.findIndex(([, entry]) => entry.type === "act" && entry.act === "inject") + 1,
  );
  expect(buildReport(sources(cut, false)).safety.rollback).toBe(
    "No way back is in the journal: look at the node.",
  );
  expect(buildReport(sources(upTo("act"), false)).safety).toMatchObject({
    guard: "The guard was never armed: the run did not come so far.",
    rollback: "Not needed: nothing was injected.",
  });
});

test("what is wrong with the evidence comes first among the findings", () => {
  const text = sampleJournal().replace("m.huber", "m.maier");
  const read = readJournalText(text);
  const report = buildReport({
    ...sources(),
    lines: read.lines,
    problems: read.problems,
    load: `${ndjson(sampleSeconds())}{"at":1`,
  });
  expect(report.summary.findings.slice(0, 2)).toEqual([
    "The journal is not whole: line 3 does not continue the line before it: the journal was changed there.",
    "1 lines of load.ndjson cannot be read and were left out.",
  ]);
});

test("a run that was stopped before the injection does not say that something was done", () => {
  const { summary } = buildReport(sources(upTo("act"), false));
  expect(summary.simulated).toContain(
    "Planned, and not done, for 127.0.0.3 (rack rack3, datacenter dc1)",
  );
  expect(summary.felt).toBe("Nothing was injected, so nothing was felt.");
});

test("a loss at the moment of the fault has an RPO of zero and is not called no loss", () => {
  const entries = sampleEntries().map(([at, entry]): readonly [number, JournalEntry] =>
    entry.type === "result"
      ? [at, { ...entry, result: { ...entry.result, ledger: { ...entry.result.ledger, lost: 1 } } }]
      : [at, entry],
  );
  const { summary } = buildReport(sources(entries));
  expect(summary.felt).toContain("One write that had been confirmed is missing.");
  expect(summary.table[5]?.measured).toBe(
    "0: what is missing was confirmed at or after the moment of the fault",
  );
  expect(summary.table[6]).toMatchObject({ measured: "1 and 0 of 21,206 confirmed", met: false });
});

test("a journal without a plan has no report", () => {
  expect(() => buildReport(sources([], false))).toThrow("holds no plan");
});
