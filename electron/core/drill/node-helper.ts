/**
 * Drives the node helper over SSH: one function a verb, each with a time-out, each answer read strictly.
 * A refusal is a value; a Failure is thrown only when SSH failed or the helper did not answer in its form.
 */
import type { SshSession } from "../deps.ts";
import { readAnswer, type HelperAnswer, type HelperLines } from "./node-helper-answer.ts";
import type { HelperPlace } from "./node-helper-install.ts";
import {
  planLines,
  serviceLines,
  type DrillableService,
  type HelperPlan,
  type ProcessIdentity,
} from "./node-helper-plan.ts";
import {
  readScan,
  readStatus,
  type DrillStatus,
  type GuardState,
  type Scan,
} from "./node-helper-status.ts";

const serviceWords = ["running", "starting", "stopped", "unknown"] as const;
/** starting: a process is there and is not the service's Java yet. unknown: the service control gave no answer. */
type ServiceWord = (typeof serviceWords)[number];

export interface Located {
  readonly service: ServiceWord;
  /** The node's process, by its own service control: several nodes may share a host. */
  readonly process: ProcessIdentity | undefined;
  /** systemd's `Restart=` of the unit; a unit that restarts by itself undoes a kill. */
  readonly restart: string | undefined;
}
export interface Armed {
  readonly guardPid: number;
  readonly leaseLeftMs: number;
  readonly limitLeftMs: number;
}
export interface Renewed {
  readonly guard: GuardState;
  readonly leaseLeftMs: number;
  readonly limitLeftMs: number;
}
export interface Injected {
  /** Which signal really ended the process, as far as kill, systemd or the stop script say it. */
  readonly endedBy: "TERM" | "KILL" | undefined;
  /** The node's wall clock right before the act. */
  readonly atMs: number;
  /** Until the process was gone. */
  readonly tookMs: number;
}
export interface Proof {
  /** The planned process is gone and the service runs no other one. */
  readonly proven: boolean;
  readonly plannedGone: boolean;
  readonly service: ServiceWord;
  readonly process: ProcessIdentity | undefined;
}
export interface RolledBack {
  readonly phase: "rolled-back" | "disarmed";
  readonly service: ServiceWord;
  readonly process: ProcessIdentity | undefined;
}

const maxBytes = 1_048_576;
const plain = `h=$1; shift; exec /bin/sh "$h" "$@" </dev/null`;
const asRoot = `h=$1; shift; exec sudo -n -- "$h" "$@" </dev/null`;
const plainWithLines = `h=$1 v=$2 s=$3 i=$4; shift 4; printf '%s\\n' "$@" | /bin/sh "$h" "$v" -s "$s" "$i"`;
const asRootWithLines = `h=$1 v=$2 s=$3 i=$4; shift 4; printf '%s\\n' "$@" | sudo -n -- "$h" "$v" -s "$s" "$i"`;

async function run<T>(
  ssh: SshSession,
  place: HelperPlace,
  verb: string,
  words: readonly string[],
  timeoutMs: number,
  read: (lines: HelperLines) => T,
): Promise<HelperAnswer<T>> {
  const result = await ssh.exec(place.sudo ? asRoot : plain, {
    timeoutMs,
    maxBytes,
    args: [place.path, verb, "-s", place.stateFolder, ...words],
  });
  return readAnswer(ssh.host, verb, result, read);
}

async function tell<T>(
  ssh: SshSession,
  place: HelperPlace,
  verb: string,
  id: string,
  lines: readonly string[],
  timeoutMs: number,
  read: (lines: HelperLines) => T,
): Promise<HelperAnswer<T>> {
  const result = await ssh.exec(place.sudo ? asRootWithLines : plainWithLines, {
    timeoutMs,
    maxBytes,
    args: [place.path, verb, place.stateFolder, id, ...lines],
  });
  return readAnswer(ssh.host, verb, result, read);
}

/** pid and start time of the node's process by its service control. The answer may be "stopped". @throws Failure */
export function locate(
  ssh: SshSession,
  place: HelperPlace,
  service: DrillableService,
  marker: string,
): Promise<HelperAnswer<Located>> {
  return tell(ssh, place, "locate", "", serviceLines(service, marker), 30_000, (lines) => ({
    service: lines.oneOf("service", serviceWords),
    process: processOf(lines, "pid", "start"),
    restart: lines.optional("restart"),
  }));
}

/** Stores the plan on the node and starts the guard; ok only once the guard was seen alive. @throws Failure */
export function arm(
  ssh: SshSession,
  place: HelperPlace,
  plan: HelperPlan,
): Promise<HelperAnswer<Armed>> {
  return tell(ssh, place, "arm", plan.id, planLines(plan), 45_000, (lines) => ({
    guardPid: lines.number("guard_pid"),
    leaseLeftMs: lines.number("lease_ms"),
    limitLeftMs: lines.number("limit_ms"),
  }));
}

/** Renews the lease; refused (`lease-over`, `limit-over`, `not-armed`) once the way back is due or begun. @throws Failure */
export function renew(
  ssh: SshSession,
  place: HelperPlace,
  id: string,
): Promise<HelperAnswer<Renewed>> {
  return run(ssh, place, "renew", [id], 8_000, (lines) => ({
    guard: lines.oneOf("guard", ["none", "alive", "silent", "dead", "ended"]),
    leaseLeftMs: lines.number("lease_ms"),
    limitLeftMs: lines.number("limit_ms"),
  }));
}

/** The fault. A stop is waited for up to the plan's limit: go on renewing meanwhile. @throws Failure */
export function inject(
  ssh: SshSession,
  place: HelperPlace,
  plan: HelperPlan,
): Promise<HelperAnswer<Injected>> {
  const timeoutMs = plan.fault === "stop" ? plan.limitMs + 60_000 : 45_000;
  return run(ssh, place, "inject", [plan.id], timeoutMs, (lines) => {
    const endedBy = lines.oneOf("ended_by", ["TERM", "KILL", "unknown"]);
    return {
      endedBy: endedBy === "unknown" ? undefined : endedBy,
      atMs: lines.number("at_ms"),
      tookMs: lines.number("took_ms"),
    };
  });
}

/** Looks whether the fault is really in. @throws Failure */
export function prove(
  ssh: SshSession,
  place: HelperPlace,
  id: string,
): Promise<HelperAnswer<Proof>> {
  return run(ssh, place, "prove", [id], 30_000, (lines) => {
    const plannedGone = lines.oneOf("gone", ["yes", "no"]) === "yes";
    const service = lines.oneOf("service", serviceWords);
    return {
      proven: plannedGone && service === "stopped",
      plannedGone,
      service,
      process: processOf(lines, "pid", "start"),
    };
  });
}

/** Brings the node back and waits until its process runs (not until it serves). Can be repeated at any time. @throws Failure */
export function rollback(
  ssh: SshSession,
  place: HelperPlace,
  id: string,
): Promise<HelperAnswer<RolledBack>> {
  return run<RolledBack>(ssh, place, "rollback", [id], 180_000, (lines) => ({
    phase: lines.oneOf("phase", ["rolled-back", "disarmed"] as const),
    service: lines.oneOf("service", serviceWords),
    process: processOf(lines, "new_pid", "new_start"),
  }));
}

/** The drill's state on the node, at once and without any lock. @throws Failure */
export function status(
  ssh: SshSession,
  place: HelperPlace,
  id: string,
): Promise<HelperAnswer<DrillStatus>> {
  return run(ssh, place, "status", [id], 8_000, readStatus);
}

/** All drills of the node's state folder; with `mend` those without a guard are rolled back first. @throws Failure */
export function scan(
  ssh: SshSession,
  place: HelperPlace,
  mend: boolean,
): Promise<HelperAnswer<Scan>> {
  return run(ssh, place, "scan", mend ? ["mend"] : [], mend ? 600_000 : 30_000, readScan);
}

/** A whole drill on a `sleep` of its own: the guard must bring it back unasked. Gives the time that took. @throws Failure */
export function selfTest(
  ssh: SshSession,
  place: HelperPlace,
): Promise<HelperAnswer<{ readonly backMs: number }>> {
  return run(ssh, place, "self-test", [], 120_000, (lines) => ({
    backMs: lines.number("back_ms"),
  }));
}

/** Ends the guard of a rolled-back drill and leaves the journal's head (64 hex digits) on the node. @throws Failure */
export function disarm(
  ssh: SshSession,
  place: HelperPlace,
  id: string,
  head: string,
): Promise<HelperAnswer<{ readonly guard: GuardState }>> {
  return run(ssh, place, "disarm", [id, head], 30_000, (lines) => ({
    guard: lines.oneOf("guard", ["ended", "alive", "silent"]),
  }));
}

function processOf(
  lines: HelperLines,
  pidKey: string,
  startKey: string,
): ProcessIdentity | undefined {
  const pid = lines.optionalNumber(pidKey);
  const start = lines.optional(startKey);
  return pid === undefined || start === undefined ? undefined : { pid, start };
}
