/** Disks that cannot be written: full ones under a run's folder, a read-only one under everything. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DrillResult } from "../../shared/contract/drill.ts";
import { resume, scan, upInAllViews, victimPid } from "./cut-off-run.ts";
import { shortWaits, startDrill } from "./drill-run.ts";
import { cli, testHome, type Ended } from "./ring.ts";
import { waitUntil } from "./wait-until.ts";

const disk = () => join(testHome(), "small-disk");

/** A disk of its own, of `size` as mount(8) takes it. */
function mountDisk(size: string, more = "rw"): void {
  mkdirSync(disk(), { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},${more}`, "tmpfs", disk()]);
}

function fill(file: string): void {
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) appendFileSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

function expectFull({ code, stdout, stderr }: Ended): DrillResult {
  expect(stderr).toContain("the disk is full");
  const result = JSON.parse(stdout) as DrillResult;
  expect({ code, verdict: result.verdict }).toEqual({ code: 3, verdict: "not verifiable" });
  expect(result.reasons.join(" ")).toContain(disk());
  expect(result.reasons.join(" ")).toContain(`ringdrill drill resume ${result.runId}`);
  return result;
}

describe("a disk that cannot be written", { timeout: 600_000 }, () => {
  beforeEach(() => {
    expect(existsSync(disk())).toBe(false);
  });
  afterEach(() => {
    execFileSync("umount", [disk()]);
    rmSync(disk(), { recursive: true });
  });

  it("that is read-only under the data folder is named with the variable that moves it", async () => {
    mountDisk("256k", "ro");
    for (const home of [disk(), join(disk(), "home")]) {
      const { code, stderr, stdout } = await cli(["inspect", "practice"], { home });
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain(home);
      expect(stderr).toContain("RINGDRILL_HOME");
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  it("full before anything was armed: ends the run, and the node is not touched", async () => {
    mountDisk("256k");
    const pid = victimPid();
    const ended = await startDrill("D-06", [...shortWaits, "--report-dir", disk()]).ended;
    expectFull(ended);
    expect(ended.stderr).not.toContain("  armed");
    expect(victimPid()).toBe(pid);
  });

  it("full while the fault is in: the node comes back at once, and the run is closed once there is room", async () => {
    mountDisk("16m");
    const before = victimPid();
    const running = startDrill("D-06", ["--rf=3", ...shortWaits, "--report-dir", disk()]);
    await running.line(/ {2}observing$/);
    const filler = join(disk(), "filler");
    fill(filler);
    const { runId, evidence } = expectFull(await running.ended);
    await waitUntil("the node's process ran again", 40_000, () => {
      const pid = victimPid();
      return pid === undefined || pid === before ? undefined : pid;
    });
    await upInAllViews();

    rmSync(filler);
    expect((await scan()).found.map((run) => run.runId)).toEqual([runId]);
    const { code, result } = await resume(runId);
    expect({ code, verdict: result.verdict }).toEqual({ code: 5, verdict: "aborted" });
    expect(result.ledger).toMatchObject({ lost: 0, unexpected: 0 });
    // Not by the guard: Ringdrill asked for the way back although it could not journal it.
    expect(result.reasons.join(" ")).not.toContain("brought back by");
    expect((await cli(["report", "verify", evidence])).stdout).toMatch(/^OK/);
  });
});
