import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";

/** Reads `nodetool statusbinary`, `statusgossip` or `statushandoff`: true for running; the last word counts. */
export function parseRunning(text: string): Parsed<boolean | undefined> {
  const tally = new Tally();
  let running: boolean | undefined;
  for (const line of linesOf(text)) {
    const match = /^(?:Hinted handoff is )?(not )?running$/.exec(line);
    if (match === null) {
      tally.ignore(line);
      continue;
    }
    running = match[1] === undefined;
    tally.took();
  }
  return tally.done(running, running === undefined);
}
