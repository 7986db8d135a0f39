/**
 * What one node thinks of another, from three sources that each see only a part: UP/DOWN lines of its system.log
 * (exact, but only while the log is read), the heartbeat counters in its gossip table (CQL has no up/down: a dead
 * node's entry stays NORMAL and only its counter stands still) and its `nodetool status` (right, but costly and old).
 */
import type { ViewCell } from "../../../shared/contract/cluster-view.ts";

export type UpDown = "up" | "down";

export interface Opinion {
  /** The state the log is in: the first of the lines that say the same. Times are on Ringdrill's clock. */
  log?: { readonly state: UpDown; readonly since: number; readonly line: string } | undefined;
  /** `UN`, `DN`, … with the read that first said so and the newest one. */
  tool?:
    { readonly state: string; readonly since: number | undefined; readonly at: number } | undefined;
  heartbeat?: Heartbeat | undefined;
  /** STATUS of gossip: `NORMAL,…`, `shutdown,true`, `LEAVING,…` */
  status?: string | undefined;
  /** Since when log or nodetool say something that the heartbeats do not fit. */
  contradictsSince?: number | undefined;
}

export interface Heartbeat {
  readonly generation: number;
  readonly version: number;
  /** Look at which the counter was first read. */
  readonly firstAt: number;
  /** Look at which it was last seen to have risen; undefined before the second look. */
  readonly roseAt: number | undefined;
  /** Since when it is rising without a standstill. */
  readonly risingSince: number | undefined;
  /** Newest look. */
  readonly at: number;
}

/**
 * Failure detection takes 18–23 s at the default phi of 8 (seen on 5.0.6): a counter that stands still for less says
 * nothing yet.
 */
const stillMs = 20_000;
/** How long after a line or a read the heartbeats may still show what was before. */
const settleMs = 5_000;

/** The heartbeat after another look at `at` (ms). */
export function nextHeartbeat(
  before: Heartbeat | undefined,
  generation: number,
  version: number,
  at: number,
): Heartbeat {
  if (before === undefined) {
    return { generation, version, firstAt: at, roseAt: undefined, risingSince: undefined, at };
  }
  const rose =
    generation > before.generation ||
    (generation === before.generation && version > before.version);
  if (!rose) return { ...before, at };
  const stood = at - (before.roseAt ?? before.firstAt) > stillMs;
  return {
    generation,
    version,
    firstAt: before.firstAt,
    roseAt: at,
    risingSince: stood ? at : (before.risingSince ?? at),
    at,
  };
}

/** What the counter alone says. @param beatMs time between two looks: the counter cannot be seen to move in between */
export function heartbeatSays(
  heartbeat: Heartbeat | undefined,
  beatMs: number,
): UpDown | undefined {
  if (heartbeat === undefined) return undefined;
  const still = heartbeat.at - (heartbeat.roseAt ?? heartbeat.firstAt);
  if (still >= stillMs + beatMs) return "down";
  return heartbeat.roseAt === undefined ? undefined : "up";
}

/** The second letter of a state, from STATUS of gossip; N when nothing else is said, as nodetool does. */
export function modeLetter(status: string | undefined): string {
  const word = (status ?? "").split(",")[0]?.toUpperCase() ?? "";
  if (word.startsWith("BOOT")) return "J";
  if (word === "LEAVING" || word === "LEFT") return "L";
  return word === "MOVING" ? "M" : "N";
}

export interface Moment {
  readonly now: number;
  readonly beatMs: number;
  /** When the observer's log was last read to its end; undefined when it is not read. */
  readonly logReadAt: number | undefined;
}

/** The cell of who-sees-whom, and whether a nodetool read is needed to decide. */
export function decide(
  opinion: Opinion,
  moment: Moment,
): { cell: ViewCell; doubt: string | undefined } {
  const { log, tool, heartbeat } = opinion;
  const pulse = heartbeatSays(heartbeat, moment.beatMs);
  const letter = modeLetter(opinion.status);
  const said = newest(log, tool);
  const logLive =
    moment.logReadAt !== undefined && moment.now - moment.logReadAt < 3 * moment.beatMs + settleMs;

  if (said === undefined) {
    if (pulse === undefined) {
      const why = heartbeat === undefined ? "nothing read yet" : "heartbeat read only once so far";
      return { cell: { state: null, source: "gossip heartbeats", why }, doubt: undefined };
    }
    return { cell: fromPulse(pulse, letter, heartbeat, moment), doubt: undefined };
  }
  const doubt = doubtOf(said, heartbeat, pulse, moment);
  const pulseAt =
    heartbeat === undefined || pulse === undefined ? 0 : decidedAt(heartbeat, pulse, moment.beatMs);
  if (doubt !== undefined && !logLive && pulse !== undefined && pulseAt > said.at + settleMs) {
    return { cell: { ...fromPulse(pulse, letter, heartbeat, moment), why: doubt }, doubt };
  }
  const state = said.letters ?? `${said.state === "up" ? "U" : "D"}${letter}`;
  // A log that is read and holds no later line confirms what was said before.
  const confirmedAt = logLive ? moment.logReadAt : said.at;
  return {
    cell: {
      state,
      ...(said.since === undefined ? {} : { since: said.since }),
      ...(confirmedAt === undefined ? {} : { at: confirmedAt }),
      source: said.from,
      ...(doubt === undefined ? {} : { why: doubt }),
    },
    doubt,
  };
}

interface Said {
  readonly from: "system.log" | "nodetool status";
  readonly state: UpDown;
  /** Both letters when nodetool gave them. */
  readonly letters: string | undefined;
  readonly since: number | undefined;
  readonly at: number;
}

function newest(log: Opinion["log"], tool: Opinion["tool"]): Said | undefined {
  if (tool !== undefined && (log === undefined || tool.at >= log.since)) {
    const state = tool.state.startsWith("U") ? "up" : "down";
    // The log knows better since when, if it says the same.
    const since = log?.state === state ? log.since : tool.since;
    return { from: "nodetool status", state, letters: tool.state, since, at: tool.at };
  }
  if (log === undefined) return undefined;
  return {
    from: "system.log",
    state: log.state,
    letters: undefined,
    since: log.since,
    at: log.since,
  };
}

function doubtOf(
  said: Said,
  heartbeat: Heartbeat | undefined,
  pulse: UpDown | undefined,
  { beatMs }: Moment,
): string | undefined {
  if (heartbeat === undefined || pulse === undefined || pulse === said.state) return undefined;
  if (decidedAt(heartbeat, pulse, beatMs) < said.at + settleMs) return undefined;
  return pulse === "down"
    ? `its heartbeat stands still for ${seconds(heartbeat.at - (heartbeat.roseAt ?? heartbeat.firstAt))}, but ${said.from} says up`
    : `its heartbeat rises, but ${said.from} says down`;
}

/** When the counter's word was last true: an "up" at its last rise, a "down" once it had stood long enough. */
function decidedAt(heartbeat: Heartbeat, pulse: UpDown, beatMs: number): number {
  const last = heartbeat.roseAt ?? heartbeat.firstAt;
  return pulse === "up" ? last : last + stillMs + beatMs;
}

function fromPulse(
  pulse: UpDown,
  letter: string,
  heartbeat: Heartbeat | undefined,
  moment: Moment,
): ViewCell {
  const last = heartbeat?.roseAt ?? heartbeat?.firstAt ?? moment.now;
  return {
    state: `${pulse === "up" ? "U" : "D"}${letter}`,
    ...(pulse === "down" ? { since: last } : {}),
    at: heartbeat?.at ?? moment.now,
    source: "gossip heartbeats",
    ...(pulse === "down"
      ? { why: `its heartbeat stands still for ${seconds((heartbeat?.at ?? last) - last)}` }
      : {}),
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
