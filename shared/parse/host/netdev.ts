import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

/** Counters of one network interface since boot. */
export interface InterfaceCounters {
  readonly rxBytes: number;
  readonly rxPackets: number;
  readonly rxErrs: number;
  readonly rxDrop: number;
  readonly txBytes: number;
  readonly txPackets: number;
  readonly txErrs: number;
  readonly txDrop: number;
}

/**
 * Reads `/proc/net/dev` (proc(5)). The name ends at the last colon: no blank follows it once the counter is wide,
 * and aliases have a colon in their name.
 */
export function parseNetdev(text: string): Parsed<ReadonlyMap<string, InterfaceCounters>> {
  const tally = new Tally();
  const interfaces = new Map<string, InterfaceCounters>();
  for (const line of linesOf(text)) {
    const match = /^\s*(\S.*):\s*(\d[\d\s]*)$/.exec(line);
    if (/^(Inter-\||\s*face\s*\|)/.test(line)) {
      tally.took();
      continue;
    }
    if (match === null) {
      tally.ignore(line);
      continue;
    }
    const counters = cellsOf(match[2] ?? "")
      .map(readInteger)
      .filter((counter) => counter !== undefined);
    if (counters.length < 16) {
      tally.fail(line);
      continue;
    }
    const [rxBytes = 0, rxPackets = 0, rxErrs = 0, rxDrop = 0] = counters;
    const [txBytes = 0, txPackets = 0, txErrs = 0, txDrop = 0] = counters.slice(8);
    interfaces.set(match[1] ?? "", {
      rxBytes,
      rxPackets,
      rxErrs,
      rxDrop,
      txBytes,
      txPackets,
      txErrs,
      txDrop,
    });
    tally.took();
  }
  return tally.done(interfaces, interfaces.size === 0);
}
