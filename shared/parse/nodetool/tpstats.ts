import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger, readNumber } from "../text/number.ts";
import { readToolError, type ToolError } from "./tool-error.ts";
import { readTpstatsJson } from "./tpstats-json.ts";

export interface PoolStats {
  readonly name: string;
  readonly active: number | undefined;
  readonly pending: number | undefined;
  readonly completed: number | undefined;
  readonly blocked: number | undefined;
  readonly blockedTotal: number | undefined;
}

export interface DroppedStats {
  /** As printed; `canonicalMessage` gives one name for all releases. */
  readonly message: string;
  readonly dropped: number | undefined;
  /** Time that dropped messages waited, microseconds (4.0+, DSE). Undefined for N/A. */
  readonly waitMicros:
    | {
        readonly p50: number | undefined;
        readonly p95: number | undefined;
        readonly p99: number | undefined;
        readonly max: number | undefined;
      }
    | undefined;
}

export interface Tpstats {
  readonly pools: readonly PoolStats[];
  readonly dropped: readonly DroppedStats[];
  readonly error: ToolError | undefined;
}

/** Columns of the pools table by their header, in the order in which they may stand. */
const COLUMNS = [
  "Active",
  "Pending",
  "Backpressure",
  "Delayed",
  "Shared",
  "Stolen",
  "Completed",
  "Blocked",
  "All time blocked",
] as const;

/**
 * Reads `nodetool tpstats` of 1.0–5.0 and DSE, the table and `-F json` (3.10+). Which columns there are is told by
 * the header, which cell belongs to which by order from the right. Pools come and go with releases and runs: look
 * them up by name. Incomplete without a pool, or when the second table has a header and no row.
 */
export function parseTpstats(text: string): Parsed<Tpstats> {
  const json = /^[\s\uFEFF]*\{/m.exec(text);
  const fromJson = json === null ? undefined : readTpstatsJson(text.slice(json.index));
  if (fromJson !== undefined) return fromJson;
  const tally = new Tally();
  const pools: PoolStats[] = [];
  const dropped: DroppedStats[] = [];
  let error: ToolError | undefined;
  let columns: readonly string[] | undefined;
  let table: "none" | "pools" | "dropped" = "none";

  for (const line of linesOf(text)) {
    const cells = cellsOf(line);
    const toolError = readToolError(line);
    if (toolError !== undefined) {
      error ??= toolError;
      table = "none";
      tally.took();
    } else if (/^(Pool Name|Pools)\s+Active\b/.test(line)) {
      table = "pools";
      columns = COLUMNS.filter((column) => line.includes(column));
      tally.took();
    } else if (/^(Message type|Messages)\s+Dropped\b/.test(line)) {
      table = "dropped";
      tally.took();
    } else if (/^Latencies waiting in queue|^\s+50%\s+95%\s+99%\s+Max$/.test(line)) {
      tally.took();
    } else if (cells.length === 0 || table === "none" || !isRow(cells)) {
      tally.ignore(line);
    } else {
      const row = table === "pools" ? readPool(cells, columns ?? []) : undefined;
      const drop = table === "dropped" ? readDropped(cells) : undefined;
      if (row !== undefined) pools.push(row);
      else if (drop !== undefined) dropped.push(drop);
      if (row === undefined && drop === undefined) tally.fail(line);
      else tally.took();
    }
  }
  const missing = pools.length === 0 || (table === "dropped" && dropped.length === 0);
  return tally.done({ pools, dropped, error }, missing || error !== undefined);
}

/** A name and at least one cell that is a number or stands for one. */
function isRow(cells: readonly string[]): boolean {
  return (
    cells.length === 1 ||
    cells.slice(1).every((cell) => /^(N\/A|n\/a|NaN|-?[\d.,]+|\(N\/A\))$/.test(cell))
  );
}

function readPool(cells: readonly string[], columns: readonly string[]): PoolStats | undefined {
  // DSE 6.7 puts "0 (N/A)" into the cell of pending with backpressure.
  const numbers = cells.slice(1).filter((cell) => cell !== "(N/A)");
  if (numbers.length !== columns.length) return undefined;
  const cell = (column: (typeof COLUMNS)[number]) => readInteger(numbers[columns.indexOf(column)]);
  return {
    name: cells[0] ?? "",
    active: cell("Active"),
    pending: cell("Pending"),
    completed: cell("Completed"),
    blocked: cell("Blocked"),
    blockedTotal: cell("All time blocked"),
  };
}

function readDropped(cells: readonly string[]): DroppedStats | undefined {
  const [message = "", count, ...waits] = cells;
  if (count === undefined || (waits.length !== 0 && waits.length !== 4)) return undefined;
  const [p50, p95, p99, max] = waits.map(readNumber);
  return {
    message,
    dropped: readInteger(count),
    waitMicros: waits.length === 0 ? undefined : { p50, p95, p99, max },
  };
}
