import { Tally, type Parsed } from "../parsed.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readNumber } from "../text/number.ts";

/** Latency of requests through this coordinator in microseconds. */
interface Percentiles {
  readonly p50: number | undefined;
  readonly p75: number | undefined;
  readonly p95: number | undefined;
  readonly p98: number | undefined;
  readonly p99: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** By the column's name: "Read Latency", "Write Latency", "Range Latency", "CAS Read Latency", … */
export type Proxyhistograms = ReadonlyMap<string, Percentiles>;

const ROWS: Readonly<Record<string, keyof Percentiles>> = {
  "50%": "p50",
  "75%": "p75",
  "95%": "p95",
  "98%": "p98",
  "99%": "p99",
  Min: "min",
  Max: "max",
};

/**
 * Reads `nodetool proxyhistograms` of 2.1–5.0 and DSE: 3 columns up to 3.5, 6 from 3.6. Percentiles decay over the
 * last minutes from 3.8/3.9 on (CASSANDRA-11752), before they cover everything since start. 0 everywhere means
 * that there were no such requests. Incomplete when one of the seven rows is missing.
 */
export function parseProxyhistograms(text: string): Parsed<Proxyhistograms> {
  const tally = new Tally();
  const columns: string[] = [];
  const rows = new Map<keyof Percentiles, readonly (number | undefined)[]>();
  for (const line of linesOf(text)) {
    const cells = cellsOf(line);
    const row = ROWS[cells[0] ?? ""];
    if (/^Percentile\s/.test(line)) {
      columns.push(...(line.match(/(?:CAS |View )?(?:Read|Write|Range) Latency/g) ?? []));
      tally.took();
    } else if (row !== undefined && columns.length > 0) {
      if (cells.length === columns.length + 1) {
        rows.set(row, cells.slice(1).map(readNumber));
        tally.took();
      } else tally.fail(line);
    } else if (/^(proxy histograms|\s+\(micros\)(\s+\(micros\))*)$/.test(line)) {
      tally.took();
    } else {
      tally.ignore(line);
    }
  }
  const value = new Map(
    columns.map((column, index): [string, Percentiles] => {
      const at = (row: keyof Percentiles) => rows.get(row)?.[index];
      return [
        column,
        {
          p50: at("p50"),
          p75: at("p75"),
          p95: at("p95"),
          p98: at("p98"),
          p99: at("p99"),
          min: at("min"),
          max: at("max"),
        },
      ];
    }),
  );
  return tally.done(value, columns.length === 0 || rows.size < Object.keys(ROWS).length);
}
