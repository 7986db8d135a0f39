/** The report as one HTML page: no script, nothing remote, readable in ten years from a mail attachment. */
import type { DrillReport } from "../contract/report.ts";
import { utcText } from "./figure-text.ts";
import { html, Markup } from "./html-text.ts";
import { coverPage } from "./report-html-cover.ts";
import { evidenceSections } from "./report-html-evidence.ts";
import { planSections } from "./report-html-plan.ts";
import { proofSections } from "./report-html-proof.ts";
import { resultSections } from "./report-html-results.ts";
import { reportStyle } from "./report-style.ts";

/** The policy forbids what the page does not do anyway, so that text that slipped in could not do it either. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A whole document, UTF-8. */
export function reportHtml(report: DrillReport): string {
  const { cover } = report;
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Drill report ${report.reportId}: ${cover.drill} on ${cover.cluster}</title>
        <style>
          ${new Markup(reportStyle)}
        </style>
      </head>
      <body>
        ${coverPage(report)} ${planSections(report)}
        ${resultSections(report)}${proofSections(report)} ${evidenceSections(report)}
        <p class="source">
          Made by Ringdrill ${report.toolVersion} on ${utcText(report.madeAt)} from the run's folder
          alone.
        </p>
      </body>
    </html>`.text
  }\n`;
}
