/** The report of a drill that never was. */
import { reportHtml } from "../../../shared/report/report-html.ts";
import type { RunView } from "../../../shared/contract/drill.ts";
import type { DrillReport, ReportRow, VerifyResult } from "../../../shared/contract/report.ts";

const head = "9f2c6f1c0a6b4e0e8f7d5c3b2a1908f7e6d5c4b3a29180716f5e4d3c2b1a0918";

export function reportOf(run: RunView): DrillReport {
  const { plan, result } = run;
  return {
    format: "ringdrill-report-1",
    reportId: `${plan.runId}-1`,
    madeAt: run.at,
    toolVersion: plan.toolVersion,
    cover: {
      cluster: plan.target.cluster,
      environment: plan.target.environment ?? "none",
      simulated: plan.target.simulated,
      drill: `${plan.drill.id} ${plan.drill.name}`,
      date: plan.createdAt,
      verdict: result?.verdict ?? null,
      chainHead: head,
    },
    summary: {
      simulated: `${plan.nodes[0]?.address ?? ""} crashed (SIGKILL) while the application wrote ${plan.load.ratePerSecond} rows a second at ${plan.load.consistency}.`,
      felt: "Customers would have waited up to 1.9 s for 2 s; no request was refused and nothing was lost.",
      table: [
        { what: "Recovery of service", objective: "30 s", measured: "19.3 s", met: true },
        { what: "Recovery of redundancy", objective: "none stated", measured: "48.8 s", met: null },
        { what: "Data lost", objective: "0 rows", measured: "0 rows", met: true },
      ],
      findings: [
        "Two seconds of time-outs come from requests in flight to the killed node.",
        "p99 took longer to settle than the run waited.",
      ],
      decision: "No decision is needed; repeat after the next upgrade.",
    },
    plan,
    approvals: { content: [{ at: plan.createdAt, by: "ops", how: "the Start button" }] },
    preconditions: plan.preflight,
    timeline: run.milestones,
    phases: run.phaseLog,
    load: { content: { seconds: run.seconds } },
    nodes: { notFilled: "no node samples were kept" },
    integrity: {
      content: {
        coverage: { replicaSets: 3, hit: 3, leastKeys: 4_102 },
        audits: [],
        ledgerSha256: head,
      },
    },
    comparison: result?.comparison ?? [],
    result: result === undefined ? { notFilled: "the run is not closed" } : { content: result },
    safety: {
      guard:
        "The guard was armed before the fault and disarmed after the return; it never had to act.",
      rollback: "Rolled back by the run itself, proven by the process and by every view.",
      acts: [
        {
          at: plan.createdAt + 11_200,
          node: plan.nodes[0]?.address ?? "",
          text: "arm the guard, lease 15 s",
          ok: true,
          said: "armed",
          tookMs: 212,
        },
        {
          at: plan.createdAt + 12_000,
          node: plan.nodes[0]?.address ?? "",
          text: "SIGKILL to the Cassandra process",
          ok: true,
          said: "",
          tookMs: 41,
        },
        {
          at: plan.createdAt + 37_000,
          node: plan.nodes[0]?.address ?? "",
          text: "start Cassandra by its service control",
          ok: true,
          said: "started",
          tookMs: 1_310,
        },
      ],
      aborts: [],
    },
    people: { notFilled: "filled in by hand" },
    earlierRuns: { content: [] },
    signOff: { notFilled: "filled in by hand" },
    files: [
      { name: "journal.ndjson", bytes: 41_213, sha256: head },
      { name: "ledger.bin", bytes: 1_902_114, sha256: head },
    ],
  };
}

export function reportRowOf(run: RunView): ReportRow {
  const { plan } = run;
  return {
    runId: plan.runId,
    at: plan.createdAt,
    drillId: plan.drill.id,
    drill: `${plan.drill.id} ${plan.drill.name}`,
    profile: plan.target.profile,
    node: plan.nodes[0]?.address ?? "",
    cluster: plan.target.cluster,
    environment: plan.target.environment ?? "none",
    simulated: plan.target.simulated,
    verdict: run.result?.verdict ?? null,
    folder: `/home/ops/.local/share/ringdrill/runs/${plan.runId}`,
    unfinished: run.result === undefined,
  };
}

export function verifyOf(folder: string, runId: string): VerifyResult {
  return {
    ok: true,
    folder,
    runId,
    checks: [
      {
        what: "journal's chain",
        ok: true,
        text: "214 lines, each holds the hash of the one before",
      },
      { what: "ledger", ok: true, text: "SHA-256 as in the journal" },
      {
        what: "head in ringdrill_control",
        ok: null,
        text: "the cluster was not asked: open it to compare",
      },
    ],
  };
}

/** The same on paper. */
export function paperOf(run: RunView): string {
  return reportHtml(reportOf(run));
}
