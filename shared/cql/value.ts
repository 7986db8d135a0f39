/**
 * A value of a CQL row as the codec gives it.
 *
 * | CQL | here |
 * | --- | --- |
 * | ascii, varchar, inet, uuid, timeuuid, decimal, date, time | text, as cqlsh prints it |
 * | int, smallint, tinyint, float, double | number |
 * | bigint, counter, varint | bigint |
 * | timestamp | milliseconds since the epoch: number, or bigint where a number would be rounded |
 * | boolean | boolean |
 * | blob, custom | bytes |
 * | list, set, tuple | array |
 * | map | Map |
 * | user defined type | object by field |
 * | duration | object of months, days (numbers) and nanoseconds (bigint) |
 */
export type CqlValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | readonly CqlValue[]
  | Map<CqlValue, CqlValue>
  | { readonly [field: string]: CqlValue };

/** One row by column name. */
export type CqlRow = Readonly<Record<string, CqlValue>>;
