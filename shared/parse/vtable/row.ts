/** Reads cells of CQL rows. A column that is missing, null or of another type is undefined, never 0 or "". */
import type { CqlRow } from "../../cql/value.ts";
import { readInteger, readNumber } from "../text/number.ts";

/** Text; undefined for null and for an empty text. */
export function textOf(row: CqlRow, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A whole number from int, bigint or decimal text; undefined beyond 53 bits. */
export function integerOf(row: CqlRow, column: string): number | undefined {
  const value = row[column];
  if (typeof value === "bigint") return readInteger(value.toString());
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === "string" ? readInteger(value) : undefined;
}

/** A number from any numeric column or its text; NaN and infinity are undefined. */
export function numberOf(row: CqlRow, column: string): number | undefined {
  const value = row[column];
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? readNumber(value) : undefined;
}

/** The texts of a set or list; undefined for null. */
export function textsOf(row: CqlRow, column: string): readonly string[] | undefined {
  const value = row[column];
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => typeof item === "string");
}
