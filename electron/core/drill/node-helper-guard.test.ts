import { readFileSync, readdirSync, readlinkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startOf, withNode, type FakeNode } from "../../../test/fixtures/drill/fake-node.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import { arm, inject, renew, rollback, scan, selfTest, status } from "./node-helper.ts";

const sh = "/bin/sh";

/** Arms and injects; gives the guard's pid. */
async function inFault(
  node: FakeNode,
  fault: "kill" | "stop" = "kill",
  leaseMs = 5_000,
): Promise<number> {
  const drill = node.plan(fault, { leaseMs });
  const armed = await arm(node.ssh, node.place, drill);
  expect(armed).toMatchObject({ ok: true });
  expect(await inject(node.ssh, node.place, drill)).toMatchObject({ ok: true });
  return armed.ok ? armed.value.guardPid : 0;
}

/** What a process has open; a descriptor that is closed while we look is left out. */
function openPaths(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

const see = async (node: FakeNode) => {
  const answer = await status(node.ssh, node.place, "D-1");
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
};

it.concurrent(
  "the guard belongs to no session that asked for it: own session, no pipe, its folder is /",
  () =>
    withNode(sh, async (node) => {
      const guard = await inFault(node, "kill", 20_000);
      const stat = readFileSync(`/proc/${guard}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
      const [group, session, terminal] = [fields[2], fields[3], fields[4]];
      expect([group, session, terminal]).toEqual([String(guard), String(guard), "0"]);
      const fdOf = (fd: number) => readlinkSync(`/proc/${guard}/fd/${fd}`);
      const out = join(node.stateFolder, "D-1", "guard.out");
      expect([fdOf(0), fdOf(1), fdOf(2)]).toEqual(["/dev/null", out, out]);
      // It reads its own clock through a pipe now and then, but holds none.
      // What this test process was itself given by its parents does not count.
      const given = new Set(openPaths(process.pid));
      await until("no other pipe, socket or lock is open", 5_000, () =>
        openPaths(guard).every((path) => given.has(path) || !/^(pipe|socket):|\/lock$/.test(path)),
      );
      expect(readlinkSync(`/proc/${guard}/cwd`)).toBe("/");
    }),
);

it.concurrent(
  "TERM, HUP and INT do not end the guard, and what it starts can be ended by TERM",
  () =>
    withNode(sh, async (node) => {
      const guard = await inFault(node);
      for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) process.kill(guard, signal);
      await until("rolled back", 25_000, async () => (await see(node)).phase === "rolled-back");
      expect(startOf(guard)).toBeDefined();
      const status = readFileSync(`/proc/${node.process()?.pid}/status`, "utf8");
      const ignored = BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? ""}`);
      const bit = (signal: number) => (ignored >> BigInt(signal - 1)) & 1n;
      expect({ HUP: bit(1), TERM: bit(15), PIPE: bit(13) }).toEqual({
        HUP: 0n,
        TERM: 0n,
        PIPE: 0n,
      });
      // No descriptor of the helper, above all not its lock, goes on living in the node's process.
      const fds = readdirSync(`/proc/${node.process()?.pid}/fd`).map(Number);
      expect(fds.filter((fd) => fd >= 7 && fd <= 9)).toEqual([]);
    }),
);

it.concurrent(
  "a killed guard: nothing happens by itself, a scan names the drill and mends it",
  () =>
    withNode(sh, async (node) => {
      const guard = await inFault(node);
      process.kill(guard, "SIGKILL");
      await until("the lease ran out", 10_000, async () => (await see(node)).leaseLeftMs === 0);
      const seen = await scan(node.ssh, node.place, false);
      expect(seen).toMatchObject({
        ok: true,
        value: {
          drills: [{ id: "D-1", phase: "injected", guard: "dead", leaseLeftMs: 0 }],
          mended: [],
        },
      });
      expect(node.process()).toBeUndefined();

      const mended = await scan(node.ssh, node.place, true);
      expect(mended).toMatchObject({
        ok: true,
        value: {
          drills: [{ id: "D-1", phase: "rolled-back", guard: "ended", back: { lives: true } }],
          mended: ["D-1"],
        },
      });
      expect(node.process()).toMatchObject({ pid: expect.any(Number) });
    }),
);

it.concurrent(
  "mending goes on until the start succeeds, and leaves a drill alone whose guard lives",
  () =>
    withNode(sh, async (node) => {
      const guard = await inFault(node, "kill", 20_000);
      expect(await scan(node.ssh, node.place, true)).toMatchObject({
        ok: true,
        value: { mended: [], drills: [{ phase: "injected" }] },
      });
      process.kill(guard, "SIGKILL");
      await until("dead", 5_000, async () => (await see(node)).guard === "dead");
      node.knob("fail-starts", "2");
      expect(await scan(node.ssh, node.place, true)).toMatchObject({
        ok: true,
        value: { mended: ["D-1"], drills: [{ phase: "rolled-back" }] },
      });
      expect(node.process()).toBeDefined();
    }),
);

it.concurrent(
  "a killed guard: the next start of the node closes the fault through the start hook",
  () =>
    withNode(sh, async (node) => {
      const guard = await inFault(node);
      process.kill(guard, "SIGKILL");
      node.knob("before-java", `#!/bin/sh\nexec /bin/sh ${node.place.path} start-hook\n`, 0o700);
      expect(await node.control("start")).toMatchObject({ code: 0 });
      const seen = await see(node);
      expect([seen.phase, seen.phaseNote]).toEqual(["rolled-back", "by=start"]);
      expect(node.process()).toBeDefined();
      expect(await rollback(node.ssh, node.place, "D-1")).toMatchObject({
        ok: true,
        value: { process: node.process() },
      });
    }),
);

it.concurrent(
  "a start hook inside the helper's own rollback does not wait for the lock that the rollback holds",
  () =>
    withNode(sh, async (node) => {
      node.knob("before-java", `#!/bin/sh\nexec /bin/sh ${node.place.path} start-hook\n`, 0o700);
      await inFault(node);
      const back = await rollback(node.ssh, node.place, "D-1");
      expect(back).toMatchObject({ ok: true, value: { service: "running" } });
      expect((await see(node)).phaseNote).toContain("by=request");
    }),
);

it.concurrent(
  "a start hook without any state, or with a folder it must not trust, never holds up a start",
  () =>
    withNode(sh, async (node) => {
      const hook = (folder: string) =>
        node.ssh.exec(`exec /bin/sh "$1" start-hook -s "$2"`, {
          timeoutMs: 5_000,
          args: [node.place.path, folder],
        });
      expect(await hook(join(node.folder, "nowhere"))).toMatchObject({ code: 0 });
      expect(await hook("/tmp")).toMatchObject({ code: 0 });
      expect(await hook(node.stateFolder)).toMatchObject({ code: 0 });
    }),
);

it.concurrent("nothing is injected while the guard is dead", () =>
  withNode(sh, async (node) => {
    const drill = node.plan("kill", { leaseMs: 20_000 });
    const armed = await arm(node.ssh, node.place, drill);
    process.kill(armed.ok ? armed.value.guardPid : 0, "SIGKILL");
    await until("dead", 5_000, async () => (await see(node)).guard === "dead");
    expect(await inject(node.ssh, node.place, drill)).toMatchObject({
      ok: false,
      result: "refused",
      code: "no-guard",
    });
    expect(await renew(node.ssh, node.place, drill.id)).toMatchObject({
      ok: true,
      value: { guard: "dead" },
    });
    expect(node.process()).toEqual(drill.process);
  }),
);

it.concurrent(
  "nothing is injected while the guard is frozen, and it does its work once it is woken",
  () =>
    withNode(sh, async (node) => {
      const drill = node.plan("kill", { leaseMs: 6_000 });
      const armed = await arm(node.ssh, node.place, drill);
      const guard = armed.ok ? armed.value.guardPid : 0;
      process.kill(guard, "SIGSTOP");
      await until(
        "its heart stands still",
        8_000,
        async () => (await see(node)).guard === "silent",
      );
      expect(await inject(node.ssh, node.place, drill)).toMatchObject({
        ok: false,
        result: "refused",
      });
      process.kill(guard, "SIGCONT");
      await until("rolled back", 25_000, async () => (await see(node)).phase === "rolled-back");
      expect(node.process()).toEqual(drill.process);
    }),
);

it.concurrent("a state folder that is moved away under the guard does not keep the node down", () =>
  withNode(sh, async (node) => {
    const guard = await inFault(node);
    renameSync(node.stateFolder, join(node.folder, "elsewhere"));
    await until("the process runs again", 12_000, () => node.process());
    await until("the guard has ended", 12_000, () => startOf(guard) === undefined);
  }),
);

it.concurrent("a self-test that was cut off does not block the next one", () =>
  withNode(sh, async (node) => {
    const mark = "self_test_waits() {\n";
    const killBoth = `{ read -r GUARD_PID rest <"$DIR/guard"; }\n  kill -KILL $GUARD_PID $$\n`;
    const cut = node.changed("cut", [mark, `${mark}${killBoth}`]);
    await expect(selfTest(node.ssh, cut)).rejects.toThrow("was ended by");
    expect(await selfTest(node.ssh, node.place)).toMatchObject({ ok: true });
  }),
);

it.concurrent("after a reboot no guard is left and no lease counts: a scan mends the drill", () =>
  withNode(sh, async (node) => {
    const guard = await inFault(node, "kill", 60_000);
    process.kill(guard, "SIGKILL");
    // The same folder, read in another boot.
    const rebooted = node.changed("rebooted", [
      "nap() {",
      "BOOT=00000000-0000-0000-0000-000000000000\nnap() {",
    ]);
    expect(await status(node.ssh, rebooted, "D-1")).toMatchObject({
      ok: true,
      value: { phase: "injected", sameBoot: false, leaseLeftMs: 0, guard: "dead" },
    });
    expect(await scan(node.ssh, rebooted, true)).toMatchObject({
      ok: true,
      value: { mended: ["D-1"], drills: [{ phase: "rolled-back", back: { lives: true } }] },
    });
    expect(node.process()).toBeDefined();
  }),
);
