/** Rows of a file with one JSON value a line. */
import type { z } from "zod";

/**
 * @returns the rows that fit the schema, and how many lines do not (half a last line after a crash is one of them).
 */
export function ndjsonLines<T>(
  text: string,
  schema: z.ZodType<T>,
): { readonly rows: T[]; readonly unreadable: number } {
  const rows: T[] = [];
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const checked = schema.safeParse(jsonOf(line));
    if (checked.success) rows.push(checked.data);
    else unreadable += 1;
  }
  return { rows, unreadable };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
