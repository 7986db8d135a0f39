/** Sections 8 to 12: what happened, in figures. */
import { phaseSpans, type PhaseSpan } from "../chart/phase-shading.ts";
import type { DrillReport } from "../contract/report.ts";
import { afterText, countText, durationText, shareText, utcText } from "./figure-text.ts";
import { html, htmlFacts, htmlTable, Markup, type HtmlValue } from "./html-text.ts";
import { loadSummary } from "./load-summary.ts";
import { reportCharts } from "./report-charts.ts";

export function resultSections(report: DrillReport): Markup {
  return html`${timeline(report)}${results(report)}${integrity(report)}${recovery(report)}${comparison(report)}`;
}

function timeline(report: DrillReport): Markup {
  const { timeline: marks } = report;
  if (marks.length === 0)
    return html`<h2>8. Timeline</h2>
      <p class="why">The journal holds no milestone.</p>`;
  return html`<h2>8. Timeline</h2>
    ${htmlTable(
      "nowrap-first",
      ["Time (UTC)", "After injection", "What", "Node", "Read from"],
      marks.map(({ at, afterInjectMs, name, node, source, uncertaintyMs }) => [
        utcText(at).slice(0, -4),
        afterInjectMs === undefined
          ? ""
          : html`<span class="mark">${afterText(afterInjectMs)}</span>`,
        name,
        node ?? "",
        uncertaintyMs === undefined ? source : `${source}, ± ${durationText(uncertaintyMs)}`,
      ]),
    )}
    <p class="source">
      Times are of the clock of the machine that ran the drill; a node's own log times are corrected
      by its measured clock offset. Clients count from the monotonic clock.
    </p>`;
}

function results(report: DrillReport): Markup {
  const { load, nodes } = report;
  const charts = reportCharts(report);
  return html`<h2>9. Results</h2>
    ${
      charts.load === undefined
        ? html`<p class="why">
            No chart of the load: ${"notFilled" in load ? load.notFilled : "it holds no second."}
          </p>`
        : html`<figure>
            ${new Markup(charts.load)}
            <figcaption>
              The load by seconds; a request counts for the second in which it was due. ${legend}
              Source: load.ndjson.
            </figcaption>
          </figure>`
    }${
      charts.nodes === undefined
        ? html`<p class="why">
            No chart of the nodes:
            ${"notFilled" in nodes ? nodes.notFilled : "no figure of a node was known during the run."}
          </p>`
        : html`<figure>
            ${new Markup(charts.nodes)}
            <figcaption>
              The nodes over the same time. A gap means that the figure was not read. Source:
              samples.ndjson; views from the milestones of section 8.
            </figcaption>
          </figure>`
    }${"content" in load ? loadTables(report, load.content.seconds) : undefined}`;
}

const legend = html`<span class="legend"
  ><span><i class="swatch fault"></i>fault</span
  ><span><i class="swatch recovering"></i>recovering</span
  ><span><i class="swatch auditing"></i>auditing</span></span
>`;

const spanText: Readonly<Record<PhaseSpan["name"], string>> = {
  baseline: "baseline",
  fault: "fault",
  recovering: "recovering",
  auditing: "auditing",
};

function loadTables(report: DrillReport, seconds: Parameters<typeof loadSummary>[0]): Markup {
  const end = seconds.reduce((last, { at }) => Math.max(last, at + 1_000), 0);
  const rows: HtmlValue[][] = [];
  const errors: HtmlValue[][] = [];
  for (const client of ["app", "probe"] as const) {
    const name = client === "app" ? "application" : "probe";
    for (const { name: span, from, to } of phaseSpans(report.phases, end)) {
      const summary = loadSummary(seconds, client, from - 999, to - 999);
      if (summary === undefined) continue;
      rows.push([
        `${name}, ${spanText[span]}`,
        countText(summary.requests),
        shareText(summary.ok / summary.requests),
        countText(summary.refused),
        countText(summary.unknown),
        countText(summary.missing),
        summary.medianP99Ms === undefined ? "–" : durationText(summary.medianP99Ms),
        summary.worstP99Ms === undefined ? "–" : durationText(summary.worstP99Ms),
        summary.longestBadMs === 0 ? "none" : durationText(summary.longestBadMs),
      ]);
      for (const [kind, count] of summary.errors)
        errors.push([`${name}, ${spanText[span]}: ${kind}`, countText(count)]);
    }
  }
  return html`<h3>Requests by phase</h3>
    ${htmlTable(
      "num",
      [
        "Client and phase",
        "Requests",
        "Succeeded",
        "Refused",
        "Unknown",
        "Row missing",
        "p99, middle",
        "p99, worst",
        "Longest with failures",
      ],
      rows,
    )}
    <p class="source">
      Source: load.ndjson; a second counts for the phase in which it ends. The probe does not retry;
      the application's client has the driver's defaults.
    </p>
    <h3>Errors by kind</h3>
    ${
      errors.length === 0
        ? html`<p>None.</p>`
        : html`${htmlTable("num", ["Client, phase and kind", "Requests"], errors)}
            <p class="source">
              Source: load.ndjson. "Unavailable" and the like were definitely not written; time-outs
              and broken connections may have been.
            </p>`
    }`;
}

function integrity(report: DrillReport): Markup {
  const { integrity: section, result } = report;
  if ("notFilled" in section)
    return html`<h2>10. Data integrity</h2>
      <p class="why">${section.notFilled}</p>`;
  const { audits, coverage, ledgerSha256 } = section.content;
  const ledger = "content" in result ? result.content.ledger : undefined;
  const count = (value: number | null | undefined): string =>
    value === null || value === undefined ? "unknown" : countText(value);
  const missing = [
    ...new Set(audits.flatMap((audit) => (audit.kind === "self-test" ? [] : audit.missingKeys))),
  ];
  return html`<h2>10. Data integrity</h2>
    <p>
      Each row of the drill's own table was noted before it was sent and when it was answered
      (ledger.bin${ledgerSha256 === null ? "" : html`, SHA-256 <span class="mono">${ledgerSha256}</span>`}),
      and read back afterwards, the weakest reads first, because a read can repair.
    </p>
    ${
      ledger === undefined
        ? html`<p class="why">The run was not closed, so its rows were not counted.</p>`
        : html`<h3>The ledger</h3>
            ${htmlTable("num", ["", "Attempted", "Acknowledged", "Refused", "Unknown"], [["rows, by what the client was told", count(ledger.intended), count(ledger.acked), count(ledger.refused), count(ledger.unknown)]])}
            <h3>What was read back</h3>
            ${htmlTable(
              "num",
              [
                "",
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
                  "rows",
                  count(ledger.ok),
                  count(ledger.lost),
                  count(ledger.hidden),
                  count(ledger.stale),
                  count(ledger.neverRead),
                  count(ledger.unexpected),
                  count(ledger.recovered),
                ],
              ],
            )}
            <p class="source">
              The first five add up to the acknowledged rows that were not altered. Source:
              ledger.bin and the audit steps below.
            </p>`
    }
    <h3>Audit steps</h3>
    ${
      audits.length === 0
        ? html`<p class="why">No audit step is in the journal.</p>`
        : htmlTable(
            "num",
            ["Step", "Level", "Read", "Present", "Missing", "Altered", "No answer", "Took"],
            audits.map((audit) => [
              audit.step,
              audit.consistency,
              countText(audit.read),
              countText(audit.present),
              countText(audit.missing),
              countText(audit.altered),
              countText(audit.failed),
              durationText(audit.tookMs),
            ]),
          )
    }
    <p class="source">Source: journal. "Missing" counts rows that had been acknowledged.</p>
    ${
      coverage === null
        ? html`<p class="why">Whether the keys reach every replica set is not known.</p>`
        : html`<p>
            The keys reach ${countText(coverage.hit)} of ${countText(coverage.replicaSets)} replica
            sets; the set with the fewest has ${countText(coverage.leastKeys)}.
          </p>`
    }${
      missing.length === 0
        ? undefined
        : html`<h3>
              Acknowledged rows that a step did not find (shard/number, the first
              ${countText(Math.min(100, missing.length))})
            </h3>
            <p class="mono">${missing.slice(0, 100).join(" ")}</p>`
    }`;
}

function recovery({ result }: DrillReport): Markup {
  if ("notFilled" in result)
    return html`<h2>11. RTO and RPO</h2>
      <p class="why">${result.notFilled}</p>`;
  const { rto, rtoWhy, rpoMs } = result.content;
  const time = (ms: number | null, why: string | undefined): string =>
    ms === null ? `unknown: ${why ?? "not measured"}` : durationText(ms);
  return html`<h2>11. RTO and RPO</h2>
    ${htmlFacts([
      [
        "RTO (service)",
        html`<b>${time(rto.serviceMs, rtoWhy.service)}</b><br /><small
            >From the injection to the end of the last 5 s in which fewer than 99.9 % of the
            application's requests succeeded. Source: load.ndjson.</small
          >`,
      ],
      [
        "RTO (redundancy)",
        html`<b>${time(rto.redundancyMs, rtoWhy.redundancy)}</b><br /><small
            >From the injection until the peers' hints were delivered and no replica missed a row
            afterwards. Source: milestones and audit.</small
          >`,
      ],
      [
        "RTO (performance)",
        html`<b>${time(rto.performanceMs, rtoWhy.performance)}</b><br /><small
            >From the injection until p99 stayed within 10 % of the baseline's. Source:
            load.ndjson.</small
          >`,
      ],
      [
        "RPO",
        html`<b
            >${rpoMs === 0 ? "0: no acknowledged write is lost" : time(rpoMs, "the audit did not come so far")}</b
          ><br /><small
            >From the acknowledgement of the oldest lost write to the injection. Source: ledger.bin
            and audit at ALL.</small
          >`,
      ],
      [
        "Limits",
        "The figures hold for this load, this data and this hour. One drill shows that something can happen, not how often.",
      ],
    ])}`;
}

function comparison({ comparison: lines }: DrillReport): Markup {
  if (lines.length === 0) {
    return html`<h2>12. Prediction and reality</h2>
      <p class="why">Nothing was compared: the run did not come so far.</p>`;
  }
  return html`<h2>12. Prediction and reality</h2>
    ${htmlTable(
      "",
      ["Predicted", "Expected", "Measured", "As predicted"],
      lines.map(({ text, expected, measured, matched, why }) => [
        text,
        expected,
        measured ?? `not measured: ${why ?? "no reason given"}`,
        html`<span class="mark">${matched === null ? "–" : matched ? "yes" : "DIFFERS"}</span>`,
      ]),
    )}
    <p class="source">
      Source: the plan (journal line 1) and the figures of sections 8 to 10. An explanation of a
      difference is to be written in section 14.
    </p>`;
}
