import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withNode } from "../../../test/fixtures/drill/fake-node.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import { planLines } from "./node-helper-plan.ts";
import { arm, disarm, inject, locate, prove, renew, rollback, status } from "./node-helper.ts";

const sh = "/bin/sh";
const refused = (code: string) => ({ ok: false, result: "refused", code });

it.concurrent("a process with the planned number and another start time is left alone", () =>
  withNode(sh, async ({ ssh, place, plan, process, stateFolder }) => {
    const real = process();
    if (real === undefined) throw new Error("no process");
    const other = { pid: real.pid, start: String(Number(real.start) - 1) };
    expect(await arm(ssh, place, plan("kill", { process: other }))).toMatchObject(
      refused("other-process"),
    );

    // The number is used again between arming and injecting.
    const drill = plan("kill", { leaseMs: 20_000 });
    expect(await arm(ssh, place, drill)).toMatchObject({ ok: true });
    const told = planLines({ ...drill, process: other }).map((line) => `${line}\n`);
    writeFileSync(join(stateFolder, drill.id, "plan"), told.join(""));
    expect(await inject(ssh, place, drill)).toMatchObject(refused("other-process"));
    expect(process()).toEqual(real);
  }),
);

it.concurrent("a process without Cassandra's main class in its command line is left alone", () =>
  withNode(sh, async ({ ssh, place, plan, process }) => {
    expect(await arm(ssh, place, plan("kill", { marker: "SomethingElse" }))).toMatchObject(
      refused("other-process"),
    );
    const self = { pid: globalThis.process.pid, start: "1" };
    expect(await arm(ssh, place, plan("kill", { process: self }))).toMatchObject(
      refused("other-process"),
    );
    expect(process()).toBeDefined();
  }),
);

it.concurrent(
  "a living Cassandra that is not this node's, by the node's own service control, is left alone",
  () =>
    withNode(sh, (one) =>
      withNode(sh, async (other) => {
        const drill = { ...one.plan("kill"), service: other.service };
        expect(await arm(one.ssh, one.place, drill)).toMatchObject(refused("other-process"));
        expect(one.process()).toBeDefined();
      }),
    ),
);

const planted = "x;touch$IFS/tmp/ringdrill-planted";
it.concurrent.each([
  ["id", planted],
  ["id", "../etc"],
  ["id", "-rf"],
  ["fault", "kill;reboot"],
  ["pid", "$(id)"],
  ["pid", "1"],
  ["pid", "0012"],
  ["pid", "-1"],
  ["start", "1 2"],
  ["start", "`id`"],
  ["marker", "a b c d"],
  ["marker", "*"],
  ["marker", "'; reboot #"],
  ["start_script", "/bin/../bin/true"],
  ["start_script", "true"],
  ["start_script", "/bin/true x"],
  ["stop_script", `/tmp/${planted}`],
  ["status_script", '/tmp/"x"'],
  ["control", "ssh"],
  ["control", "self-test"],
  ["unit", "cassandra.service"],
  ["lease_s", "0"],
  ["lease_s", "1e3"],
  ["lease_s", "99999"],
  ["limit_s", "2 || true"],
  ["limit_s", "2"],
  ["format", "2"],
  ["colour", "red"],
])("a plan with %s=%s is refused and nothing of it is run", (key, value) =>
  withNode(sh, async ({ ssh, place, plan, process }) => {
    const drill = plan("kill");
    const lines = planLines(drill).filter((line) => !line.startsWith(`${key}=`));
    const answer = await ssh.exec(
      `h=$1 s=$2; shift 2; printf '%s\n' "$@" | /bin/sh "$h" arm -s "$s" D-1`,
      {
        timeoutMs: 20_000,
        args: [place.path, place.stateFolder, ...lines, `${key}=${value}`],
      },
    );
    expect(answer.stdout).toContain("result=refused\ncode=bad-plan\n");
    expect(answer.stdout).not.toContain(value.length > 3 ? value : "\0");
    expect(answer.code).toBe(3);
    expect(process()).toEqual(drill.process);
  }),
);

it.concurrent(
  "a plan with a value given twice, with none, or with a line that is no value is refused",
  () =>
    withNode(sh, async ({ ssh, place, plan }) => {
      const lines = planLines(plan("kill"));
      const tell = async (told: readonly string[]) =>
        (
          await ssh.exec(`h=$1 s=$2; shift 2; printf '%s\n' "$@" | /bin/sh "$h" arm -s "$s" D-1`, {
            timeoutMs: 20_000,
            args: [place.path, place.stateFolder, ...told],
          })
        ).stdout;
      const bad = "result=refused\ncode=bad-plan\n";
      for (const line of lines) {
        expect(await tell([...lines, line])).toContain(bad);
        expect(await tell(lines.filter((each) => each !== line))).toContain(bad);
      }
      expect(await tell([...lines, "reboot"])).toContain(bad);
      expect(await tell([...lines, ""])).toContain(bad);
    }),
);

it.concurrent("service scripts that others can change, or that are links, are not run", () =>
  withNode(sh, async ({ ssh, place, plan, service, folder }) => {
    const tryWith = (start: string) =>
      arm(ssh, place, plan("kill", { service: { ...service, start } }));
    const make = (name: string, mode: number) => {
      writeFileSync(join(folder, name), "#!/bin/sh\n");
      chmodSync(join(folder, name), mode);
      return join(folder, name);
    };
    expect(await tryWith(make("world", 0o777))).toMatchObject(refused("bad-script"));
    expect(await tryWith(make("group", 0o770))).toMatchObject(refused("bad-script"));
    expect(await tryWith(make("plain", 0o600))).toMatchObject(refused("bad-script"));
    symlinkSync(service.start, join(folder, "link"));
    expect(await tryWith(join(folder, "link"))).toMatchObject(refused("bad-script"));
    expect(await tryWith(join(folder, "missing"))).toMatchObject(refused("bad-script"));
    mkdirSync(join(folder, "open"));
    chmodSync(join(folder, "open"), 0o777);
    expect(await tryWith(make("open/start", 0o700))).toMatchObject(refused("bad-script"));
  }),
);

it.concurrent("symbolic links and open folders where the state belongs are refused", () =>
  withNode(sh, async ({ ssh, place, plan, stateFolder, folder }) => {
    const drill = plan("kill", { leaseMs: 20_000 });
    const link = join(folder, "link");
    symlinkSync(stateFolder, link);
    const through = { ...place, stateFolder: link };
    expect(await arm(ssh, through, drill)).toMatchObject(refused("bad-folder"));
    expect(
      await status(ssh, { ...place, stateFolder: `${folder}/./state` }, drill.id),
    ).toMatchObject(refused("bad-folder"));

    expect(await arm(ssh, place, drill)).toMatchObject({ ok: true });
    const own = join(stateFolder, drill.id);
    for (const file of ["plan", "lease", "phase"]) {
      renameSync(join(own, file), join(folder, file));
      symlinkSync(join(folder, file), join(own, file));
      expect(await inject(ssh, place, drill)).toMatchObject(refused("bad-folder"));
      renameSync(join(folder, file), join(own, file));
    }
    renameSync(join(stateFolder, "lock"), join(folder, "lock"));
    symlinkSync(join(folder, "lock"), join(stateFolder, "lock"));
    expect(await inject(ssh, place, drill)).toMatchObject(refused("bad-folder"));
    renameSync(join(folder, "lock"), join(stateFolder, "lock"));
    chmodSync(stateFolder, 0o777);
    expect(await inject(ssh, place, drill)).toMatchObject(refused("bad-folder"));
    chmodSync(stateFolder, 0o700);
    expect(await inject(ssh, place, drill)).toMatchObject({ ok: true });
    await rollback(ssh, place, drill.id);
  }),
);

it.concurrent("two drills at once on one node: one is armed, the other refused", () =>
  withNode(sh, async ({ ssh, place, plan }) => {
    const answers = await Promise.all([
      arm(ssh, place, plan("kill", { id: "D-1", leaseMs: 20_000 })),
      arm(ssh, place, plan("kill", { id: "D-2", leaseMs: 20_000 })),
    ]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.find((answer) => !answer.ok)).toMatchObject(refused("other-drill"));
  }),
);

it.concurrent("the same inject twice at once acts once", () =>
  withNode(sh, async ({ ssh, place, plan }) => {
    const drill = plan("kill", { leaseMs: 20_000 });
    await arm(ssh, place, drill);
    const answers = await Promise.all([inject(ssh, place, drill), inject(ssh, place, drill)]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.find((answer) => !answer.ok)).toMatchObject(refused("not-armed"));
    const seen = await status(ssh, place, drill.id);
    expect(seen.ok && seen.value.times.map((time) => time.phase)).toEqual([
      "armed",
      "injecting",
      "injected",
    ]);
    await rollback(ssh, place, drill.id);
  }),
);

it.concurrent("a helper that was killed holding the lock does not hold it any more", () =>
  withNode(sh, async ({ ssh, place, plan, knob, folder }) => {
    const drill = plan("stop", { leaseMs: 20_000 });
    knob("slow-stop", "");
    await arm(ssh, place, drill);
    const stopping = inject(ssh, place, drill);
    stopping.catch(() => undefined);
    const lock = await until("the stop holds the lock", 10_000, async () => {
      const seen = await status(ssh, place, drill.id);
      return seen.ok && seen.value.phase === "injecting" && seen.value.lock;
    });
    expect(await prove(ssh, place, drill.id)).toMatchObject({
      ok: false,
      result: "busy",
      code: "locked",
    });
    process.kill(Number(lock.split(" ")[0]), "SIGKILL");
    await expect(stopping).rejects.toThrow("was ended by");
    expect(await prove(ssh, place, drill.id)).toMatchObject({ ok: true, value: { proven: false } });
    await ssh.exec(`mv "$1/slow-stop" "$1/stopped-slowly"`, { timeoutMs: 5_000, args: [folder] });
    expect(await rollback(ssh, place, drill.id)).toMatchObject({ ok: true });
  }),
);

it.concurrent("a drill's id is used once, and a drill is closed only after its way back", () =>
  withNode(sh, async ({ ssh, place, plan, process }) => {
    const drill = plan("kill", { leaseMs: 20_000 });
    expect(await status(ssh, place, drill.id)).toMatchObject(refused("no-drill"));
    await arm(ssh, place, drill);
    await inject(ssh, place, drill);
    expect(await disarm(ssh, place, drill.id, "a".repeat(64))).toMatchObject(
      refused("not-rolled-back"),
    );
    await rollback(ssh, place, drill.id);
    for (const head of ["", "abc", "g".repeat(64), "a".repeat(65)]) {
      expect(await disarm(ssh, place, drill.id, head)).toMatchObject({
        ok: false,
        result: "usage",
      });
    }
    expect(await disarm(ssh, place, drill.id, "a".repeat(64))).toMatchObject({ ok: true });
    expect(await renew(ssh, place, drill.id)).toMatchObject(refused("not-armed"));
    const again = plan("kill");
    expect(await arm(ssh, place, again)).toMatchObject(refused("used-id"));
    expect(await rollback(ssh, place, drill.id)).toMatchObject({
      ok: true,
      value: { phase: "disarmed" },
    });
    expect(process()).toEqual(again.process);
  }),
);

it.concurrent("a renewal after the lease ran out is refused", () =>
  withNode(sh, async ({ ssh, place, plan, stateFolder }) => {
    const drill = plan("kill", { leaseMs: 2_000 });
    const armed = await arm(ssh, place, drill);
    // Frozen, so that the lease is over before the guard has done anything.
    if (armed.ok) process.kill(armed.value.guardPid, "SIGSTOP");
    await until("the lease ran out", 8_000, async () => {
      const seen = await status(ssh, place, drill.id);
      return seen.ok && seen.value.leaseLeftMs === 0;
    });
    expect(await renew(ssh, place, drill.id)).toMatchObject(refused("lease-over"));
    // A lease of another boot or in an unknown form has run out as well.
    writeFileSync(join(stateFolder, drill.id, "lease"), "99999999999 0000\n");
    expect(await renew(ssh, place, drill.id)).toMatchObject(refused("lease-over"));
  }),
);

it.concurrent("a service that gives no answer is unknown, never stopped", () =>
  withNode(sh, async ({ ssh, place, service, knob, folder }) => {
    knob("mute", "#!/bin/sh\nexit 7\n", 0o700);
    const mute = { ...service, status: join(folder, "mute") };
    expect(await locate(ssh, place, mute, "CassandraDaemon")).toMatchObject({
      ok: true,
      value: { service: "unknown", process: undefined },
    });
    knob("liar", "#!/bin/sh\necho running 1 1\n", 0o700);
    const liar = { ...service, status: join(folder, "liar") };
    expect(await locate(ssh, place, liar, "CassandraDaemon")).toMatchObject({
      ok: true,
      value: { service: "stopped", process: undefined },
    });
  }),
);
