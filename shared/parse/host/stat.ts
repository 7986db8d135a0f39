import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

/** Clock ticks since boot. `guest` is a part of `user` and is left out. */
export interface CpuTicks {
  readonly user: number;
  readonly nice: number;
  readonly system: number;
  readonly idle: number;
  readonly iowait: number;
  readonly irq: number;
  readonly softirq: number;
  readonly steal: number;
}

export interface HostStat {
  readonly total: CpuTicks | undefined;
  readonly cores: ReadonlyMap<string, CpuTicks>;
  /** Time of boot, milliseconds since the epoch. */
  readonly bootMs: number | undefined;
}

/** Reads `/proc/stat` (proc(5)): the cpu lines and `btime`. Kernels before 2.6.11 have no `steal`: 0 then. */
export function parseStat(text: string): Parsed<HostStat> {
  const tally = new Tally();
  const cores = new Map<string, CpuTicks>();
  let total: CpuTicks | undefined;
  let bootMs: number | undefined;
  for (const line of linesOf(text)) {
    const [name = "", ...cells] = cellsOf(line);
    if (/^cpu\d*$/.test(name)) {
      const ticks = readTicks(cells);
      if (ticks === undefined) tally.fail(line);
      else {
        if (name === "cpu") total = ticks;
        else cores.set(name, ticks);
        tally.took();
      }
    } else if (name === "btime") {
      const seconds = readInteger(cells[0]);
      if (seconds === undefined) tally.fail(line);
      else {
        bootMs = seconds * 1000;
        tally.took();
      }
    } else if (/^(intr|ctxt|processes|procs_running|procs_blocked|softirq)$/.test(name)) {
      tally.took();
    } else {
      tally.ignore(line);
    }
  }
  return tally.done({ total, cores, bootMs }, total === undefined && cores.size === 0);
}

function readTicks(cells: readonly string[]): CpuTicks | undefined {
  const numbers = cells.map(readInteger);
  const [user, nice, system, idle, iowait = 0, irq = 0, softirq = 0, steal = 0] = numbers;
  if (user === undefined || nice === undefined || system === undefined || idle === undefined)
    return undefined;
  return { user, nice, system, idle, iowait, irq, softirq, steal };
}
