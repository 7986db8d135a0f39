/** Sections 8 and 9: what happened, in time and in figures. */
import { phaseSpans, type PhaseSpan } from "../chart/phase-shading.ts";
import type { DrillReport } from "../contract/report.ts";
import { afterText, countText, durationText, shareText, utcText } from "./figure-text.ts";
import { html, htmlTable, Markup, type HtmlValue } from "./html-text.ts";
import { loadSummary } from "./load-summary.ts";
import { reportCharts } from "./report-charts.ts";

export function resultSections(report: DrillReport): Markup {
  return html`${timeline(report)}${results(report)}`;
}

function timeline(report: DrillReport): Markup {
  const { timeline: marks } = report;
  if (marks.length === 0)
    return html`<h2>8. Timeline</h2>
      <p class="why">The journal holds no milestone.</p>`;
  return html`<h2>8. Timeline</h2>
    ${htmlTable(
      "timeline",
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
