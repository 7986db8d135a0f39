/** Reports of runs: read from their folders alone, checked, and written where somebody asks for them. */
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { RunFolders } from "../../core/deps.ts";
import type { DrillReport, ReportRow, VerifyResult } from "../../../shared/contract/report.ts";
import { readJournalText } from "../../../shared/drill/journal-chain.ts";
import { buildReport } from "../../../shared/report/build-report.ts";
import { reportHtml } from "../../../shared/report/report-html.ts";
import { reportMarkdown } from "../../../shared/report/report-markdown.ts";
import { earlierRuns, reportRow, type RunLines } from "../../../shared/report/report-row.ts";
import { verifyJournal, type VerifySources } from "../../../shared/report/verify-journal.ts";
import { digestsOf, journalFile } from "./run-folder.ts";
import { zipOf, type ZipFile } from "./run-folder-zip.ts";
import { RunFolderError, runFolderError } from "./run-folder-error.ts";

export type ReportForm = "html" | "md" | "json" | "evidence";

export interface RunReports {
  /** Every run of this machine, newest first; a folder that cannot be read has a row that says why. */
  list(): Promise<ReportRow[]>;
  /** @throws RunFolderError when it is not a run's folder */
  get(folder: string): Promise<DrillReport>;
  html(folder: string): Promise<string>;
  /** @param copies of the chain's head that were asked for elsewhere, or why they could not be. */
  verify(folder: string, copies: VerifySources["copies"]): Promise<VerifyResult>;
  /** Writes the forms into a folder (created if missing) and gives the paths. */
  export(folder: string, into: string, forms: readonly ReportForm[]): Promise<string[]>;
  /** Writes report.json, report.html and report.md into the run's own folder. */
  keep(folder: string): Promise<void>;
}

export interface RunReportsOptions {
  readonly folders: Pick<RunFolders, "list">;
  readonly toolVersion: string;
  readonly now: () => number;
}

export function runReports({ folders, toolVersion, now }: RunReportsOptions): RunReports {
  const get = async (folder: string): Promise<DrillReport> => {
    const path = resolve(folder);
    const { lines, problems, head } = readJournalText(await journalOf(path));
    return buildReport({
      lines,
      problems,
      head,
      load: await textOf(join(path, "load.ndjson")),
      samples: await textOf(join(path, "samples.ndjson")),
      files: [...(await digestsOf(path))],
      earlierRuns: {
        content: earlierRuns(
          { folder: path, runId: basename(path), lines, problems },
          await others(),
        ),
      },
      madeAt: now(),
      toolVersion,
    });
  };
  const others = async (): Promise<RunLines[]> => {
    const runs: RunLines[] = [];
    for (const { path } of await folders.list()) runs.push(await linesOf(path));
    return runs;
  };
  const exported = async (
    path: string,
    form: ReportForm,
  ): Promise<[name: string, data: string | Uint8Array]> => {
    const runId = basename(path);
    switch (form) {
      case "html":
        return [`${runId}.html`, reportHtml(await get(path))];
      case "md":
        return [`${runId}.md`, reportMarkdown(await get(path))];
      case "json":
        return [`${runId}.json`, `${JSON.stringify(await get(path), null, 1)}\n`];
      case "evidence":
        return [`${runId}.zip`, zipOf(await filesOf(path), now())];
    }
  };
  return {
    list: async () => (await others()).map(reportRow),
    get,
    html: async (folder) => reportHtml(await get(folder)),
    verify: async (folder, copies) => {
      const path = resolve(folder);
      return verifyJournal({
        folder: path,
        runId: basename(path),
        journal: await journalOf(path),
        files: await digestsOf(path),
        copies,
      });
    },
    export: async (folder, into, forms) => {
      const target = resolve(into);
      const written: string[] = [];
      await mkdir(target, { recursive: true }).catch((error: unknown) => {
        throw runFolderError(error, target, "be created");
      });
      for (const form of new Set(forms)) {
        const [name, data] = await exported(resolve(folder), form);
        written.push(join(target, name));
        await writeWhole(join(target, name), data);
      }
      return written;
    },
    keep: async (folder) => {
      const path = resolve(folder);
      const report = await get(path);
      await writeWhole(join(path, "report.json"), `${JSON.stringify(report, null, 1)}\n`);
      await writeWhole(join(path, "report.html"), reportHtml(report));
      await writeWhole(join(path, "report.md"), reportMarkdown(report));
    },
  };
}

async function linesOf(path: string): Promise<RunLines> {
  const runId = basename(path);
  try {
    const { lines, problems } = readJournalText(await journalOf(path));
    return { folder: path, runId, lines, problems };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { folder: path, runId, lines: [], problems: [problem] };
  }
}

async function journalOf(path: string): Promise<string> {
  const text = await textOf(join(path, journalFile));
  if (text !== undefined) return text;
  throw new RunFolderError(
    "NoJournal",
    `${path} holds no ${journalFile}: it is not the folder of a run.`,
    path,
  );
}

/** Everything of the folder, the journal first. */
async function filesOf(path: string): Promise<readonly ZipFile[]> {
  const names = [journalFile, ...(await digestsOf(path)).map(({ name }) => name)];
  return Promise.all(
    names.map(async (name) => ({
      name: `${basename(path)}/${name}`,
      bytes: await readFile(join(path, ...name.split("/"))),
    })),
  );
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw runFolderError(error, file, "be read");
  }
}

async function writeWhole(file: string, data: string | Uint8Array): Promise<void> {
  const temporary = `${file}.new`;
  try {
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    throw runFolderError(error, file, "be written");
  }
}
