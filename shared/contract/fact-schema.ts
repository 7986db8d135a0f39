/** Facts and failures as schemas: what crosses between host and screens is checked against these. */
import { z } from "zod";
import { failureKinds, hops } from "../facts/failure.ts";

export const sourceSchema = z.object({
  node: z.string(),
  what: z.string(),
  tookMs: z.number(),
  raw: z.string().optional(),
});

/** A fact of `value`: known, stale or unknown. */
export function factOf<T extends z.ZodType>(value: T) {
  const known = z.object({ value, at: z.number(), source: sourceSchema });
  return z.union([known.extend({ stale: z.string() }), known, z.object({ unknown: z.string() })]);
}

export const failureSchema = z.object({
  hop: z.enum(hops),
  kind: z.enum(failureKinds),
  node: z.string(),
  message: z.string(),
  next: z.string(),
  command: z.string().optional(),
  said: z.string().optional(),
});
