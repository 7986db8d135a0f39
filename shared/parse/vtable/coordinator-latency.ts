import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { integerOf, numberOf, textOf } from "./row.ts";

/** Latency of requests on one table as this coordinator saw them. */
export interface TableLatency {
  readonly keyspace: string;
  readonly table: string;
  readonly count: number;
  readonly ratePerSecond: number | undefined;
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly maxMs: number | undefined;
}

/**
 * By how much the `*_ms` columns must be multiplied. 4.0 is right; 4.1 and 5.0 count in microseconds and still
 * divide as if by nanoseconds, so they are 1000 times too small (seen on 4.1.10 and 5.0.6: max_ms 0.943 beside
 * 943,127 µs of `nodetool proxyhistograms`; 4.0.19 fits), which also leaves a resolution of 1 ms: 0 means less than
 * that. Undefined for releases of which it is not known: compare once with `scaleByCheck`.
 */
export function latencyScale(release: string): 1 | 1000 | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release) ?? [];
  if (major === "4") return minor === "0" ? 1 : 1000;
  return major === "5" && minor === "0" ? 1000 : undefined;
}

/**
 * The same, found by looking: the greatest `max_ms` of all tables against the `Max` of `nodetool proxyhistograms`.
 * Undefined when there was no traffic to compare or the two do not fit.
 */
export function scaleByCheck(maxMsColumn: number, proxyMaxMicros: number): 1 | 1000 | undefined {
  if (maxMsColumn <= 0 || proxyMaxMicros <= 0) return undefined;
  const ratio = proxyMaxMicros / 1000 / maxMsColumn;
  if (ratio > 0.5 && ratio < 2) return 1;
  return ratio > 500 && ratio < 2000 ? 1000 : undefined;
}

/**
 * Reads `system_views.coordinator_read_latency` or `…_write_latency` (4.0+), leaving out tables that were never
 * asked for. Without a scale the times are unknown; counts and rates are not.
 */
export function readCoordinatorLatency(
  rows: readonly CqlRow[],
  scale: 1 | 1000 | undefined,
): Parsed<readonly TableLatency[]> {
  const tally = new Tally();
  const tables: TableLatency[] = [];
  for (const row of rows) {
    const keyspace = textOf(row, "keyspace_name");
    const table = textOf(row, "table_name");
    const count = integerOf(row, "count");
    if (keyspace === undefined || table === undefined || count === undefined) {
      tally.fail(`a row without a name or a count: ${keyspace ?? "?"}.${table ?? "?"}`);
      continue;
    }
    tally.took();
    if (count <= 0) continue;
    const ms = (column: string) => {
      const value = numberOf(row, column);
      return value === undefined || scale === undefined ? undefined : round(value * scale);
    };
    tables.push({
      keyspace,
      table,
      count,
      ratePerSecond: numberOf(row, "per_second"),
      p50Ms: ms("p50th_ms"),
      p99Ms: ms("p99th_ms"),
      maxMs: ms("max_ms"),
    });
  }
  return tally.done(tables, rows.length === 0);
}

/** Three decimals, as the columns have: 0.943 × 1000 is 943 and not 942.9999999999999. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/**
 * One row for a coordinator: counts and rates added up, and of each percentile the greatest over the tables that
 * make up at least a hundredth of the traffic. The percentile over all of these requests is at most that. Tables
 * of the system's own keyspaces are left out. Undefined when there was no request or the times are unknown.
 */
export function atMost(
  tables: readonly TableLatency[],
):
  | Required<Pick<TableLatency, "count" | "ratePerSecond" | "p50Ms" | "p99Ms" | "maxMs">>
  | undefined {
  const users = tables.filter(({ keyspace }) => !/^(system(_|$)|dse_)/.test(keyspace));
  const weight = (table: TableLatency) => table.ratePerSecond ?? 0;
  const rate = users.reduce((sum, table) => sum + weight(table), 0);
  const counts = users.reduce((sum, table) => sum + table.count, 0);
  if (counts === 0) return undefined;
  const busy = users.filter((table) =>
    rate > 0 ? weight(table) >= rate / 100 : table.count >= counts / 100,
  );
  const greatest = (of: (table: TableLatency) => number | undefined) => {
    const values = busy.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : Math.max(...values);
  };
  return {
    count: counts,
    ratePerSecond: rate,
    p50Ms: greatest((table) => table.p50Ms),
    p99Ms: greatest((table) => table.p99Ms),
    maxMs: greatest((table) => table.maxMs),
  };
}
