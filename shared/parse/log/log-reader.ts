import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readLogEvent, type LogEvent } from "./log-event.ts";
import { readLogLine } from "./log-line.ts";

/** An event with its time, milliseconds since the epoch on the node's clock, and the line it was read from. */
export interface TimedLogEvent {
  readonly at: number;
  readonly event: LogEvent;
  readonly line: string;
}

/** Reads a system.log as it grows. */
export interface LogReader {
  /** Takes the next piece, which may end inside a line, and gives the events of its whole lines. */
  push(text: string): Parsed<readonly TimedLogEvent[]>;
}

/**
 * A reader for system.log.
 * @param zoneMinutes how far the host's local time is ahead of UTC (`date +%z`): the log does not say its zone
 */
export function createLogReader(zoneMinutes: number): LogReader {
  let rest = "";
  let inEntry = false;
  return {
    push(text) {
      const tally = new Tally();
      const events: TimedLogEvent[] = [];
      const whole = rest + text;
      const end = whole.lastIndexOf("\n") + 1;
      rest = whole.slice(end);
      for (const line of linesOf(whole.slice(0, end))) {
        const entry = readLogLine(line);
        if (entry === undefined) {
          // The rest of an entry of several lines belongs to it; what stands before the first one is noise.
          if (inEntry) tally.took();
          else tally.ignore(line);
          continue;
        }
        inEntry = true;
        tally.took();
        const event = readLogEvent(entry);
        if (event !== undefined)
          events.push({ at: entry.localMs - zoneMinutes * 60_000, event, line });
      }
      return tally.done(events, false);
    },
  };
}
