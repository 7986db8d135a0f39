/** Sections 1 and 2: the page for a manager. */
import type { DrillReport } from "../contract/report.ts";
import { utcText } from "./figure-text.ts";
import { html, htmlFacts, htmlTable, type Markup } from "./html-text.ts";
import { summarySources } from "./report-summary.ts";

const mostFindings = 3;

export function coverPage(report: DrillReport): Markup {
  const { cover, summary, plan } = report;
  const nodes = plan.nodes.map(({ address }) => address).join(", ");
  const findings = summary.findings.slice(0, mostFindings);
  const more = summary.findings.length - findings.length;
  return html`<section class="cover">
    <p class="kicker">Drill report ${report.reportId}</p>
    <h1>${cover.drill}</h1>
    ${cover.simulated ? html`<p class="simulated">SIMULATED CLUSTER: an exercise of the procedure, not evidence about a real cluster.</p>` : undefined}
    <div class="verdict ${verdictClass(cover.verdict)}">
      <strong>${verdictWord(cover.verdict)}</strong><span>${summary.findings[0] ?? ""}</span>
    </div>
    ${htmlFacts([
      [
        "Cluster",
        `${cover.cluster}, ${plan.target.nodeCount} nodes, Cassandra ${plan.target.versions.join(", ")}; environment: ${cover.environment}`,
      ],
      ["Node drilled, date", `${nodes}, ${utcText(cover.date).slice(0, 16)} UTC`],
      [
        "Tool, evidence",
        html`Ringdrill ${report.toolVersion}, <span class="mono">${cover.chainHead}</span>`,
      ],
    ])}
    <h3>What was simulated</h3>
    <p>${summary.simulated}</p>
    <h3>What customers would have felt</h3>
    <p>${summary.felt}</p>
    <h3>Objective against measured</h3>
    ${htmlTable(
      "summary",
      ["What", "Objective", "Measured", "Met"],
      summary.table.map(({ what, objective, measured, met }, i) => [
        html`${what} <small>(${summarySources[i] ?? ""})</small>`,
        objective,
        measured,
        html`<span class="mark">${metWord(met)}</span>`,
      ]),
    )}
    <h3>Main findings</h3>
    <ol>
      ${findings.map((finding) => html`<li>${finding}</li>`)}
    </ol>
    ${more > 0 ? html`<p class="source">${more} more in section 14.</p>` : undefined}
    <h3>Decision asked</h3>
    <p>${summary.decision}</p>
  </section>`;
}

/** "yes", "NO", or a dash where no objective or no figure is there to compare. */
function metWord(met: boolean | null): string {
  return met === null ? "–" : met ? "yes" : "NO";
}

function verdictWord(verdict: DrillReport["cover"]["verdict"]): string {
  return verdict === null ? "No verdict" : verdict.charAt(0).toUpperCase() + verdict.slice(1);
}

function verdictClass(verdict: DrillReport["cover"]["verdict"]): string {
  if (verdict === "failed" || verdict === "not verifiable") return "bad";
  return verdict === null || verdict === "aborted" || verdict === "refused" ? "open" : "good";
}
