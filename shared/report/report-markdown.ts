/** The report as Markdown: the same sections and figures as on paper, without the charts. */
import { phaseSpans } from "../chart/phase-shading.ts";
import type { DrillReport } from "../contract/report.ts";
import { afterText, countText, durationText, shareText, utcText } from "./figure-text.ts";
import { loadSummary } from "./load-summary.ts";
import { summarySources } from "./report-summary.ts";
import { rpoText } from "./rpo-text.ts";

/** A whole document in GitHub's Markdown; text of the cluster cannot become markup. */
export function reportMarkdown(report: DrillReport): string {
  const { cover, summary, plan, safety } = report;
  const parts = [
    `# Drill report ${plain(report.reportId)}: ${plain(cover.drill)}`,
    ...(cover.simulated
      ? ["**SIMULATED CLUSTER: an exercise of the procedure, not evidence about a real cluster.**"]
      : []),
    `**Verdict: ${cover.verdict ?? "none"}**`,
    table(
      ["", ""],
      [
        [
          "Cluster",
          `${cover.cluster}, ${plan.target.nodeCount} nodes, Cassandra ${plan.target.versions.join(", ")}`,
        ],
        ["Environment", cover.environment],
        ["Node drilled", plan.nodes.map(({ address }) => address).join(", ")],
        ["Date", utcText(cover.date)],
        ["Head of the journal's chain", cover.chainHead],
      ],
    ),
    "## Summary",
    `${plain(summary.simulated)}`,
    `${plain(summary.felt)}`,
    table(
      ["What", "Objective", "Measured", "Met", "Source"],
      summary.table.map(({ what, objective, measured, met }, i) => [
        what,
        objective,
        measured,
        met === null ? "–" : met ? "yes" : "NO",
        summarySources[i] ?? "",
      ]),
    ),
    "Findings:",
    summary.findings.map((finding, i) => `${i + 1}. ${plain(finding)}`).join("\n"),
    `Decision asked: ${plain(summary.decision)}`,
    "## Approvals",
    "content" in report.approvals
      ? table(
          ["When (UTC)", "Who", "How"],
          report.approvals.content.map(({ at, by, how }) => [utcText(at), by, how]),
        )
      : plain(report.approvals.notFilled),
    "## Prediction and reality",
    report.comparison.length === 0
      ? table(
          ["Predicted", "Because"],
          plan.prediction.map(({ text, because }) => [text, because]),
        )
      : table(
          ["Predicted", "Expected", "Measured", "As predicted"],
          report.comparison.map(({ text, expected, measured, matched, why }) => [
            text,
            expected,
            measured ?? `not measured: ${why ?? "no reason given"}`,
            matched === null ? "–" : matched ? "yes" : "DIFFERS",
          ]),
        ),
    "## Preconditions",
    table(
      ["Check", "Result", "Value", "Why"],
      report.preconditions.map(({ check, ok, applicable, value, why }) => {
        const override = plan.overrides.find((each) => each.check === check);
        const word = !applicable
          ? "not applicable"
          : ok === null
            ? "not known"
            : ok
              ? "passed"
              : override === undefined
                ? "REFUSED"
                : `OVERRIDDEN: ${override.reason}`;
        return [check, word, value, why];
      }),
    ),
    "## Timeline",
    table(
      ["Time (UTC)", "After injection", "What", "Node", "Read from"],
      report.timeline.map(({ at, afterInjectMs, name, node, source }) => [
        utcText(at),
        afterInjectMs === undefined ? "" : afterText(afterInjectMs),
        name,
        node ?? "",
        source,
      ]),
    ),
    "## Load",
    loadTable(report),
    "## Data integrity",
    ...integrity(report),
    "## RTO and RPO",
    recovery(report),
    "## Safety record",
    `Guard: ${plain(safety.guard)}`,
    `Way back: ${plain(safety.rollback)}`,
    ...safety.aborts.map(({ at, by, why }) => `Abort: ${utcText(at)}, ${plain(by)}: ${plain(why)}`),
    table(
      ["Time (UTC)", "Node", "Act", "Ended", "Said"],
      safety.acts.map(({ at, node, text, ok, said }) => [
        utcText(at),
        node,
        text,
        ok === null ? "unknown" : ok ? "well" : "FAILED",
        said,
      ]),
    ),
    "## Earlier runs",
    "notFilled" in report.earlierRuns
      ? plain(report.earlierRuns.notFilled)
      : table(
          ["When (UTC)", "Run", "Verdict", "RTO (service)"],
          report.earlierRuns.content.map(({ at, runId, verdict, rtoServiceMs }) => [
            utcText(at),
            runId,
            verdict,
            rtoServiceMs === null ? "unknown" : durationText(rtoServiceMs),
          ]),
        ),
    "## Files",
    table(
      ["File", "Bytes", "SHA-256"],
      report.files.map(({ name, bytes, sha256 }) => [name, countText(bytes), sha256]),
    ),
    `Made by Ringdrill ${plain(report.toolVersion)} on ${utcText(report.madeAt)} from the run's folder alone. Check it with \`ringdrill report verify DIR\`.`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function loadTable({ load, phases }: DrillReport): string {
  if ("notFilled" in load) return plain(load.notFilled);
  const { seconds } = load.content;
  const end = seconds.reduce((last, { at }) => Math.max(last, at + 1_000), 0);
  const rows: string[][] = [];
  for (const client of ["app", "probe"] as const) {
    for (const { name, from, to } of phaseSpans(phases, end)) {
      const summary = loadSummary(seconds, client, from - 999, to - 999);
      if (summary === undefined) continue;
      rows.push([
        `${client === "app" ? "application" : "probe"}, ${name}`,
        countText(summary.requests),
        shareText(summary.ok / summary.requests),
        summary.medianP99Ms === undefined ? "–" : durationText(summary.medianP99Ms),
        summary.errors.map(([kind, count]) => `${kind}: ${countText(count)}`).join(", "),
      ]);
    }
  }
  return table(["Client and phase", "Requests", "Succeeded", "p99, middle", "Errors"], rows);
}

function integrity({ integrity: section, result }: DrillReport): string[] {
  if ("notFilled" in section) return [plain(section.notFilled)];
  const { audits, coverage, ledgerSha256 } = section.content;
  const count = (value: number | null): string => (value === null ? "unknown" : countText(value));
  const ledger = "content" in result ? result.content.ledger : undefined;
  return [
    ledger === undefined
      ? "The run was not closed, so its rows were not counted."
      : table(
          [
            "acknowledged",
            "refused",
            "unknown",
            "ok",
            "lost",
            "hidden until repair",
            "stale",
            "never read",
            "unexpected",
            "recovered",
          ],
          [
            [
              ledger.acked,
              ledger.refused,
              ledger.unknown,
              ledger.ok,
              ledger.lost,
              ledger.hidden,
              ledger.stale,
              ledger.neverRead,
              ledger.unexpected,
              ledger.recovered,
            ].map(count),
          ],
        ),
    table(
      ["Audit step", "Level", "Read", "Present", "Missing", "Altered", "No answer"],
      audits.map((audit) => [
        audit.step,
        audit.consistency,
        ...[audit.read, audit.present, audit.missing, audit.altered, audit.failed].map(count),
      ]),
    ),
    coverage === null
      ? "Whether the keys reach every replica set is not known."
      : `The keys reach ${coverage.hit} of ${coverage.replicaSets} replica sets; the set with the fewest has ${countText(coverage.leastKeys)}.`,
    `ledger.bin, SHA-256: ${plain(ledgerSha256 ?? "not in the journal")}`,
  ];
}

function recovery({ result }: DrillReport): string {
  if ("notFilled" in result) return plain(result.notFilled);
  const { rto, rtoWhy } = result.content;
  const time = (ms: number | null, why: string | undefined): string =>
    ms === null ? `unknown: ${why ?? "not measured"}` : durationText(ms);
  return table(
    ["", ""],
    [
      ["RTO (service)", time(rto.serviceMs, rtoWhy.service)],
      ["RTO (redundancy)", time(rto.redundancyMs, rtoWhy.redundancy)],
      ["RTO (performance)", time(rto.performanceMs, rtoWhy.performance)],
      ["RPO", rpoText(result.content)],
    ],
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "None.";
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => plain(cell)).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** One line in which nothing is markup. */
function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}
