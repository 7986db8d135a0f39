/** Style of the report on paper and screen: black on white, no colour that matters, nothing remote. */
export const reportStyle = `
@page { margin: 15mm 14mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt Helvetica, Arial, sans-serif; } }
* { box-sizing: border-box; }
html { background: #fff; color: #111; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 8mm 6mm; max-width: 192mm; font: 9.5pt/1.42 Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 19pt; line-height: 1.15; margin: 0; }
h2 { font-size: 12.5pt; line-height: 1.25; margin: 9mm 0 2mm; padding-bottom: 1mm; border-bottom: 0.6pt solid #111; break-after: avoid; }
h2 + p, h3 + p { break-after: avoid; }
h3 { font-size: 10pt; margin: 4mm 0 1mm; break-after: avoid; }
p { margin: 0 0 2mm; }
.keep { break-inside: avoid; }
.kicker { font-size: 8.5pt; color: #444; margin: 0 0 1mm; }
.simulated { border: 1.2pt dashed #111; padding: 1.5mm 3mm; margin: 3mm 0; font-weight: bold; }
.cover { break-after: page; }
.cover h3 { margin: 2.5mm 0 0.5mm; }
.cover p, .cover ol { margin-bottom: 1mm; }
.cover table { margin-bottom: 1mm; }
.summary td { padding-top: 0.6mm; padding-bottom: 0.6mm; line-height: 1.3; }
.summary td:nth-child(1) { width: 50%; } .summary td:nth-child(2) { width: 17%; } .summary td:nth-child(4) { width: 8%; }
.verdict { display: flex; align-items: baseline; gap: 4mm; border: 1.6pt solid #111; padding: 2.5mm 4mm; margin: 4mm 0 3mm; }
.verdict strong { font-size: 15pt; white-space: nowrap; }
.verdict.bad { border-width: 3pt; }
.verdict.open { border-style: dashed; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0 3mm; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.9mm 2.4mm 0.9mm 0; border-bottom: 0.4pt solid #bbb; }
td { overflow-wrap: anywhere; }
thead { display: table-header-group; }
thead th { border-bottom: 0.8pt solid #111; font-size: 8.5pt; }
tr { break-inside: avoid; }
td small, .source { color: #444; font-size: 8pt; }
.facts th { width: 44mm; font-weight: normal; color: #333; }
.facts td { font-weight: normal; }
.nowrap-first td:first-child, .timeline td:nth-child(-n+2), .timeline td:nth-child(4), .acts td:nth-child(-n+2) { white-space: nowrap; }
.num td:nth-child(n+2) { text-align: right; white-space: nowrap; } .num th:nth-child(n+2) { text-align: right; }
.num td:last-child, .num th:last-child { padding-right: 0; }
.mark { font-weight: bold; white-space: nowrap; }
.mono { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 7.8pt; overflow-wrap: anywhere; }
td > .mono { white-space: pre-wrap; }
ol, ul { margin: 0 0 2mm; padding-left: 5mm; }
li { margin-bottom: 0.8mm; }
.why { border-left: 2pt solid #888; padding: 0.5mm 0 0.5mm 3mm; color: #333; margin: 1mm 0 3mm; }
figure { margin: 2mm 0 4mm; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { font-size: 8.5pt; color: #333; margin-top: 1mm; }
.byhand td { height: 8mm; }
.legend span { display: inline-block; margin-right: 4mm; white-space: nowrap; }
.swatch { display: inline-block; width: 4mm; height: 2.6mm; border: 0.4pt solid #888; vertical-align: middle; margin-right: 1mm; }
.swatch.fault { background: #fbe3c0; } .swatch.recovering { background: #dcebf7; } .swatch.auditing { background: #ece4f6; }
@media print { body { padding: 0; max-width: none; } a { color: inherit; text-decoration: none; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
