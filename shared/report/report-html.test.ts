import { beforeAll, describe, expect, test } from "vitest";
import type { DrillReport } from "../contract/report.ts";
import { readJournalText } from "../drill/journal-chain.ts";
import {
  ndjson,
  sampleFiles,
  sampleJournal,
  sampleRows,
  sampleSeconds,
} from "../../test/fixtures/report/sample-run.ts";
import { buildReport } from "./build-report.ts";
import { reportHtml } from "./report-html.ts";
import { reportMarkdown } from "./report-markdown.ts";

function sampleReport(): DrillReport {
  const { lines, problems, head } = readJournalText(sampleJournal());
  return buildReport({
    lines,
    problems,
    head,
    load: ndjson(sampleSeconds()),
    samples: ndjson(sampleRows()),
    files: sampleFiles,
    earlierRuns: { content: [] },
    madeAt: 1,
    toolVersion: "0.1.0",
  });
}

/** Every text of the report replaced by one that tries to become markup. */
function hostile<T>(value: T): T {
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>{a|b}' \u202e`;
  if (typeof value === "string") return (/^[a-z ]+$/.test(value) ? value : attack) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => hostile(each)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key === "write timeout" ? attack : key,
      hostile(each),
    ]),
  ) as T;
}

/** The page with its white space made even, as a browser shows it. */
const pageOf = (report: DrillReport): string => reportHtml(report).replace(/\s+/g, " ");

let page = "";
beforeAll(() => {
  page = pageOf(sampleReport());
});

describe("the page", () => {
  test("has every section of the outline, in order", () => {
    const heads = [...page.matchAll(/<h2>(\d+)\. /g)].map((match) => Number(match[1]));
    expect(heads).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    for (const head of [
      "What was simulated",
      "What customers would have felt",
      "Objective against measured",
      "Main findings",
      "Decision asked",
    ])
      expect(page).toContain(`<h3>${head}</h3>`);
  });

  test("holds no script, no handler, no remote address and no style that fetches", () => {
    expect(page).not.toMatch(/<(script|link|iframe|object|img|base|form)\b/i);
    expect(page).not.toMatch(/<[^>]+\son\w+\s*=/i);
    expect(page).not.toMatch(/(src|href)\s*=/i);
    expect(page).not.toMatch(/@import|url\((?!#)/);
    expect(
      page.match(/https?:\/\/[^"\s<]+/g)?.filter((url) => !url.startsWith("http://www.w3.org/")),
    ).toEqual([]);
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`.replaceAll(
        "'",
        "&#39;",
      ),
    );
  });

  test("draws both charts with ids of their own", () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(page.match(/<svg /g)).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
    for (const label of [
      "application",
      "probe",
      "fault",
      "recovering",
      "peer noticed",
      "unavailable (13,600)",
      "down 38.5 s",
    ])
      expect(page).toContain(label);
  });

  test("is the same when it is made again", () => {
    expect(pageOf(sampleReport())).toBe(page);
  });
});

test("text from a cluster cannot become markup, on the page, in its charts or in Markdown", () => {
  const report = hostile(sampleReport());
  const attacked = pageOf(report);
  expect(attacked).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  expect(attacked.match(/<svg /g)).toHaveLength(2);
  expect(attacked).not.toContain("\u202e");
  const markdown = reportMarkdown(report);
  expect(markdown).not.toMatch(/(?<!\\)<(script|img)/);
  expect(markdown).not.toContain("\u202e");
});

test("a report without load and samples says why there is no chart", () => {
  const bare = pageOf({
    ...sampleReport(),
    load: { notFilled: "load.ndjson is not in the run's folder." },
    nodes: { notFilled: "gone" },
    timeline: [],
  });
  expect(bare).toContain("No chart of the load: load.ndjson is not in the run&#39;s folder.");
  expect(bare).toContain("No chart of the nodes: gone");
  expect(bare).not.toContain("<svg");
});

test("a simulated cluster is named so on the first page and in Markdown", () => {
  const report = sampleReport();
  const simulated = { ...report, cover: { ...report.cover, simulated: true } };
  expect(reportHtml(simulated).split("</section>")[0]).toContain("SIMULATED CLUSTER");
  expect(reportMarkdown(simulated)).toContain("SIMULATED CLUSTER");
});

test("Markdown states the verdict, the figures and their sources", () => {
  const text = reportMarkdown(sampleReport());
  expect(text).toContain("**Verdict: passed with conditions**");
  expect(text).toContain(
    "| RTO (service): requests succeed as before | none stated | 54.7 s | – | load.ndjson, application |",
  );
  expect(text).toContain(
    "| application, fault | 18,000 | 0 % | – | unavailable: 10,000, write timeout: 7,972, connection lost: 28 |",
  );
});
