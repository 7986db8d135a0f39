import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readNumber } from "../text/number.ts";

/** The node's clocks at one moment. */
export interface HostClock {
  /** Wall clock in milliseconds since the epoch; whole seconds where `date` knows no fractions (BusyBox). */
  readonly epochMs: number;
  /** How far the host's local time, in which logs are written, is ahead of UTC. */
  readonly zoneMinutes: number | undefined;
  /** Monotonic, since boot: rates are computed with this one, because it never steps. */
  readonly uptimeMs: number | undefined;
  /** Differs after a reboot: counters before and after cannot be subtracted. */
  readonly bootId: string | undefined;
}

/** Reads the part `clock` or `end` of the poll script: `date '+%s.%N %z'`, seconds of uptime, boot id. */
export function parseClock(text: string): Parsed<HostClock | undefined> {
  const tally = new Tally();
  let epochMs: number | undefined;
  let zoneMinutes: number | undefined;
  let uptimeMs: number | undefined;
  let bootId: string | undefined;
  for (const line of linesOf(text)) {
    const date = /^(\d{9,11})(?:\.(\d*)(?:%N)?)?\s+([-+])(\d\d)(\d\d)$/.exec(line);
    if (date !== null) {
      epochMs = Number(date[1]) * 1000 + Number(`0.${date[2] || "0"}`) * 1000;
      zoneMinutes = (date[3] === "-" ? -1 : 1) * (Number(date[4]) * 60 + Number(date[5]));
    } else if (/^\d+\.\d+$/.test(line)) {
      uptimeMs = (readNumber(line) ?? 0) * 1000;
    } else if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(line)) {
      bootId = line;
    } else {
      tally.ignore(line);
      continue;
    }
    tally.took();
  }
  const value = epochMs === undefined ? undefined : { epochMs, zoneMinutes, uptimeMs, bootId };
  return tally.done(value, epochMs === undefined || uptimeMs === undefined || bootId === undefined);
}
