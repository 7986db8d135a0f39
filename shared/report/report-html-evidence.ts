/** Sections 13 to 17: safety record, actions, earlier runs, signatures, annex. */
import type { DrillReport } from "../contract/report.ts";
import { countText, durationText, utcText } from "./figure-text.ts";
import { html, htmlFacts, htmlTable, type Markup } from "./html-text.ts";

export function evidenceSections(report: DrillReport): Markup {
  return html`${safety(report)}${findings(report)}${earlier(report)}${signOff(report)}${annex(report)}`;
}

function safety({ safety: record }: DrillReport): Markup {
  return html`<h2>13. Safety record</h2>
    ${htmlFacts([
      ["Guard", record.guard],
      ["Way back", record.rollback],
      [
        "Aborts",
        record.aborts.length === 0
          ? "none"
          : record.aborts.map(({ at, by, why }) => html`${utcText(at)}, ${by}: ${why}<br />`),
      ],
    ])}`;
}

function findings({ summary }: DrillReport): Markup {
  return html`<h2>14. Findings and actions</h2>
    <ol>
      ${summary.findings.map((finding) => html`<li>${finding}</li>`)}
    </ol>
    <table class="byhand">
      <thead>
        <tr>
          <th>Finding</th>
          <th>Explanation or action</th>
          <th>Owner</th>
          <th>Due</th>
          <th>Ticket</th>
          <th>Re-test</th>
        </tr>
      </thead>
      <tbody>
        ${summary.findings.map(
          (_, i) =>
            html`<tr>
              <td>${i + 1}</td>
              <td></td>
              <td></td>
              <td></td>
              <td></td>
              <td></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function earlier({ earlierRuns }: DrillReport): Markup {
  return html`<h2>15. Earlier runs of this drill</h2>
    ${
      "notFilled" in earlierRuns
        ? html`<p class="why">${earlierRuns.notFilled}</p>`
        : earlierRuns.content.length === 0
          ? html`<p>None on this machine: this is the first.</p>`
          : htmlTable(
              "nowrap-first",
              ["When (UTC)", "Run", "Verdict", "RTO (service)"],
              earlierRuns.content.map(({ at, runId, verdict, rtoServiceMs }) => [
                utcText(at).slice(0, 16),
                runId,
                verdict,
                rtoServiceMs === null ? "unknown" : durationText(rtoServiceMs),
              ]),
            )
    }`;
}

function signOff({ signOff: section }: DrillReport): Markup {
  return html`<section class="keep">
    <h2>16. Sign-off</h2>
    <table class="byhand">
      <thead>
        <tr>
          <th>Name</th>
          <th>Function</th>
          <th>Date</th>
          <th>Signature</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td></td>
          <td></td>
          <td></td>
          <td></td>
        </tr>
        <tr>
          <td></td>
          <td></td>
          <td></td>
          <td></td>
        </tr>
      </tbody>
    </table>
    <p>Next test due:</p>
    <p class="source">${section.notFilled}</p>
  </section>`;
}

const words = [
  ["acknowledged", "the cluster said that the write is done at the level asked for"],
  ["refused", "definitely not written"],
  ["unknown", "may be written or not: no answer, or one that leaves it open"],
  ["lost", "acknowledged, and absent when every replica is asked (ALL)"],
  [
    "hidden until repair",
    "acknowledged, absent at the application's level after the return, present at ALL",
  ],
  ["stale", "acknowledged and present, but missed by a read during the run or through one replica"],
  [
    "unexpected",
    "present although never attempted or refused for certain, or with another payload",
  ],
  ["recovered", "of unknown outcome, and present"],
  [
    "guard",
    "a process on the node that undoes the fault by itself when Ringdrill does not report any more",
  ],
] as const;

function annex(report: DrillReport): Markup {
  const { acts } = report.safety;
  return html`<h2>17. Annex</h2>
    <h3>Acts on nodes</h3>
    ${
      acts.length === 0
        ? html`<p>None.</p>`
        : htmlTable(
            "acts",
            ["Time (UTC)", "Node", "Act", "Ended", "Took", "What was said"],
            acts.map(({ at, node, text, ok, tookMs, said }) => [
              utcText(at).slice(11, -4),
              node,
              text,
              html`<span class="mark">${ok === null ? "unknown" : ok ? "well" : "FAILED"}</span>`,
              tookMs === null ? "–" : durationText(tookMs),
              html`<span class="mono">${said}</span>`,
            ]),
          )
    }
    <h3>Files of the run</h3>
    ${
      report.files.length === 0
        ? html`<p class="why">The folder holds no file but the journal.</p>`
        : htmlTable(
            "",
            ["File", "Bytes", "SHA-256"],
            report.files.map(({ name, bytes, sha256 }) => [
              name,
              countText(bytes),
              html`<span class="mono">${sha256}</span>`,
            ]),
          )
    }
    <h3>Proof</h3>
    ${htmlFacts([
      ["Head of the journal's chain", html`<span class="mono">${report.cover.chainHead}</span>`],
      [
        "How to check",
        html`Each line of journal.ndjson holds the SHA-256 of the line before it.
          <span class="mono">ringdrill report verify DIR</span> recomputes the chain, compares the
          files with it, and says which copies of the head it could compare.`,
      ],
    ])}
    <h3>Words</h3>
    ${htmlFacts(words)}`;
}
