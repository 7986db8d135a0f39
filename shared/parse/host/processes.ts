import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";
import { isCassandra } from "./command-line.ts";

/** Ticks a second of `/proc/PID/stat`: 100 on every Linux that Cassandra runs on. */
const TICK_MS = 10;

export interface CassandraProcess {
  readonly pid: number;
  readonly args: readonly string[];
  /** R, S, D, T (stopped by a signal), t, Z … as in proc(5). */
  readonly state: string | undefined;
  /** Start of the process in milliseconds after boot: with the pid it names the process. */
  readonly startedAfterBootMs: number | undefined;
  readonly cpuMs: number | undefined;
  readonly residentBytes: number | undefined;
  readonly threads: number | undefined;
  readonly uid: number | undefined;
}

/**
 * Reads the part `process` of the poll script: for each Cassandra process `#PID` with its arguments divided by
 * U+001F, its `/proc/PID/stat` and lines of its `/proc/PID/status`. An empty text is a host without one.
 */
export function parseProcesses(text: string): Parsed<readonly CassandraProcess[]> {
  const tally = new Tally();
  const found: CassandraProcess[] = [];
  const blocks: string[][] = [];
  for (const line of linesOf(text)) {
    if (/^#\d+ /.test(line)) blocks.push([line]);
    else if (blocks.length === 0) tally.ignore(line);
    else blocks.at(-1)?.push(line);
  }
  let cut = false;
  for (const [head = "", ...lines] of blocks) {
    const [, pidText = "", rest = ""] = /^#(\d+) (.*)$/.exec(head) ?? [];
    const args = rest.split("\u001F").filter((arg) => arg !== "");
    // A process may end between two reads: what is missing then is unknown, and the process is not reported.
    if (!isCassandra(args)) {
      tally.ignore(head);
      continue;
    }
    const process = readProcess(Number(pidText), args, lines, tally);
    cut ||= process.startedAfterBootMs === undefined;
    found.push(process);
    tally.took();
  }
  return tally.done(found, cut);
}

function readProcess(
  pid: number,
  args: readonly string[],
  lines: readonly string[],
  tally: Tally,
): CassandraProcess {
  let state: string | undefined;
  let started: number | undefined;
  let cpu: number | undefined;
  const status = new Map<string, string>();
  for (const line of lines) {
    // The name stands in brackets and may hold blanks and brackets: count from the last one.
    const stat = line.startsWith(`${pid} (`)
      ? cellsOf(line.slice(line.lastIndexOf(")") + 1))
      : undefined;
    const field = /^(VmRSS|VmSwap|Threads|Uid):\s+(\d+)/.exec(line);
    if (stat !== undefined) {
      state = stat[0];
      const [user, system, startTicks] = [stat[11], stat[12], stat[19]].map(readInteger);
      cpu = user === undefined || system === undefined ? undefined : (user + system) * TICK_MS;
      started = startTicks === undefined ? undefined : startTicks * TICK_MS;
    } else if (field !== null) status.set(field[1] ?? "", field[2] ?? "");
    else {
      tally.ignore(line);
      continue;
    }
    tally.took();
  }
  const resident = readInteger(status.get("VmRSS"));
  return {
    pid,
    args,
    state,
    startedAfterBootMs: started,
    cpuMs: cpu,
    residentBytes: resident === undefined ? undefined : resident * 1024,
    threads: readInteger(status.get("Threads")),
    uid: readInteger(status.get("Uid")),
  };
}
