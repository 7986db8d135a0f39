import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger, readShare } from "../text/number.ts";

/** Share of time 0..1 in which tasks waited, over 10, 60 and 300 seconds, and the whole time since boot. */
interface Stall {
  readonly avg10: number;
  readonly avg60: number;
  readonly avg300: number;
  readonly totalMicros: number;
}

export interface Pressure {
  /** At least one task waited. */
  readonly some: Stall | undefined;
  /** All tasks waited. Since 5.13 also for cpu, where it is always 0. */
  readonly full: Stall | undefined;
}

/**
 * Reads one of `/proc/pressure/{cpu,io,memory}` (kernel 4.20+). Where the kernel was booted with psi=0 the file is
 * there and reading it fails: that gives neither line and is incomplete, not an error of the poll.
 */
export function parsePressure(text: string): Parsed<Pressure> {
  const tally = new Tally();
  let some: Stall | undefined;
  let full: Stall | undefined;
  for (const line of linesOf(text)) {
    const match = /^(some|full) avg10=(\S+) avg60=(\S+) avg300=(\S+) total=(\d+)$/.exec(line);
    if (match === null) {
      if (/^(some|full) /.test(line)) tally.fail(line);
      else tally.ignore(line);
      continue;
    }
    const [avg10, avg60, avg300] = match.slice(2, 5).map((cell) => readShare(`${cell}%`));
    const totalMicros = readInteger(match[5]);
    if (
      avg10 === undefined ||
      avg60 === undefined ||
      avg300 === undefined ||
      totalMicros === undefined
    ) {
      tally.fail(line);
      continue;
    }
    const stall = { avg10, avg60, avg300, totalMicros };
    if (match[1] === "some") some = stall;
    else full = stall;
    tally.took();
  }
  return tally.done({ some, full }, some === undefined);
}
