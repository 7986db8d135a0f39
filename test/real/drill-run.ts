/** Drills on the shared practice cluster, as the command line runs them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DrillResult, LoadSecond } from "../../shared/contract/drill.ts";
import { journalLineSchema, type JournalEntry } from "../../shared/drill/journal-entry.ts";
import type { CqlSession } from "../../electron/core/deps.ts";
import { createPinnedCql } from "../../electron/io/cql/pinned-cql.ts";
import { practiceAccess } from "../../electron/practice/practice-access.ts";
import { startCli, testHome, type Running } from "./ring.ts";

/** Waits that leave nothing out and bore nobody. */
export const shortWaits = [
  "--wait",
  "baselineMs=3000",
  "--wait",
  "observeMs=5000",
  "--wait",
  "performanceMs=3000",
  "--wait",
  "leaseMs=8000",
];

/** Starts `drill run ID` on node 3. */
export function startDrill(id: string, more: readonly string[]): Running {
  return startCli([
    "drill",
    "run",
    id,
    "--target",
    "practice",
    "--node",
    "3",
    "--yes",
    "--json",
    ...more,
  ]);
}

export interface DrillEnd {
  readonly code: number | null;
  readonly result: DrillResult;
  readonly journal: readonly (JournalEntry & { readonly at: number })[];
  readonly seconds: readonly LoadSecond[];
  readonly stderr: string;
}

/** Waits for the end and reads what it left. */
export async function endOfDrill(running: Running): Promise<DrillEnd> {
  const { code, stdout, stderr } = await running.ended;
  let result: DrillResult;
  try {
    result = JSON.parse(stdout) as DrillResult;
  } catch (error) {
    throw new Error(`no result on stdout (${String(error)}), exit ${code}:\n${stdout}\n${stderr}`);
  }
  return { code, result, ...readRun(result.evidence), stderr };
}

/** Journal and load of a run's folder. */
export function readRun(folder: string): Pick<DrillEnd, "journal" | "seconds"> {
  const lines = (file: string) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  return {
    journal: lines("journal.ndjson").map((line) => {
      const { at, entry } = journalLineSchema.parse(JSON.parse(line));
      return { ...entry, at };
    }),
    seconds: lines("load.ndjson").map((line) => JSON.parse(line) as LoadSecond),
  };
}

/** A control connection of the test's own to node `n`. */
export function connectTo(n: number): Promise<CqlSession> {
  const access = practiceAccess(join(testHome(), "practice"));
  const node = access.nodes[n - 1];
  if (node === undefined) throw new Error(`there is no node ${n}`);
  return createPinnedCql().connect({
    host: node.address,
    port: access.cql.port,
    user: access.cql.monitor.user,
    password: access.cql.monitor.password,
    connectTimeoutMs: 10_000,
  });
}
