import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger, readShare } from "../text/number.ts";
import { readBytes, SIZE } from "../text/size.ts";
import { UUID } from "../text/uuid.ts";
import { readToolError, type ToolError } from "./tool-error.ts";

interface RunningCompaction {
  /** Undefined up to 2.1 and for Scylla's `<none>`. */
  readonly id: string | undefined;
  readonly kind: string;
  readonly keyspace: string;
  readonly table: string;
  /** In `unit`; bytes also when printed with -H. */
  readonly completed: number | undefined;
  readonly total: number | undefined;
  readonly unit: string;
  readonly doneShare: number | undefined;
}

export interface Compactionstats {
  readonly pending: number | undefined;
  readonly pendingByTable: readonly {
    readonly keyspace: string;
    readonly table: string;
    readonly pending: number;
  }[];
  readonly running: readonly RunningCompaction[];
  readonly remainingMs: number | undefined;
  /** The further figures of 5.0, as printed. */
  readonly metrics: Readonly<Record<string, string>>;
  readonly error: ToolError | undefined;
}

const ROW = new RegExp(
  String.raw`^\s*(?:(${UUID}|<none>)\s+)?(\S.*?)\s+(\S+)\s+(\S+)\s+(${SIZE})\s+(${SIZE})\s+(bytes|keys|ranges|rows|unknown)\s+([\d.,]+%|n/a|NaN%)$`,
);
const METRIC =
  /^(concurrent compactors|compactions completed|data compacted|compactions aborted|compactions reduced|sstables dropped from compaction|15 minute rate|mean rate|compaction throughput \(MiB\/s\))\s+(.*)$/;

/**
 * Reads `nodetool compactionstats [-H]` of 1.0–5.0 and Scylla. 5.0 prints everything as one table: `pending tasks`
 * without a colon, pending by table as `keyspace table n` (CASSANDRA-18305). Incomplete without the number of
 * pending tasks.
 */
export function parseCompactionstats(text: string): Parsed<Compactionstats> {
  const tally = new Tally();
  const running: RunningCompaction[] = [];
  const pendingByTable: { keyspace: string; table: string; pending: number }[] = [];
  const metrics: Record<string, string> = {};
  let pending: number | undefined;
  let remainingMs: number | undefined;
  let error: ToolError | undefined;

  for (const line of linesOf(text)) {
    const total = /^pending tasks:?\s+(\d+)$/.exec(line);
    const old = /^- ([^.\s]+)\.(\S+): (\d+)$/.exec(line);
    const remaining =
      /^[Aa]ctive compaction remaining time\s*:?\s+(?:(\d+)h(\d+)m(\d+)s|n\/a)$/.exec(line);
    const metric = METRIC.exec(line);
    const row = ROW.exec(line);
    // Pending by table stands between `pending tasks` and the metrics, and has the shape of no other line.
    const perTable = pending === undefined ? null : /^(\w+)\s+(\w+)\s+(\d+)$/.exec(line);
    const toolError = readToolError(line);
    if (total !== null) pending = readInteger(total[1]);
    else if (old !== null)
      pendingByTable.push({ keyspace: old[1] ?? "", table: old[2] ?? "", pending: Number(old[3]) });
    else if (remaining !== null) {
      const [hours, minutes, seconds] = remaining.slice(1).map(readInteger);
      if (hours !== undefined)
        remainingMs = ((hours * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
    } else if (metric !== null) metrics[metric[1] ?? ""] = metric[2] ?? "";
    else if (row !== null) running.push(readRow(row));
    else if (perTable !== null) {
      pendingByTable.push({
        keyspace: perTable[1] ?? "",
        table: perTable[2] ?? "",
        pending: Number(perTable[3]),
      });
    } else if (toolError !== undefined) error ??= toolError;
    else if (!/^\s*(id\s+)?compaction type\s+keyspace\b/.test(line)) {
      if (new RegExp(`^\\s*${UUID}`).test(line)) tally.fail(line);
      else tally.ignore(line);
      continue;
    }
    tally.took();
  }
  return tally.done(
    { pending, pendingByTable, running, remainingMs, metrics, error },
    pending === undefined || error !== undefined,
  );
}

function readRow(match: RegExpExecArray): RunningCompaction {
  const [, id, kind = "", keyspace = "", table = "", completed, total, unit = "", share] = match;
  return {
    id: id === "<none>" ? undefined : id,
    kind,
    keyspace,
    table,
    completed: readBytes(completed),
    total: readBytes(total),
    unit,
    doneShare: readShare(share),
  };
}
