/** systemd and init scripts, with stand-ins for systemctl, systemd-run and service: what they answer is systemd's own form. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startOf, withNode, type FakeNode } from "../../../test/fixtures/drill/fake-node.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import type { HelperPlace } from "./node-helper-install.ts";
import type { DrillableService } from "./node-helper-plan.ts";
import { arm, inject, locate, prove, rollback, status } from "./node-helper.ts";

const sh = "/bin/sh";
const unit: DrillableService = { kind: "systemd", unit: "cassandra.service" };

/** `systemctl show` prints its properties in its own order; MainPID is 0 for units made from init scripts. */
const systemctl = (folder: string, mainPid: boolean) => `#!/bin/sh
here=${folder}
echo "$*" >>$here/systemctl-calls
case $1 in
  is-system-running) echo degraded; exit 1 ;;
  reset-failed) exit 0 ;;
  start | stop) [ "$2" = cassandra.service ] || exit 5; exec $here/$1 ;;
  show)
    asked=" $* "
    set -- $($here/status)
    pid=\${2:-0} active=active
    [ "$1" = running ] || active=inactive
    echo $pid >$here/cgroup/cassandra.slice/cgroup.procs
    for line in Restart=no MainPID=${mainPid ? "$pid" : "0"} ExecMainCode=1 ExecMainStatus=143 Result=success \\
      ControlGroup=/cassandra.slice ActiveState=$active; do
      case $asked in *" -p \${line%%=*} "*) echo "$line" ;; esac
    done
    ;;
esac
`;

function withTools(
  node: FakeNode,
  mainPid: boolean,
  more: readonly (readonly [string, string])[] = [],
): HelperPlace {
  const tools = join(node.folder, "tools");
  mkdirSync(tools);
  mkdirSync(join(node.folder, "cgroup", "cassandra.slice"), { recursive: true });
  writeFileSync(join(tools, "systemctl"), systemctl(node.folder, mainPid), { mode: 0o700 });
  writeFileSync(
    join(tools, "service"),
    `#!/bin/sh\n[ "$1" = cassandra-ring ] && exec ${node.folder}/$2\n`,
    { mode: 0o700 },
  );
  writeFileSync(
    join(tools, "systemd-run"),
    `#!/bin/sh\necho "$*" >${node.folder}/systemd-run-call\nwhile [ "$1" != ${sh} ]; do shift; done\nexec setsid "$@" </dev/null >/dev/null 2>&1 &\n`,
    { mode: 0o700 },
  );
  return node.changed(
    "with-tools",
    ["BASE_PATH=/usr/sbin", `BASE_PATH=${tools}:/usr/sbin`],
    ['[ -n "${PATH:-}" ] || PATH=$BASE_PATH', "PATH=$BASE_PATH"],
    [
      "for su_root in /sys/fs/cgroup /sys/fs/cgroup/systemd",
      `for su_root in ${node.folder}/cgroup /sys/fs/cgroup/systemd`,
    ],
    ...more,
  );
}

async function wholeDrill(
  node: FakeNode,
  place: HelperPlace,
  service: DrillableService,
): Promise<void> {
  const found = await locate(node.ssh, place, service, "CassandraDaemon");
  expect(found).toMatchObject({ ok: true, value: { service: "running", process: node.process() } });
  const drill = node.plan("stop", { service, leaseMs: 20_000 });
  expect(await arm(node.ssh, place, drill)).toMatchObject({ ok: true });
  expect(await inject(node.ssh, place, drill)).toMatchObject({
    ok: true,
    value: { endedBy: "TERM" },
  });
  expect(await prove(node.ssh, place, drill.id)).toMatchObject({
    ok: true,
    value: { proven: true, service: "stopped" },
  });
  expect(await rollback(node.ssh, place, drill.id)).toMatchObject({
    ok: true,
    value: { process: node.process() },
  });
}

it.concurrent(
  "a systemd unit is stopped and started by systemctl, its process is its main pid",
  () =>
    withNode(sh, async (node) => {
      await wholeDrill(node, withTools(node, true), unit);
      const calls = readFileSync(join(node.folder, "systemctl-calls"), "utf8").split("\n");
      expect(calls).toContain("stop cassandra.service");
      // A unit that failed to start too often is refused by systemd until it is told to forget.
      expect(calls.indexOf("reset-failed cassandra.service")).toBeLessThan(
        calls.indexOf("start cassandra.service"),
      );
      const found = await locate(
        node.ssh,
        { ...node.place, path: join(node.stateFolder, "with-tools") },
        unit,
        "CassandraDaemon",
      );
      expect(found).toMatchObject({ ok: true, value: { restart: "no" } });
    }),
);

it.concurrent(
  "a unit without a main pid is found by the Cassandra process of its control group",
  () =>
    withNode(sh, async (node) => {
      await wholeDrill(node, withTools(node, false), unit);
    }),
);

it.concurrent("an init script is run through service, its process is the one of its pid file", () =>
  withNode(sh, async (node) => {
    const run = join(node.folder, "run");
    mkdirSync(run);
    const place = withTools(node, true, [
      [`"/var/run/$P_init/$P_init.pid" "/var/run/$P_init.pid"`, `"${node.folder}/pid"`],
      // Several nodes of this machine would otherwise be looked through.
      [
        "  SVC_PID=$(only_marked $(all_pids)) && return 0\n  SVC_PID= SVC=stopped",
        "  SVC_PID= SVC=stopped",
      ],
    ]);
    await wholeDrill(node, place, { kind: "init", name: "cassandra-ring" });
  }),
);

it.concurrent(
  "where systemd answers and runs the node, the guard is a unit that leaves its children alone",
  async () => {
    await withNode(sh, async (node) => {
      const place = withTools(node, true, [
        ["  [ -d /run/systemd/system ] || return 1\n", ""],
        [` && [ "$ME" = 0 ] && systemd_answers`, " && systemd_answers"],
      ]);
      const drill = node.plan("kill", { service: unit });
      const armed = await arm(node.ssh, place, drill);
      expect(armed).toMatchObject({ ok: true });
      const call = readFileSync(join(node.folder, "systemd-run-call"), "utf8");
      expect(call).toContain("--unit=ringdrill-D-1 -p KillMode=process");
      const guard = armed.ok ? armed.value.guardPid : 0;
      expect(startOf(guard)).toBeDefined();
      expect(await inject(node.ssh, place, drill)).toMatchObject({ ok: true });
      await until("rolled back", 25_000, async () => {
        const seen = await status(node.ssh, place, drill.id);
        return seen.ok && seen.value.phase === "rolled-back";
      });
      expect(node.process()).toBeDefined();
    });
  },
);
