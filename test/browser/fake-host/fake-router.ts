/** The contract answered with clusters that do not exist, so that the screens can be looked at without one. */
import { implement } from "@orpc/server";
import { contract } from "../../../shared/contract/contract.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { fakeClusters, profileOf } from "./fake-clusters.ts";
import { catalogueRows, planOf } from "./fake-plan.ts";
import { paperOf, reportOf, reportRowOf, verifyOf } from "./fake-report.ts";
import { seriesOf } from "./fake-series.ts";
import { runOf, type FakeState } from "./fake-state.ts";
import { viewOf } from "./fake-view.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** All procedures. */
export function fakeRouter(state: FakeState) {
  const os = implement(contract);
  const viewNow = (profile: string): ClusterView | undefined => {
    const fake = fakeClusters[profile];
    return fake === undefined ? undefined : viewOf({ ...fake, profile, at: state.now() });
  };
  return os.router({
    app: {
      info: os.app.info.handler(() => ({
        version: "0.1.0",
        host: "browser",
        dataFolder: "/tmp",
        notice: null,
        canKeepSecrets: true,
        startTarget: state.startTarget,
      })),
    },
    profiles: {
      list: os.profiles.list.handler(() => ({
        rows: [...Object.keys(fakeClusters), "changed-key"].map((name) => ({
          profile: profileOf(name),
          practice: name === "practice",
          open: name === "practice",
          lastLook:
            name === "locked"
              ? null
              : {
                  at: state.now() - 8_000,
                  text:
                    name === "shop-production"
                      ? "10.20.0.3 is down in every view."
                      : "All nodes are up and normal in every view.",
                },
          unfinished: name === "no-label" ? 1 : 0,
        })),
        problems: [],
      })),
      save: os.profiles.save.handler(({ input }) => ({ name: input.profile.name })),
      remove: os.profiles.remove.handler(() => ({ removed: true })),
      test: os.profiles.test.handler(async function* ({ input }) {
        for (const node of input.profile.contactPoints.slice(0, 3)) {
          for (const hop of [
            "dns",
            "tcp",
            "host key",
            "ssh login",
            "command",
            "cql connect",
            "cql login",
            "datacenter",
          ]) {
            yield { node, hop, state: "running" as const, text: "" };
            await pause(60);
            yield {
              node,
              hop,
              state: "ok" as const,
              text: hop === "host key" ? "known: SHA256:6nC4…" : "passed",
              tookMs: 12.4,
            };
          }
        }
      }),
      keepSecrets: os.profiles.keepSecrets.handler(() => ({ kept: true })),
    },
    hostKeys: {
      next: os.hostKeys.next.handler(async ({ input }) => {
        await pause(input.after === 0 ? 0 : 1_000);
        return { seq: input.after + 1, asks: state.asks };
      }),
      answer: os.hostKeys.answer.handler(({ input }) => {
        state.asks = state.asks.filter((ask) => ask.id !== input.id);
        state.answers.push(input);
        return { answered: true };
      }),
    },
    practice: {
      status: os.practice.status.handler(() => ({
        state: "running" as const,
        simulated: false,
        version: "5.0.6",
        folder: "/home/ops/.cache/ringdrill/practice",
        nodes: [1, 2, 3].map((i) => ({
          address: `127.0.0.${i}`,
          dc: "dc1",
          rack: `rack${i}`,
          cassandra: "running" as const,
          pid: 4_200 + i,
          residentBytes: 690 * 1024 ** 2,
          ssh: true,
        })),
        supervisor: 4_199,
        impossible: null,
      })),
      up: os.practice.up.handler(async function* () {
        for (let done = 0; done <= 10; done += 1) {
          yield {
            doing: `127.0.0.${(done % 3) + 1}: waiting for CQL`,
            node: `127.0.0.${(done % 3) + 1}`,
            done,
            of: 10,
            remainingMs: (10 - done) * 2_000,
          };
          await pause(300);
        }
      }),
      down: os.practice.down.handler(({ errors }) => {
        throw errors.UNAVAILABLE({
          message: "The fake host has nothing to stop.",
          data: { why: "it is fake" },
        });
      }),
      reset: os.practice.reset.handler(({ errors }) => {
        throw errors.UNAVAILABLE({
          message: "The fake host has nothing to reset.",
          data: { why: "it is fake" },
        });
      }),
    },
    cluster: {
      open: os.cluster.open.handler(({ input, errors }) => {
        if (input.profile === "locked" && input.secrets?.cqlPassword === undefined) {
          throw errors.NEEDS_SECRET({
            message: "A password is needed.",
            data: { which: "cqlPassword", question: "CQL password of ringdrill on locked" },
          });
        }
        if (input.profile === "changed-key") {
          throw errors.FAILED({
            message: "The host key of 10.60.0.1 has changed",
            data: {
              hop: "host key",
              kind: "host key changed",
              node: "10.60.0.1:22",
              message:
                "The SSH host key of 10.60.0.1 is not the one in ~/.ssh/known_hosts: known SHA256:uNiVztksCsDhcc0u9e8BrAAQ, shown SHA256:6nC4hrUoaPcPYr9JOGyUq0pq",
              next: "Find out on the host's console which key is right; if it was reinstalled, remove the old line with ssh-keygen -R 10.60.0.1",
            },
          });
        }
        return { name: input.profile };
      }),
      close: os.cluster.close.handler(() => ({ closed: true })),
      next: os.cluster.next.handler(async ({ input, errors }) => {
        await pause(input.after === 0 ? 30 : 1_000);
        while (state.silent) await pause(200);
        const view = viewNow(input.profile);
        if (view === undefined)
          throw errors.NOT_FOUND({
            message: `No cluster ${input.profile}.`,
            data: { what: input.profile },
          });
        return view;
      }),
      lookNow: os.cluster.lookNow.handler(() => ({ asked: true })),
      series: os.cluster.series.handler(({ input, errors }) => {
        const view = viewNow(input.profile);
        if (view === undefined)
          throw errors.NOT_FOUND({ message: "No such cluster.", data: { what: input.profile } });
        const silent = new Set(
          view.nodes.filter((node) => node.reach.cql.state === "failed").map((node) => node.key),
        );
        return seriesOf(view, input.fromMs, input.toMs, input.points, silent);
      }),
      raws: os.cluster.raws.handler(({ input }) => {
        const entry = {
          key: "1/df",
          node: input.node,
          what: "df -P -k /var/lib/cassandra/data /var/lib/cassandra/commitlog",
          at: state.now(),
          tookMs: 8.4,
          exit: "0",
          text: "Filesystem     1024-blocks      Used Available Capacity Mounted on\n/dev/nvme1n1     976762584 412007120 564755464      43% /var/lib/cassandra",
          truncated: false,
        };
        return [
          entry,
          {
            ...entry,
            key: "1/tp",
            what: "SELECT * FROM system_views.thread_pools",
            exit: "rows 31",
          },
        ];
      }),
      raw: os.cluster.raw.handler(({ input }) => ({
        key: input.key,
        node: "127.0.0.1",
        what: input.key,
        at: state.now(),
        tookMs: 4.2,
        exit: "0",
        text: "Pool Name                    Active   Pending\nMutationStage                     3         0",
        truncated: false,
      })),
    },
    drills: {
      catalogue: os.drills.catalogue.handler(() => catalogueRows()),
      plan: os.drills.plan.handler(({ input, errors }) => {
        const view = viewNow(input.profile);
        if (view === undefined)
          throw errors.NOT_FOUND({ message: "No such cluster.", data: { what: input.profile } });
        return planOf(view, input.request, "20261201-plan", state.now());
      }),
      start: os.drills.start.handler(({ input, errors }) => {
        const view = viewNow(input.profile);
        if (view === undefined)
          throw errors.NOT_FOUND({ message: "No such cluster.", data: { what: input.profile } });
        const runId = `20261201-${state.runs.size + 1}`;
        state.runs.set(runId, {
          plan: planOf(view, input.request, runId, state.now()),
          startAt: state.now(),
          stoppedAt: undefined,
        });
        return { runId, folder: `/home/ops/.local/share/ringdrill/runs/${runId}` };
      }),
      active: os.drills.active.handler(() => {
        const open = [...state.runs.keys()].find(
          (runId) => runOf(state, runId)?.result === undefined,
        );
        return open === undefined ? null : { runId: open };
      }),
      next: os.drills.next.handler(async ({ input, errors }) => {
        await pause(input.after === 0 ? 20 : 500);
        const run = runOf(state, input.runId);
        if (run === undefined)
          throw errors.NOT_FOUND({
            message: `No run ${input.runId}.`,
            data: { what: input.runId },
          });
        return run;
      }),
      stop: os.drills.stop.handler(({ input }) => {
        const run = state.runs.get(input.runId);
        if (run !== undefined) run.stoppedAt = state.now();
        return {
          stopping: true,
          text: "Rolling back; then the node is waited for and what was written is read back.",
        };
      }),
      scan: os.drills.scan.handler(({ input }) =>
        input.profile === "no-label"
          ? [
              {
                runId: "20261130-7",
                drill: "D-06",
                node: "10.30.0.2",
                phase: "observing",
                at: state.now() - 86_400_000,
                where: "both" as const,
                onNode: "The helper says: rolled back by the guard, process up.",
                next: "Resume it: the node is up again, the audit is still to be done.",
              },
            ]
          : [],
      ),
      resume: os.drills.resume.handler(({ input }) => ({ runId: input.runId })),
      rollback: os.drills.rollback.handler(() => null),
    },
    reports: {
      list: os.reports.list.handler(() =>
        [...state.runs.keys()].flatMap((runId) => runOf(state, runId) ?? []).map(reportRowOf),
      ),
      get: os.reports.get.handler(({ input, errors }) => {
        const run = runOf(state, input.folder.split("/").at(-1) ?? "");
        if (run === undefined)
          throw errors.NOT_FOUND({ message: "No such run.", data: { what: input.folder } });
        return reportOf(run);
      }),
      html: os.reports.html.handler(({ input, errors }) => {
        const run = runOf(state, input.folder.split("/").at(-1) ?? "");
        if (run === undefined)
          throw errors.NOT_FOUND({ message: "No such run.", data: { what: input.folder } });
        return { html: paperOf(run) };
      }),
      verify: os.reports.verify.handler(({ input }) =>
        verifyOf(input.folder, input.folder.split("/").at(-1) ?? ""),
      ),
      export: os.reports.export.handler(({ input }) => ({
        files: input.forms.map((form) => `${input.into}/report.${form}`),
      })),
    },
  });
}
