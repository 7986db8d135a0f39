import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readNumber } from "../text/number.ts";

/** Mean number of processes that run or wait for a disk, over 1, 5 and 15 minutes. */
export interface LoadAverage {
  readonly one: number;
  readonly five: number;
  readonly fifteen: number;
}

/** Reads `/proc/loadavg` (proc(5)). */
export function parseLoadavg(text: string): Parsed<LoadAverage | undefined> {
  const tally = new Tally();
  let value: LoadAverage | undefined;
  for (const line of linesOf(text)) {
    const match = /^(\d+[.,]\d+) (\d+[.,]\d+) (\d+[.,]\d+) \d+\/\d+ \d+$/.exec(line);
    const [one, five, fifteen] = [match?.[1], match?.[2], match?.[3]].map(readNumber);
    if (one === undefined || five === undefined || fifteen === undefined) {
      tally.ignore(line);
      continue;
    }
    value = { one, five, fifteen };
    tally.took();
  }
  return tally.done(value, value === undefined);
}
