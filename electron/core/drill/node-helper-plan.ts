/** What the helper is told about one drill on one node, as the key=value lines that it checks again itself. */
import type { ServiceControl } from "../../../shared/contract/profile.ts";

/** Service control that can start a node again; without one nothing can be drilled. */
export type DrillableService = Exclude<ServiceControl, { kind: "none" }>;

/** A process by number and start time (field 22 of /proc/PID/stat, clock ticks since boot): numbers are used again. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly start: string;
}

export interface HelperPlan {
  /** The run's id: 1 to 64 letters, digits, dots, dashes; the drill's folder on the node has this name. */
  readonly id: string;
  readonly fault: "kill" | "stop";
  readonly process: ProcessIdentity;
  readonly service: DrillableService;
  /** The guard rolls back when the lease was not renewed for this long; at least 2 s, whole seconds are used. */
  readonly leaseMs: number;
  /** … and after this long in any case, counted from arming. */
  readonly limitMs: number;
  /** Must be part of the process's command line. */
  readonly marker: string;
}

/** What every Cassandra's command line holds: its main class. */
export const cassandraMarker = "CassandraDaemon";

/** The lines that name the service; paths must be final (no `%a` in them). */
export function serviceLines(service: DrillableService, marker: string): readonly string[] {
  const lines = ["format=1", `marker=${marker}`];
  switch (service.kind) {
    case "systemd":
      return [...lines, "control=systemd", `unit=${service.unit}`];
    case "init":
      return [...lines, "control=init", `init=${service.name}`];
    case "scripts":
      return [
        ...lines,
        "control=scripts",
        `start_script=${service.start}`,
        `stop_script=${service.stop}`,
        `status_script=${service.status}`,
      ];
  }
}

/** The lines of a whole plan. Times are rounded up to whole seconds: the helper never acts earlier than asked. */
export function planLines(plan: HelperPlan): readonly string[] {
  return [
    ...serviceLines(plan.service, plan.marker),
    `id=${plan.id}`,
    `fault=${plan.fault}`,
    `pid=${plan.process.pid}`,
    `start=${plan.process.start}`,
    `lease_s=${Math.ceil(plan.leaseMs / 1000)}`,
    `limit_s=${Math.ceil(plan.limitMs / 1000)}`,
  ];
}
