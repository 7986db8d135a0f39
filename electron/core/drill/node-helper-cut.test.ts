import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withNode, type FakeNode } from "../../../test/fixtures/drill/fake-node.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import type { HelperPlace } from "./node-helper-install.ts";
import { arm, disarm, inject, rollback, status } from "./node-helper.ts";

const sh = "/bin/sh";
const see = async (node: FakeNode) => {
  const answer = await status(node.ssh, node.place, "D-1");
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
};

/** A helper that kills itself right before `mark`. */
const cutBefore = (node: FakeNode, mark: string): HelperPlace =>
  node.changed("cut", [mark, `kill -KILL $$\n${mark}`]);

/** Where a verb is cut, and the phase that the node is in then. */
const cuts = [
  {
    name: "arm, before the guard starts",
    verb: "arm",
    fault: "kill",
    mark: "  if ! launch_guard; then",
    phase: "armed",
  },
  {
    name: "inject, before the kill",
    verb: "inject",
    fault: "kill",
    mark: "  # The disk may have taken its time",
    phase: "injecting",
  },
  {
    name: "inject, after the kill",
    verb: "inject",
    fault: "kill",
    mark: '  set_phase injected "by=$vi_by',
    phase: "injecting",
  },
  {
    name: "inject, before the stop",
    verb: "inject",
    fault: "stop",
    mark: "  # The disk may have taken its time",
    phase: "injecting",
  },
  {
    name: "inject, while the stop runs",
    verb: "inject",
    fault: "stop",
    mark: "  vi_code=\n",
    phase: "injecting",
  },
  {
    name: "inject, after the stop",
    verb: "inject",
    fault: "stop",
    mark: '  set_phase injected "by=$vi_by',
    phase: "injecting",
  },
  {
    name: "rollback, before the start",
    verb: "rollback",
    fault: "kill",
    mark: "  free_lease_lock\n  stop_strays",
    phase: "rolling-back",
  },
  {
    name: "rollback, after the start",
    verb: "rollback",
    fault: "kill",
    mark: '  set_phase rolled-back "by=$vr_by same',
    phase: "rolling-back",
  },
] as const;

async function runCut(node: FakeNode, cut: (typeof cuts)[number], leaseMs: number): Promise<void> {
  const drill = node.plan(cut.fault, { leaseMs });
  const dying = cutBefore(node, cut.mark);
  if (cut.verb === "arm") {
    await expect(arm(node.ssh, dying, drill)).rejects.toThrow("was ended by");
  } else {
    expect(await arm(node.ssh, node.place, drill)).toMatchObject({ ok: true });
    if (cut.verb === "rollback") {
      expect(await inject(node.ssh, node.place, drill)).toMatchObject({ ok: true });
      await expect(rollback(node.ssh, dying, drill.id)).rejects.toThrow("was ended by");
    } else {
      await expect(inject(node.ssh, dying, drill)).rejects.toThrow("was ended by");
    }
  }
  const seen = await see(node);
  // A guard may have gone on already.
  expect([cut.phase, "rolling-back", "rolled-back"]).toContain(seen.phase);
}

describe("a helper killed between a phase and its act", () => {
  it.concurrent.each(cuts)("$name: rollback leads home", { timeout: 60_000 }, (cut) =>
    withNode(sh, async (node) => {
      await runCut(node, cut, 30_000);
      expect(await rollback(node.ssh, node.place, "D-1")).toMatchObject({
        ok: true,
        value: { phase: "rolled-back", service: "running" },
      });
      // A stop that was on its way may still hit the process that looked alive: the guard looks again.
      const seen = await until("home", 30_000, async () => {
        const now = await see(node);
        return now.phase === "rolled-back" && node.process() !== undefined && now;
      });
      expect(seen.lock).toBeUndefined();
      expect(await disarm(node.ssh, node.place, "D-1", "0".repeat(64))).toMatchObject({ ok: true });
    }),
  );

  it.concurrent.each(cuts.filter((cut) => cut.verb !== "arm"))(
    "$name: the guard leads home alone",
    { timeout: 60_000 },
    (cut) =>
      withNode(sh, async (node) => {
        await runCut(node, cut, 5_000);
        await until(
          "home",
          30_000,
          async () => (await see(node)).phase === "rolled-back" && node.process() !== undefined,
        );
      }),
  );
});

/** Mounting needs root (CI is root); a machine or container that forbids it cannot make a small disk. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const probe = spawnSync("/bin/sh", { input: "exec unshare -m mount -t tmpfs tmpfs /mnt" });
  return probe.status === 0;
}

function asRoot(script: string): void {
  const { status, stderr } = spawnSync("/bin/sh", { input: script, encoding: "utf8" });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
}

describe.skipIf(!canMount())("on a full disk (a small tmpfs: needs root)", () => {
  const onSmallDisk = (
    body: (node: FakeNode, fill: () => void, free: () => void) => Promise<void>,
  ) =>
    withNode(sh, async (node) => {
      const helper = readFileSync(node.place.path, "utf8");
      asRoot(`exec mount -t tmpfs -o size=256k,mode=0700 tmpfs ${node.stateFolder}`);
      const ballast = join(node.stateFolder, "ballast");
      const fill = () => {
        const fd = openSync(ballast, "a");
        for (const size of [4096, 1]) {
          for (;;) {
            try {
              writeSync(fd, Buffer.alloc(size));
            } catch {
              break;
            }
          }
        }
        closeSync(fd);
      };
      try {
        await node.ssh.writeFile(node.place.path, helper, 0o700);
        await body(node, fill, () => truncateSync(ballast, 0));
      } finally {
        asRoot(`exec umount -l ${node.stateFolder}`);
      }
    });

  it("the fault is not injected when its phase cannot be written", () =>
    onSmallDisk(async (node, fill, free) => {
      const drill = node.plan("kill", { leaseMs: 15_000 });
      expect(await arm(node.ssh, node.place, drill)).toMatchObject({ ok: true });
      fill();
      const refused = await inject(node.ssh, node.place, drill);
      expect(refused).toMatchObject({ ok: false });
      expect(node.process()).toEqual(drill.process);
      free();
      expect((await see(node)).phase).toBe("armed");
    }));

  it("a drill is not even armed, in words that name the disk", () =>
    onSmallDisk(async (node, fill) => {
      fill();
      const refused = await arm(node.ssh, node.place, node.plan("kill"));
      expect(refused).toMatchObject({ ok: false, result: "unwritable" });
      expect(refused.ok ? "" : refused.why).toMatch(/could not be (written|made)/);
      expect(node.process()).toBeDefined();
    }));

  it("the node comes back although no phase can be written, and the phase follows once there is room", () =>
    onSmallDisk(async (node, fill, free) => {
      const drill = node.plan("kill", { leaseMs: 5_000 });
      await arm(node.ssh, node.place, drill);
      expect(await inject(node.ssh, node.place, drill)).toMatchObject({ ok: true });
      fill();
      await until("the process runs again", 15_000, () => node.process());
      expect((await see(node)).phase).toBe("injected");
      free();
      await until(
        "the phase is written",
        15_000,
        async () => (await see(node)).phase === "rolled-back",
      );
    }));
});
