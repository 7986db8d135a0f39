/** What an operator chooses before a drill, as typed, and the request it makes. */
import type { DrillRequest, Waits } from "../../../shared/contract/drill.ts";

export interface Draft {
  readonly node: string;
  readonly load: DrillRequest["load"];
  readonly consistency: string;
  readonly rf: number;
  /** As typed; empty means the host's default. */
  readonly rate: string;
  /** In seconds as typed; empty means the default. */
  readonly waits: Readonly<Record<keyof Waits, string>>;
  /** Reason by check. */
  readonly overrides: Readonly<Record<string, string>>;
}

export const waitNames = [
  "baselineMs",
  "observeMs",
  "maxFaultMs",
  "recoveryMs",
  "hintsMs",
  "performanceMs",
  "leaseMs",
  "beatMs",
] as const satisfies readonly (keyof Waits)[];

const noWaits: Draft["waits"] = {
  baselineMs: "",
  leaseMs: "",
  beatMs: "",
  observeMs: "",
  maxFaultMs: "",
  recoveryMs: "",
  hintsMs: "",
  performanceMs: "",
};

/** The draft a drill starts with. */
export function newDraft(
  node: string,
  defaults: { readonly load: string; readonly consistency: string; readonly rf: number },
): Draft {
  const load = defaults.load === "read" || defaults.load === "mixed" ? defaults.load : "write";
  return {
    node,
    load,
    consistency: defaults.consistency,
    rf: defaults.rf,
    rate: "",
    waits: noWaits,
    overrides: {},
  };
}

function positive(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) || value < 0 ? undefined : value;
}

/** The request. Fields that are empty or no numbers are left to the host, which names what it does not accept. */
export function requestOf(drill: string, draft: Draft): DrillRequest {
  const waits: Partial<Record<keyof Waits, number>> = {};
  for (const name of waitNames) {
    const seconds = positive(draft.waits[name]);
    if (seconds !== undefined) waits[name] = Math.round(seconds * 1_000);
  }
  const rate = positive(draft.rate);
  // A reason of less than three letters is none; the check goes on to refuse.
  const overrides = Object.entries(draft.overrides)
    .filter(([, reason]) => reason.trim().length >= 3)
    .map(([check, reason]) => ({ check, reason: reason.trim() }));
  return {
    drill,
    node: draft.node,
    load: draft.load,
    consistency: draft.consistency,
    rf: draft.rf,
    ...(rate === undefined ? {} : { ratePerSecond: Math.round(rate) }),
    ...(Object.keys(waits).length === 0 ? {} : { waits }),
    ...(overrides.length === 0 ? {} : { overrides }),
  };
}
