/** Sections 10 to 12: what was read back, how long it took, and what had been predicted. */
import type { DrillReport } from "../contract/report.ts";
import { countText, durationText } from "./figure-text.ts";
import { html, htmlFacts, htmlTable, type Markup } from "./html-text.ts";
import { rpoText } from "./rpo-text.ts";

export function proofSections(report: DrillReport): Markup {
  return html`${integrity(report)}${recovery(report)}${comparison(report)}`;
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
  const { rto, rtoWhy } = result.content;
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
        html`<b>${rpoText(result.content)}</b><br /><small
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
