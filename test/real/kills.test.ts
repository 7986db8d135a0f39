/** What is killed here is killed for good: SIGKILL at the named instant, and nothing of it is started again. */
import { afterEach, describe, expect, it } from "vitest";
import type { DrillResult } from "../../shared/contract/drill.ts";
import { isAlive } from "../../electron/practice/process-identity.ts";
import { lockHolder } from "../../electron/practice/process-lock.ts";
import { clusterPaths } from "../../electron/practice/practice-paths.ts";
import { askSupervisor } from "../../electron/practice/supervisor-control.ts";
import { cli, startCli, type Running } from "./ring.ts";
import {
  cleanUp,
  cutOff,
  guardArmed,
  guardOf,
  leaseLeftMs,
  phaseInJournal,
  phasesOnNode,
  practiceFolder,
  resumeAndVerify,
  returnsByItself,
  scan,
  scanNames,
  upInAllViews,
  victim,
  victimPid,
} from "./cut-off-run.ts";
import { waitUntil } from "./wait-until.ts";

const injected = (running: Running) => running.line(/ {2}injected 127/);
const observing = (running: Running) => running.line(/ {2}observing$/);

afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await cleanUp();
});

/** Cut off before the way back was proven: whatever the data say, the drill did not go as planned. */
function expectAborted({ code, result }: { code: number | null; result: DrillResult }): void {
  expect({ verdict: result.verdict, code }).toEqual({ verdict: "aborted", code: 5 });
  expect(result.reasons[0]).toContain("Ringdrill ended in phase");
  expect(result.ledger).toMatchObject({ lost: 0, unexpected: 0 });
}

describe("Ringdrill is killed in the middle of a drill", { timeout: 600_000 }, () => {
  it("armed: the guard disarms by itself, the node is never touched", async () => {
    const run = await cutOff(guardArmed);
    expect(phaseInJournal(run.folder)).toBe("armed");
    await waitUntil("the guard gave up", 60_000, () =>
      phasesOnNode(run.runId).includes("rolled-back") ? true : undefined,
    );
    expect(phasesOnNode(run.runId)).toEqual(["armed", "rolled-back"]);
    expect(victimPid()).toBe(run.pidBefore);
    await scanNames(run);
    const closed = await resumeAndVerify(run);
    expectAborted(closed);
    expect(closed.result.reasons.join(" ")).not.toContain("brought back");
    expect(closed.result.ledger.acked).toBeGreaterThan(0);
  });

  it("injected: the guard brings the node back", async () => {
    const run = await cutOff(injected);
    await returnsByItself(run);
    await upInAllViews();
    expect((await scanNames(run)).onNode).toContain("rolled-back");
    const closed = await resumeAndVerify(run);
    expectAborted(closed);
    expect(closed.result.ledger.acked).toBeGreaterThan(100);
    expect(closed.result.reasons.join(" ")).toContain("brought back by the guard");
  });

  it("rolling back: what was begun is finished on the node", async () => {
    // Nothing here needs the peers to notice first.
    const soon = ["--wait", "maxFaultMs=5000"];
    const rollingBack = (running: Running) => running.line(/ {2}rolling back$/);
    const run = await cutOff(rollingBack, undefined, soon);
    await returnsByItself(run);
    await upInAllViews();
    await scanNames(run);
    expectAborted(await resumeAndVerify(run));
  });

  it("recovering, and again while its audit is resumed: the data give the verdict", async () => {
    const run = await cutOff((running) => running.line(/ {2}recovering$/));
    await returnsByItself(run);
    await upInAllViews();
    expect((await scanNames(run)).phase).toBe("recovering");

    const resumed = startCli(["drill", "resume", run.runId, "--target", "practice", "--json"]);
    await resumed.line(/ {2}auditing$/);
    resumed.child.kill("SIGKILL");
    await resumed.ended;
    expect((await scanNames(run)).phase).toBe("auditing");

    const { code, result } = await resumeAndVerify(run);
    expect(result.verdict).toMatch(/^passed/);
    expect(code).toBe(0);
    expect(result.ledger).toMatchObject({ lost: 0, unexpected: 0, neverRead: 0 });
    expect(result.rto.serviceMs).toBeNull();
    expect(result.rtoWhy.service).toContain("nobody watched");
    expect(result.rto.redundancyMs).toBeNull();
    // What nobody watched is not measured, and so no difference from the prediction.
    expect(result.comparison.filter((line) => line.matched === false)).toEqual([]);
  });
});

describe("Ringdrill is killed while the fault is in, and with it", { timeout: 600_000 }, () => {
  it("the guard: nothing happens by itself, and a scan mends it", async () => {
    const run = await cutOff(observing, (runId) => {
      process.kill(guardOf(runId) ?? Number.NaN, "SIGKILL");
    });
    await waitUntil("the lease was over", 30_000, () =>
      leaseLeftMs(run.runId) < -3_000 ? true : undefined,
    );
    expect(victimPid()).toBeUndefined();
    expect((await scanNames(run)).onNode).toContain("brought back by this scan");
    await returnsByItself(run);
    await upInAllViews();
    const closed = await resumeAndVerify(run);
    expectAborted(closed);
    expect(closed.result.reasons.join(" ")).toContain("brought back by a scan");
  });

  it("the node's SSH server: the guard needs no login", async () => {
    const { address } = victim();
    const run = await cutOff(injected, async () => {
      const reply = await askSupervisor(practiceFolder(), { do: "stop-ssh", address });
      expect(reply).toMatchObject({ ok: true });
    });
    await returnsByItself(run);
    await upInAllViews();
    await askSupervisor(practiceFolder(), { do: "start-ssh", address });
    await scanNames(run);
    expectAborted(await resumeAndVerify(run));
  });

  it("the supervisor with every SSH server: the guard is nobody's child", async () => {
    const supervisor = lockHolder(clusterPaths(practiceFolder()).supervisorLock);
    const run = await cutOff(injected, () => {
      process.kill(supervisor?.pid ?? Number.NaN, "SIGKILL");
    });
    if (supervisor === undefined || isAlive(supervisor)) throw new Error("the supervisor lives");
    await returnsByItself(run);
    await upInAllViews();
    const up = await cli(["practice", "up"]);
    expect(up.code).toBe(0);
    await scanNames(run);
    expectAborted(await resumeAndVerify(run));
    expect(await scan()).toEqual({ code: 0, found: [] });
  });
});
