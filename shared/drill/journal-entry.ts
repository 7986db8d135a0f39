/**
 * The lines of `journal.ndjson`. A line is written and synced before the act it announces; each holds the
 * SHA-256 of the line before it, so that a changed, missing or reordered line shows.
 */
import { z } from "zod";
import {
  comparisonLineSchema,
  drillPlanSchema,
  drillResultSchema,
  ledgerCountsSchema,
  milestoneSchema,
  phases,
} from "../contract/drill.ts";

const files = z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }));

export const auditStepSchema = z.object({
  /** "after return, application's level", "after hints, through 127.0.0.2 at ONE", "ALL", … */
  step: z.string(),
  /** "user-visible" (drills.md C2 2), "replica" (3), "final" (6). */
  kind: z.enum(["user-visible", "replica", "final", "self-test"]),
  consistency: z.string(),
  coordinator: z.string().optional(),
  read: z.number(),
  present: z.number(),
  missing: z.number(),
  altered: z.number(),
  failed: z.number(),
  /** First 100 keys that were acknowledged and not found. */
  missingKeys: z.array(z.string()),
  tookMs: z.number(),
});
export type AuditStep = z.infer<typeof auditStepSchema>;

export const journalEntrySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("plan"), plan: drillPlanSchema }),
  z.object({ type: z.literal("approval"), by: z.string(), how: z.string() }),
  z.object({ type: z.literal("phase"), phase: z.enum(phases) }),
  /** What is about to happen. `act` pairs it with its `outcome`. */
  z.object({ type: z.literal("act"), act: z.string(), node: z.string(), text: z.string() }),
  z.object({
    type: z.literal("outcome"),
    act: z.string(),
    node: z.string(),
    ok: z.boolean(),
    said: z.string(),
    tookMs: z.number(),
  }),
  z.object({ type: z.literal("milestone"), milestone: milestoneSchema }),
  z.object({ type: z.literal("abort"), by: z.string(), why: z.string() }),
  z.object({ type: z.literal("resumed"), phase: z.string(), why: z.string() }),
  z.object({
    type: z.literal("ledger"),
    counts: ledgerCountsSchema,
    sha256: z.string(),
    bytes: z.number(),
  }),
  z.object({
    type: z.literal("coverage"),
    replicaSets: z.number(),
    hit: z.number(),
    leastKeys: z.number(),
  }),
  z.object({ type: z.literal("audit"), audit: auditStepSchema }),
  z.object({ type: z.literal("comparison"), lines: z.array(comparisonLineSchema) }),
  z.object({ type: z.literal("note"), text: z.string() }),
  z.object({ type: z.literal("evidence"), files }),
  z.object({ type: z.literal("result"), result: drillResultSchema }),
  z.object({ type: z.literal("closed"), head: z.string() }),
]);
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** A line as it stands in the file. */
export const journalLineSchema = z.object({
  n: z.number().int(),
  /** Wall clock, milliseconds since the epoch. */
  at: z.number(),
  /** Monotonic milliseconds of the process that wrote it. */
  mono: z.number(),
  /** SHA-256 of the line before, as hex; 64 zeros on the first. */
  prev: z.string().length(64),
  entry: journalEntrySchema,
});
export type JournalLine = z.infer<typeof journalLineSchema>;
