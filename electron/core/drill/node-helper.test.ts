import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withNode } from "../../../test/fixtures/drill/fake-node.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import type { HelperAnswer } from "./node-helper-answer.ts";
import {
  arm,
  disarm,
  inject,
  locate,
  prove,
  renew,
  rollback,
  scan,
  selfTest,
  status,
} from "./node-helper.ts";

const head = "ab".repeat(32);

function value<T>(answer: HelperAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.result} ${answer.code}: ${answer.why}`);
  return answer.value;
}

// The same script in Debian's dash and in bash.
describe.each(["/bin/dash", "/bin/bash"])("in %s", (shell) => {
  it.concurrent("a killed process is proven gone, started again and the drill is closed", () =>
    withNode(shell, async ({ ssh, place, service, plan, process, folder }) => {
      const before = process();
      expect(value(await locate(ssh, place, service, "CassandraDaemon"))).toEqual({
        service: "running",
        process: before,
        restart: undefined,
      });
      const drill = plan("kill", { leaseMs: 20_000 });
      const armed = value(await arm(ssh, place, drill));
      expect(armed.leaseLeftMs).toBeGreaterThan(10_000);
      expect(value(await prove(ssh, place, drill.id)).proven).toBe(false);
      expect(value(await inject(ssh, place, drill)).endedBy).toBe("KILL");
      expect(value(await prove(ssh, place, drill.id))).toEqual({
        proven: true,
        plannedGone: true,
        service: "stopped",
        process: undefined,
      });
      const renewed = value(await renew(ssh, place, drill.id));
      expect(renewed.guard).toBe("alive");
      expect(renewed.leaseLeftMs).toBeGreaterThan(19_000);

      const back = value(await rollback(ssh, place, drill.id));
      expect(back).toEqual({ phase: "rolled-back", service: "running", process: process() });
      expect(back.process).not.toEqual(before);
      // Once more changes nothing.
      expect(value(await rollback(ssh, place, drill.id))).toEqual(back);

      const seen = value(await status(ssh, place, drill.id));
      expect(seen.times.map((time) => time.phase)).toEqual([
        "armed",
        "injecting",
        "injected",
        "rolling-back",
        "rolled-back",
      ]);
      expect(seen).toMatchObject({
        planned: { ...before, lives: false },
        back: { ...back.process, lives: true },
        lock: undefined,
        sameBoot: true,
      });
      expect(value(await disarm(ssh, place, drill.id, head))).toEqual({ guard: "ended" });
      expect(readFileSync(join(folder, "state", drill.id, "closed"), "utf8")).toMatch(
        new RegExp(`^\\d{13} ${head}\\n$`),
      );
      expect(value(await scan(ssh, place, false))).toEqual({
        drills: [],
        closed: [drill.id],
        mended: [],
        unreadable: [],
      });
    }),
  );

  it.concurrent(
    "a stopped node says which signal ended it, and a lease can be renewed while the stop takes its time",
    () =>
      withNode(shell, async ({ ssh, place, plan, knob, folder, process }) => {
        const drill = plan("stop");
        knob("slow-stop", "");
        value(await arm(ssh, place, drill));
        const stopping = inject(ssh, place, drill);
        stopping.catch(() => undefined);
        await until("the stop takes longer than the lease", 15_000, async () => {
          value(await renew(ssh, place, drill.id));
          const { times } = value(await status(ssh, place, drill.id));
          const begun = times.find((time) => time.phase === "injecting");
          return begun !== undefined && Date.now() - begun.atMs > 6_000;
        });
        expect(process()).toEqual(drill.process);
        // The file is taken away by the same shell that the scripts use.
        await ssh.exec(`mv "$1/slow-stop" "$1/stopped-slowly"`, {
          timeoutMs: 5_000,
          args: [folder],
        });
        const injected = value(await stopping);
        expect(injected.endedBy).toBe("TERM");
        expect(injected.tookMs).toBeGreaterThan(6_000);
        expect(value(await prove(ssh, place, drill.id)).proven).toBe(true);
        expect(value(await rollback(ssh, place, drill.id)).process).toEqual(process());
      }),
  );

  it.concurrent(
    "a lease that nobody renews brings the node back within 5 s, also when its start fails twice",
    () =>
      withNode(shell, async ({ ssh, place, plan, knob, process, starts }) => {
        const drill = plan("kill");
        value(await arm(ssh, place, drill));
        value(await inject(ssh, place, drill));
        const startsBefore = starts();
        knob("fail-starts", "2");
        const seen = await until("rolled back", 25_000, async () => {
          const now = value(await status(ssh, place, drill.id));
          return now.phase === "rolled-back" && now;
        });
        const took = (phase: string) =>
          seen.times.find((time) => time.phase === phase)?.upMs ?? Number.NaN;
        expect(took("rolling-back") - took("injecting")).toBeLessThan(drill.leaseMs + 5_000);
        expect(seen.phaseNote).toContain("by=lease");
        expect(seen.back).toEqual({ ...process(), lives: true });
        expect(starts() - startsBefore).toBe(3);
        expect(
          seen.log.filter((line) => line.includes(" rollback start ended with 1")),
        ).toHaveLength(2);
        expect(await renew(ssh, place, drill.id)).toMatchObject({ ok: false, code: "not-armed" });
      }),
  );

  it.concurrent("the hard limit brings the node back although the lease is renewed", () =>
    withNode(shell, async ({ ssh, place, plan, process }) => {
      const drill = plan("kill", { leaseMs: 6_000, limitMs: 8_000 });
      value(await arm(ssh, place, drill));
      value(await inject(ssh, place, drill));
      const refused = await until("renewals are refused", 15_000, async () => {
        const renewed = await renew(ssh, place, drill.id);
        return !renewed.ok && renewed;
      });
      expect(["limit-over", "not-armed", "locked"]).toContain(refused.code);
      const seen = await until("rolled back", 25_000, async () => {
        const now = value(await status(ssh, place, drill.id));
        return now.phase === "rolled-back" && now;
      });
      expect(seen.phaseNote).toContain("by=limit");
      expect(process()).toBeDefined();
    }),
  );

  it.concurrent(
    "the self-test sees a guard bring a process back unasked, and can be repeated",
    () =>
      withNode(shell, async ({ ssh, place, process }) => {
        const before = process();
        for (let n = 0; n < 2; n++) {
          const { backMs } = value(await selfTest(ssh, place));
          expect(backMs).toBeGreaterThan(200);
          expect(backMs).toBeLessThan(33_000);
        }
        expect(process()).toEqual(before);
      }),
  );
});

it.concurrent("an armed drill that is not injected leaves the process alone", () =>
  withNode("/bin/sh", async ({ ssh, place, plan, process, starts }) => {
    const drill = plan("kill");
    value(await arm(ssh, place, drill));
    const seen = await until("rolled back", 25_000, async () => {
      const now = value(await status(ssh, place, drill.id));
      return now.phase === "rolled-back" && now;
    });
    expect(seen.phaseNote).toContain("nothing was injected");
    expect(process()).toEqual(drill.process);
    expect(starts()).toBe(1);
    expect(await inject(ssh, place, drill)).toMatchObject({
      ok: false,
      result: "refused",
      code: "not-armed",
    });
  }),
);

it.concurrent("a node that ends right after its start is started again", () =>
  withNode("/bin/sh", async ({ ssh, place, plan, process }) => {
    const drill = plan("kill");
    value(await arm(ssh, place, drill));
    value(await inject(ssh, place, drill));
    const back = value(await rollback(ssh, place, drill.id)).process;
    globalThis.process.kill(back?.pid ?? 0, "SIGKILL");
    const again = await until("it runs again", 15_000, () => {
      const now = process();
      return now !== undefined && now.pid !== back?.pid && now;
    });
    await until(
      "the guard noted it",
      10_000,
      async () => value(await status(ssh, place, drill.id)).back?.pid === again.pid,
    );
    value(await disarm(ssh, place, drill.id, head));
  }),
);

it.concurrent("status answers within a second while another verb holds the lock", () =>
  withNode("/bin/sh", async ({ ssh, place, plan, knob, folder }) => {
    const drill = plan("stop", { leaseMs: 6_000 });
    knob("slow-stop", "");
    value(await arm(ssh, place, drill));
    const stopping = inject(ssh, place, drill);
    stopping.catch(() => undefined);
    const seen = await until("the stop holds the lock", 5_000, async () => {
      const begun = performance.now();
      const now = value(await status(ssh, place, drill.id));
      expect(performance.now() - begun).toBeLessThan(1_000);
      return now.phase === "injecting" && now.lock !== undefined && now;
    });
    expect(seen.lock).toMatch(/^\d+ inject$/);
    // Nobody renews: the stop is given up, and its command does not stop the node later on.
    expect(await stopping).toMatchObject({ ok: false, result: "failed", code: "lease-over" });
    await ssh.exec(`mv "$1/slow-stop" "$1/stopped-slowly"`, { timeoutMs: 5_000, args: [folder] });
    expect(value(await rollback(ssh, place, drill.id)).process).toEqual(drill.process);
    expect(existsSync(join(folder, "state", drill.id, "ctl"))).toBe(true);
  }),
);
