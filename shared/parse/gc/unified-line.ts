import { readInteger, readNumber } from "../text/number.ts";
import type { GcEvents, GcStamp } from "./gc-event.ts";
import { alarmsIn, gcBytes, gcTime, GC_SIZE, round, secondsToMs } from "./gc-text.ts";

/** A line of unified logging (Java 9+) cut into what its decorators say and its message. */
export interface UnifiedLine {
  readonly at: number | undefined;
  readonly uptimeMs: number | undefined;
  readonly message: string;
}

/**
 * Cuts `[decorators] message`. Which decorators there are is configured, so each is known by its shape: time,
 * uptime (`1.234s`, also with a comma), uptime in ms, pid, tid, level, tags. Undefined for other lines.
 */
export function readUnifiedLine(line: string): UnifiedLine | undefined {
  const match = /^((?:\[[^\]]*\])+)\s*(.*)$/.exec(line);
  if (match === null) return undefined;
  let at: number | undefined;
  let uptimeMs: number | undefined;
  let known = false;
  for (const [, text = ""] of (match[1] ?? "").matchAll(/\[([^\]]*)\]/g)) {
    const decorator = text.trim();
    if (/^[\d.,]+s$/.test(decorator)) uptimeMs = secondsToMs(decorator.slice(0, -1));
    else if (/^\d{1,12}ms$/.test(decorator)) uptimeMs = readNumber(decorator.slice(0, -2));
    else at ??= gcTime(decorator);
    known ||=
      at !== undefined ||
      uptimeMs !== undefined ||
      /^(trace|debug|info|warning|error)$/.test(decorator);
  }
  return known ? { at, uptimeMs, message: (match[2] ?? "").trimEnd() } : undefined;
}

const DURATION = String.raw`(\d+(?:[.,]\d+)?)(ms|s)`;
const HEAP = String.raw`(${GC_SIZE})->(${GC_SIZE})\((${GC_SIZE})\)`;
const GC_ID = String.raw`GC\((\d+)\) (?:([YOyo]): )?`;
const PAUSE = new RegExp(String.raw`^${GC_ID}Pause (.*?)(?: ${HEAP})? ${DURATION}$`);
const CONCURRENT = new RegExp(
  String.raw`^${GC_ID}(Concurrent .*?)(?: (${GC_SIZE})->(${GC_SIZE})\(${GC_SIZE}\))? ${DURATION}$`,
);
const CYCLE = new RegExp(
  String.raw`^${GC_ID}((?:Garbage|Major|Minor) Collection \(.*\)) (${GC_SIZE})\(\d+%\)->(${GC_SIZE})\(\d+%\)(?: ${DURATION})?$`,
);
const STALL = new RegExp(String.raw`^(?:GC\(\d+\) )?Allocation Stall \((.*)\) ${DURATION}$`);
const STOPPED =
  /^Total time for which application threads were stopped: ([\d.,]+) seconds(?:, Stopping threads took: ([\d.,]+) seconds)?/;

/** Words in brackets that say how a pause was, and not why. */
const MODES =
  /^(Normal|Prepare Mixed|Mixed|Concurrent Start|Major|Minor|Young|Old|Global|unload classes|Outside of Cycle)$/;

/**
 * Adds what a message says to the events. A pause counts on the line with its duration: the one that begins it
 * repeats the name. Gives true when the message was an event.
 */
export function addUnifiedEvent(message: string, stamp: GcStamp, events: GcEvents): boolean {
  const pause = PAUSE.exec(message);
  if (pause !== null) {
    const name = pause[3] ?? "";
    const [before, after, capacity] = pause.slice(4, 7).map(gcBytes);
    events.pauses.push({
      ...stamp,
      gcId: readInteger(pause[1]),
      ...nameParts(name),
      ms: duration(pause[7], pause[8]),
      heapBeforeBytes: before,
      heapAfterBytes: after,
      heapCapacityBytes: capacity,
      generation: pause[2] === undefined ? undefined : /y/i.test(pause[2]) ? "young" : "old",
      alarms: alarmsIn(name),
    });
    return true;
  }
  const concurrent = CONCURRENT.exec(message);
  if (concurrent !== null) {
    events.concurrent.push({
      ...stamp,
      gcId: readInteger(concurrent[1]),
      name: concurrent[3] ?? "",
      heapBeforeBytes: gcBytes(concurrent[4]),
      heapAfterBytes: gcBytes(concurrent[5]),
      ms: duration(concurrent[6], concurrent[7]),
    });
    return true;
  }
  const cycle = CYCLE.exec(message);
  if (cycle !== null) {
    events.cycles.push({
      ...stamp,
      gcId: readInteger(cycle[1]),
      name: cycle[3] ?? "",
      heapBeforeBytes: gcBytes(cycle[4]),
      heapAfterBytes: gcBytes(cycle[5]),
      ms: cycle[6] === undefined ? undefined : duration(cycle[6], cycle[7]),
    });
    return true;
  }
  const stall = STALL.exec(message);
  if (stall !== null) {
    events.stalls.push({ ...stamp, thread: stall[1] ?? "", ms: duration(stall[2], stall[3]) });
    return true;
  }
  return addSafepoint(message, stamp, events);
}

/** Adds a safepoint, in the words of Java 8–12 or of 13+. */
export function addSafepoint(message: string, stamp: GcStamp, events: GcEvents): boolean {
  const stopped = STOPPED.exec(message);
  const ms = secondsToMs(stopped?.[1]);
  if (ms !== undefined) {
    events.safepoints.push({
      ...stamp,
      operation: undefined,
      ms,
      reachMs: secondsToMs(stopped?.[2]),
    });
    return true;
  }
  const operation = /^Safepoint "([^"]*)", /.exec(message)?.[1];
  const total = readNumber(/\bTotal: (\d+) ns/.exec(message)?.[1]);
  if (operation === undefined || total === undefined) return false;
  const reach = readNumber(/\bReaching safepoint: (\d+) ns/.exec(message)?.[1]);
  events.safepoints.push({
    ...stamp,
    operation,
    ms: total / 1e6,
    reachMs: reach === undefined ? undefined : reach / 1e6,
  });
  return true;
}

function duration(amount: string | undefined, unit: string | undefined): number {
  return round((readNumber(amount) ?? 0) * (unit === "s" ? 1000 : 1));
}

/** "Young (Mixed) (G1 Evacuation Pause)" is of kind mixed, because of a G1 Evacuation Pause. */
function nameParts(name: string): { kind: string; cause: string | undefined } {
  const word = name.replace(/\s*\(.*$/, "").toLowerCase();
  const groups = bracketGroups(name);
  const causes = groups.filter((group) => !MODES.test(group));
  return { kind: groups[0] === "Mixed" ? "mixed" : word, cause: causes.at(-1) };
}

/** The outermost bracketed texts: "(System.gc())" gives "System.gc()". */
function bracketGroups(text: string): string[] {
  const groups: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(" && depth++ === 0) from = at + 1;
    if (text[at] === ")" && --depth === 0) groups.push(text.slice(from, at));
  }
  return groups;
}
