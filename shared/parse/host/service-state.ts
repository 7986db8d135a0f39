import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

/** What the node's service control says about Cassandra. It is not what the ring says. */
export interface ServiceState {
  readonly state: "running" | "stopped" | "changing" | "failed" | "unknown";
  /** In the words of the service control. */
  readonly text: string;
  readonly pid: number | undefined;
  /** Started at boot; undefined where the control does not say. */
  readonly enabled: boolean | undefined;
  readonly restarts: number | undefined;
}

/**
 * Reads `systemctl show -p ActiveState,…` or the answer and exit code of a status script (LSB: 0 running, 1–3 not
 * running, 4 unknown). systemd that does not answer (no bus) is incomplete.
 */
export function readServiceState(
  kind: "systemd" | "init" | "script" | undefined,
  text: string,
  code: number,
): Parsed<ServiceState | undefined> {
  const tally = new Tally();
  const lines = linesOf(text);
  if (kind !== "systemd") {
    const known = kind !== undefined && code <= 4;
    for (const line of lines) tally.ignore(line);
    const state = code === 0 ? "running" : code <= 3 ? "stopped" : "unknown";
    const said = {
      text: text.trim().slice(0, 200),
      pid: undefined,
      enabled: undefined,
      restarts: undefined,
    };
    return tally.done(known ? { state, ...said } : undefined, !known);
  }
  const properties = new Map<string, string>();
  for (const line of lines) {
    const match = /^(ActiveState|SubState|MainPID|UnitFileState|NRestarts)=(.*)$/.exec(line);
    if (match === null) {
      tally.ignore(line);
      continue;
    }
    properties.set(match[1] ?? "", match[2] ?? "");
    tally.took();
  }
  const active = properties.get("ActiveState");
  if (active === undefined || active === "") return tally.done(undefined, true);
  const unitFile = properties.get("UnitFileState");
  const pid = readInteger(properties.get("MainPID"));
  return tally.done(
    {
      state: STATES[active] ?? "unknown",
      text: [active, properties.get("SubState")]
        .filter((word) => word !== undefined && word !== "")
        .join(" "),
      pid: pid === 0 ? undefined : pid,
      enabled:
        unitFile === undefined || unitFile === ""
          ? undefined
          : /^(enabled|static|alias|generated)/.test(unitFile),
      restarts: readInteger(properties.get("NRestarts")),
    },
    false,
  );
}

const STATES: Readonly<Record<string, ServiceState["state"]>> = {
  active: "running",
  inactive: "stopped",
  failed: "failed",
  activating: "changing",
  deactivating: "changing",
  reloading: "changing",
};
