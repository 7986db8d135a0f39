/** Drills that lose their Ringdrill, and what has to come true without it. */
import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { DrillResult, Unfinished } from "../../shared/contract/drill.ts";
import { processOfNode } from "../../electron/practice/node-control.ts";
import { practiceAccess } from "../../electron/practice/practice-access.ts";
import { nodePaths } from "../../electron/practice/practice-paths.ts";
import { readRun, startDrill } from "./drill-run.ts";
import { addresses, cli, cliJson, testHome, type Running } from "./ring.ts";
import { waitUntil } from "./wait-until.ts";

const runFile = promisify(execFile);

const leaseMs = 8_000;
/** What the design promises beyond the lease. */
const returnMs = leaseMs + 30_000;
/** One minute by the design; machines that build software for others are slow at times. */
const upMs = 120_000;

export const practiceFolder = (): string => join(testHome(), "practice");

/** The node that every drill here is run on. */
export function victim(): { readonly address: string; readonly stateFolder: string } {
  const node = practiceAccess(practiceFolder()).nodes[2];
  if (node === undefined) throw new Error("there is no node 3");
  return node;
}

export const victimPid = (): number | undefined =>
  processOfNode(practiceFolder(), victim().address)?.pid;

export interface CutOff {
  readonly runId: string;
  readonly folder: string;
  /** The node's Cassandra before the drill. */
  readonly pidBefore: number;
}

const runsFolder = () => join(testHome(), "runs");
const runNames = () => {
  try {
    return readdirSync(runsFolder()).filter((name) => name.startsWith("d06-"));
  } catch {
    return []; // no run yet
  }
};

/**
 * Starts D-06 and kills Ringdrill when `moment` resolves.
 * @param also is done right after that, before anything can be renewed
 */
export async function cutOff(
  moment: (running: Running, runId: () => string | undefined) => Promise<unknown>,
  also: (runId: string) => Promise<unknown> | void = () => undefined,
  more: readonly string[] = [],
): Promise<CutOff> {
  const pidBefore = victimPid();
  if (pidBefore === undefined) throw new Error("node 3 does not run before the drill");
  const before = new Set(runNames());
  const newRun = () => runNames().find((name) => !before.has(name));
  const running = startDrill("D-06", [
    "--rf=3",
    "--consistency=QUORUM",
    "--rate=150",
    "--wait=baselineMs=1000",
    "--wait=observeMs=0",
    `--wait=leaseMs=${leaseMs}`,
    ...more,
  ]);
  await moment(running, newRun);
  running.child.kill("SIGKILL");
  const runId = newRun();
  if (runId === undefined) throw new Error("the run has no folder");
  await also(runId);
  await running.ended;
  return { runId, folder: join(runsFolder(), runId), pidBefore };
}

/** Resolves as soon as the guard has written itself down: nothing is injected yet. */
export async function guardArmed(running: Running, runId: () => string | undefined): Promise<void> {
  await running.line(/ armed$/);
  const id = runId();
  if (id === undefined) throw new Error("the run has no folder");
  const end = performance.now() + 60_000;
  // The next act is some hundredths of a second away: no rest between two looks.
  while (guardOf(id) === undefined) {
    if (performance.now() > end) throw new Error("there was no guard within 60 s");
    await nextTurn();
  }
}

/** pid of the guard as the helper wrote it down on the node. */
export function guardOf(runId: string): number | undefined {
  try {
    const text = readFileSync(join(victim().stateFolder, runId, "guard"), "utf8");
    return Number(/^\d+/.exec(text)?.[0]);
  } catch {
    return undefined; // not armed yet
  }
}

/** Phases that the helper wrote down on the node, in order. */
export function phasesOnNode(runId: string): readonly string[] {
  const text = readFileSync(join(victim().stateFolder, runId, "phase"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(" ")[3] ?? "");
}

/** The journal's last phase. */
export function phaseInJournal(folder: string): string | undefined {
  return readRun(folder).journal.findLast((entry) => entry.type === "phase")?.phase;
}

/** Another process of the node than before runs within the lease and half a minute, without Ringdrill. */
export async function returnsByItself({ pidBefore }: CutOff): Promise<void> {
  await waitUntil("the node's process ran again", returnMs, () => {
    const pid = victimPid();
    return pid === undefined || pid === pidBefore ? undefined : pid;
  });
}

/** Every node holds every node for up and normal, by its own nodetool: no Ringdrill looks. */
export async function upInAllViews(): Promise<void> {
  let seen: Record<string, readonly string[]> = {};
  await waitUntil(
    "every node was UN in all views",
    upMs,
    async () => {
      const views = await Promise.all(
        addresses.map(async (address) => [address, await upNormalIn(address)] as const),
      );
      seen = Object.fromEntries(views);
      return views.every(([, up]) => up.join() === addresses.join()) ? true : undefined;
    },
    () => seen,
  );
}

/** Addresses that `nodetool status` of one node shows as UN; none while it does not answer. */
async function upNormalIn(address: string): Promise<readonly string[]> {
  const { nodetool } = nodePaths(practiceFolder(), address);
  const { stdout } = await runFile(nodetool, ["status"], { timeout: 60_000 }).catch(() => ({
    stdout: "",
  }));
  return [...stdout.matchAll(/^UN\s+(\S+)/gm)].map((match) => match[1] ?? "").toSorted();
}

/** What `drill scan` finds, with its exit code. */
export async function scan(): Promise<{ code: number | null; found: readonly Unfinished[] }> {
  const args = ["drill", "scan", "--target", "practice"];
  const { code, document } = await cliJson<readonly Unfinished[]>(args);
  return { code, found: document };
}

/** What scan must say of the run, and with which exit code. */
export async function scanNames(run: CutOff): Promise<Unfinished> {
  const { code, found } = await scan();
  expect({ code, runs: found.map((each) => each.runId) }).toEqual({ code: 1, runs: [run.runId] });
  expect(found[0]).toMatchObject({ drill: "D-06", node: victim().address, where: "both" });
  expect(found[0]?.next).toContain(`ringdrill drill resume ${run.runId}`);
  return found[0] as Unfinished;
}

/** Resumes, and checks that the folder's chain is whole afterwards. */
export async function resumeAndVerify(
  run: CutOff,
): Promise<{ code: number | null; result: DrillResult }> {
  const { code, result } = await resume(run.runId);
  const verified = await cli(["report", "verify", run.folder]);
  expect(verified.stdout).toMatch(/^OK/);
  expect(verified.code).toBe(0);
  return { code, result };
}

/** `drill resume` to its end. */
export async function resume(
  runId: string,
): Promise<{ code: number | null; result: DrillResult; stderr: string }> {
  const args = ["drill", "resume", runId, "--target", "practice"];
  const { code, document, stderr } = await cliJson<DrillResult>(args);
  return { code, result: document, stderr };
}

/** Closes whatever a failed test left, so that the next one has a whole cluster. */
export async function cleanUp(): Promise<void> {
  await cli(["practice", "up"]);
  for (const { runId } of (await scan()).found)
    await cli(["drill", "resume", runId, "--target", "practice"]);
}

/** Until the guard of a run would have acted, by the node's own clock; negative once that is past. */
export function leaseLeftMs(runId: string): number {
  const [renewedAt] = readFileSync(join(victim().stateFolder, runId, "lease"), "utf8").split(" ");
  const up = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]) * 1_000;
  return Number(renewedAt) * 10 + leaseMs - up;
}
