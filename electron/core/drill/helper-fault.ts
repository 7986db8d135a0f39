/** A node's fault through the helper on that node: the runner's verbs in the helper's words. */
import type { DrillPlan } from "../../../shared/contract/drill.ts";
import type { Profile } from "../../../shared/contract/profile.ts";
import { drillById } from "../../../shared/drill/catalogue.ts";
import type { SshSession } from "../deps.ts";
import type { Session } from "../session.ts";
import type { NodeFault, NodeStatus, Said } from "./node-fault.ts";
import {
  arm,
  disarm,
  inject,
  locate,
  prove,
  renew,
  rollback,
  selfTest,
  status,
} from "./node-helper.ts";
import { broughtBackBy } from "./brought-back-by.ts";
import type { HelperAnswer } from "./node-helper-answer.ts";
import { installHelper, type HelperPlace } from "./node-helper-install.ts";
import { cassandraMarker, type DrillableService, type HelperPlan } from "./node-helper-plan.ts";

/** `%a` in a profile's paths stands for the node's address. */
export function pathFor(path: string, address: string): string {
  return path.replaceAll("%a", address);
}

/** The service control of one node, with final paths; undefined when the profile has none. */
export function serviceOf(profile: Profile, address: string): DrillableService | undefined {
  const { service } = profile;
  if (service.kind === "none") return undefined;
  if (service.kind !== "scripts") return service;
  return {
    kind: "scripts",
    start: pathFor(service.start, address),
    stop: pathFor(service.stop, address),
    status: pathFor(service.status, address),
  };
}

/** The fault of `plan` on its node. The SSH connection is looked up at each verb: it may have been made anew. */
export function faultByHelper(session: Session, plan: DrillPlan): NodeFault {
  const node = plan.nodes[0];
  const drill = drillById(plan.drill.id);
  if (node === undefined || drill === undefined)
    throw new Error(`the plan ${plan.runId} names no node or an unknown drill`);
  const service = serviceOf(session.profile, node.address);
  const stateFolder = session.profile.stateFolder;
  if (service === undefined || stateFolder === undefined)
    throw new Error(
      `the profile ${session.profile.name} has no service control or no state folder`,
    );
  let helperPlan: HelperPlan | undefined;
  let known: HelperPlace | undefined;

  const ssh = (): SshSession => {
    const found = session.ssh(node.key);
    if (found === undefined) throw new Error(`There is no SSH connection to ${node.address} now.`);
    return found;
  };
  const place = async (): Promise<HelperPlace> => {
    if (known !== undefined) return known;
    const answer = await installHelper(ssh(), pathFor(stateFolder, node.address));
    if (!answer.ok) throw new Error(answer.why);
    known = answer.value;
    return known;
  };
  const said = <T>(answer: HelperAnswer<T>, words: (value: T) => string): Said =>
    answer.ok ? { ok: true, said: words(answer.value) } : { ok: false, said: answer.why };

  return {
    prepare: async () => {
      known = undefined;
      const tested = await selfTest(ssh(), await place());
      return said(
        tested,
        ({ backMs }) =>
          `helper in place with the right digest; the guard brought a dry fault back after ${(backMs / 1_000).toFixed(1)} s`,
      );
    },
    arm: async () => {
      const found = await locate(ssh(), await place(), service, cassandraMarker);
      if (!found.ok) return { ok: false, said: found.why };
      if (found.value.process === undefined)
        return {
          ok: false,
          said: `the service says "${found.value.service}": there is no process to drill`,
        };
      const { restart } = found.value;
      if (drill.fault === "kill" && restart !== undefined && restart !== "no") {
        return {
          ok: false,
          said: `the unit has Restart=${restart}: systemd would undo the kill. Put a drop-in with Restart=no under /run/systemd/system first`,
        };
      }
      helperPlan = {
        id: plan.runId,
        fault: drill.fault,
        process: found.value.process,
        service,
        leaseMs: plan.waits.leaseMs,
        limitMs: plan.waits.maxFaultMs + plan.waits.leaseMs,
        marker: cassandraMarker,
      };
      const armed = await arm(ssh(), await place(), helperPlan);
      return said(
        armed,
        ({ guardPid, leaseLeftMs }) =>
          `guard ${guardPid} is alive, lease ${(leaseLeftMs / 1_000).toFixed(0)} s; Cassandra is pid ${helperPlan?.process.pid}`,
      );
    },
    renew: async () => {
      const answer = await renew(ssh(), await place(), plan.runId);
      if (!answer.ok) return { ok: false, said: answer.why };
      const { guard, leaseLeftMs } = answer.value;
      // A lease without a guard protects nothing: the fault must not stay in.
      return guard === "alive"
        ? { ok: true, said: `lease ${(leaseLeftMs / 1_000).toFixed(0)} s` }
        : { ok: false, said: `the guard is ${guard}` };
    },
    inject: async () => {
      if (helperPlan === undefined)
        return { ok: false, said: "the guard was not armed by this process" };
      const answer = await inject(ssh(), await place(), helperPlan);
      if (!answer.ok) return { ok: false, said: answer.why };
      const { endedBy, tookMs, atMs } = answer.value;
      const by = endedBy === undefined ? "" : `, by ${endedBy}`;
      return { ok: true, said: `the process ended after ${tookMs} ms${by}`, atMs };
    },
    prove: async () => {
      const answer = await prove(ssh(), await place(), plan.runId);
      if (!answer.ok) return { ok: false, said: answer.why };
      return {
        ok: answer.value.proven,
        said: answer.value.proven
          ? "the planned process is gone and no other one runs"
          : `the service says "${answer.value.service}"`,
      };
    },
    rollback: async () => {
      const answer = await rollback(ssh(), await place(), plan.runId);
      return said(
        answer,
        (value) =>
          `Cassandra runs${value.process === undefined ? "" : ` as pid ${value.process.pid}`}`,
      );
    },
    status: async (): Promise<NodeStatus> => {
      const answer = await status(ssh(), await place(), plan.runId);
      if (!answer.ok)
        return {
          phase: "none",
          guardAlive: false,
          leaseLeftMs: undefined,
          process: "unknown",
          broughtBackBy: undefined,
          said: answer.why,
        };
      const { value } = answer;
      return {
        phase: value.phase,
        guardAlive: value.guard === "alive",
        leaseLeftMs: value.guard === "alive" ? value.leaseLeftMs : undefined,
        process: value.planned.lives || value.back?.lives === true ? "running" : "gone",
        broughtBackBy: broughtBackBy(value),
        said: `${value.phase}, guard ${value.guard}${value.phaseNote === "" ? "" : ` (${value.phaseNote})`}`,
      };
    },
    disarm: async (chainHead) =>
      said(
        await disarm(ssh(), await place(), plan.runId, chainHead),
        ({ guard }) => `guard ${guard}`,
      ),
  };
}
