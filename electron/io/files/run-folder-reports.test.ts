import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  ndjson,
  sampleEntries,
  sampleRows,
  sampleSeconds,
} from "../../../test/fixtures/report/sample-run.ts";
import { runFolders } from "./run-folders.ts";
import { runReports, type RunReports } from "./run-folder-reports.ts";

let top = "";
let reports: RunReports;
let path = "";
const runId = "D-06-20261130-140000";

/** A closed run as the runner writes it: evidence lists the files that are there. */
async function writeRun(id: string, at: number): Promise<string> {
  let now = at;
  const folder = await runFolders({
    folder: join(top, "runs"),
    now: () => (now += 1),
    monotonicMs: () => now,
  }).create(id);
  await writeFile(join(folder.path, "load.ndjson"), ndjson(sampleSeconds()));
  await writeFile(join(folder.path, "samples.ndjson"), ndjson(sampleRows()));
  await writeFile(join(folder.path, "ledger.bin"), "ledger");
  const files = [...(await folder.digests())];
  const ledger = files.find(({ name }) => name === "ledger.bin");
  for (const [, entry] of sampleEntries()) {
    if (entry.type === "evidence") await folder.append({ ...entry, files });
    else if (entry.type === "ledger")
      await folder.append({ ...entry, sha256: ledger?.sha256 ?? "" });
    else await folder.append(entry);
  }
  await folder.append({ type: "closed", head: folder.head() });
  await folder.close();
  return folder.path;
}

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "run-reports-"));
  reports = runReports({
    folders: runFolders({ folder: join(top, "runs") }),
    toolVersion: "0.1.0",
    now: () => Date.UTC(2026, 11, 1),
  });
  path = await writeRun(runId, 50_000);
});
afterEach(() => rm(top, { recursive: true, force: true }));

test("the list has a row for each run, also for one whose journal cannot be read", async () => {
  const broken = await writeRun("broken", 90_000);
  await writeFile(join(broken, "journal.ndjson"), '{"n":1,"at":99000}\n');
  expect(await reports.list()).toMatchObject([
    {
      runId: "broken",
      verdict: null,
      unfinished: true,
      problem: "the journal holds no plan; line 1 cannot be read.",
    },
    {
      runId,
      verdict: "passed with conditions",
      unfinished: false,
      cluster: "practice",
      node: "127.0.0.3",
      folder: path,
    },
  ]);
});

test("a report is made from the folder alone and knows the earlier runs of its drill", async () => {
  await writeRun("earlier", 1_000);
  const report = await reports.get(path);
  expect(report.earlierRuns).toEqual({
    content: [
      { runId: "earlier", at: 1_001, verdict: "passed with conditions", rtoServiceMs: 54_690 },
    ],
  });
  expect(report.files.map(({ name }) => name)).toEqual([
    "ledger.bin",
    "load.ndjson",
    "samples.ndjson",
  ]);
  expect(await reports.html(path)).toContain("<!doctype html>");
});

test("an untouched folder is verified also after its report was written into it, a changed one is not", async () => {
  await reports.keep(path);
  expect(JSON.parse(await readFile(join(path, "report.json"), "utf8"))).toMatchObject({
    format: "ringdrill-report-1",
  });
  expect(await reports.verify(path, [])).toMatchObject({ ok: true, runId, folder: path });
  await appendFile(join(path, "load.ndjson"), "{}\n");
  const result = await reports.verify(path, []);
  expect(result.ok).toBe(false);
  expect(result.checks.filter(({ ok }) => ok === false).map(({ what }) => what)).toEqual([
    "evidence",
    "load.ndjson",
  ]);
});

test("each form is written under the run's name, and the zip holds the whole folder", async () => {
  const into = join(top, "out", "put");
  const written = await reports.export(path, into, ["html", "md", "json", "evidence", "html"]);
  expect(written).toEqual(
    ["html", "md", "json", "zip"].map((end) => join(into, `${runId}.${end}`)),
  );
  const zip = (await readFile(written[3] ?? "")).toString("latin1");
  for (const name of ["journal.ndjson", "ledger.bin", "load.ndjson", "samples.ndjson"])
    expect(zip.split(`${runId}/${name}`)).toHaveLength(3);
});

test("a folder that is no run and a place that cannot be written are named", async () => {
  await expect(reports.get(top)).rejects.toMatchObject({ name: "NoJournal", path: top });
  await writeFile(join(top, "file"), "");
  await expect(reports.export(path, join(top, "file", "x"), ["md"])).rejects.toMatchObject({
    path: join(top, "file", "x"),
  });
});
