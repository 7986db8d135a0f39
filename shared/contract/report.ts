/** `report.json`: made from the run's folder alone, the same for paper, screen and program. */
import { z } from "zod";
import {
  checkSchema,
  comparisonLineSchema,
  drillPlanSchema,
  drillResultSchema,
  loadSecondSchema,
  milestoneSchema,
  verdicts,
} from "./drill.ts";
import { auditStepSchema } from "../drill/journal-entry.ts";

/** A section of the report: filled, or the reason why it is not. */
const section = <T extends z.ZodType>(content: T) =>
  z.union([z.object({ content }), z.object({ notFilled: z.string() })]);

export const drillReportSchema = z.object({
  format: z.literal("ringdrill-report-1"),
  reportId: z.string(),
  madeAt: z.number(),
  toolVersion: z.string(),
  cover: z.object({
    cluster: z.string(),
    environment: z.string(),
    simulated: z.boolean(),
    drill: z.string(),
    date: z.number(),
    verdict: z.enum(verdicts).nullable(),
    /** SHA-256 of the journal's last line. */
    chainHead: z.string(),
  }),
  summary: z.object({
    simulated: z.string(),
    felt: z.string(),
    table: z.array(
      z.object({
        what: z.string(),
        objective: z.string(),
        measured: z.string(),
        met: z.boolean().nullable(),
      }),
    ),
    findings: z.array(z.string()),
    decision: z.string(),
  }),
  plan: drillPlanSchema,
  approvals: section(z.array(z.object({ at: z.number(), by: z.string(), how: z.string() }))),
  preconditions: z.array(checkSchema),
  timeline: z.array(milestoneSchema),
  phases: z.array(z.object({ phase: z.string(), at: z.number() })),
  load: section(z.object({ seconds: z.array(loadSecondSchema) })),
  /** Node samples during the run: at, node, and the figures that were known. */
  nodes: section(
    z.array(
      z.object({
        at: z.number(),
        node: z.string(),
        cpuBusyShare: z.number().nullable(),
        hintBytes: z.number().nullable(),
        loadBytes: z.number().nullable(),
        gcPauseMs: z.number().nullable(),
      }),
    ),
  ),
  integrity: section(
    z.object({
      coverage: z
        .object({ replicaSets: z.number(), hit: z.number(), leastKeys: z.number() })
        .nullable(),
      audits: z.array(auditStepSchema),
      ledgerSha256: z.string().nullable(),
    }),
  ),
  comparison: z.array(comparisonLineSchema),
  result: section(drillResultSchema),
  safety: z.object({
    guard: z.string(),
    rollback: z.string(),
    acts: z.array(
      z.object({
        at: z.number(),
        node: z.string(),
        text: z.string(),
        ok: z.boolean().nullable(),
        said: z.string(),
        tookMs: z.number().nullable(),
      }),
    ),
    aborts: z.array(z.object({ at: z.number(), by: z.string(), why: z.string() })),
  }),
  people: z.object({ notFilled: z.string() }),
  earlierRuns: section(
    z.array(
      z.object({
        runId: z.string(),
        at: z.number(),
        verdict: z.string(),
        rtoServiceMs: z.number().nullable(),
      }),
    ),
  ),
  signOff: z.object({ notFilled: z.string() }),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type DrillReport = z.infer<typeof drillReportSchema>;

export const verifyResultSchema = z.object({
  ok: z.boolean(),
  folder: z.string(),
  runId: z.string(),
  checks: z.array(z.object({ what: z.string(), ok: z.boolean().nullable(), text: z.string() })),
});
export type VerifyResult = z.infer<typeof verifyResultSchema>;

export const reportRowSchema = z.object({
  runId: z.string(),
  at: z.number(),
  /** `D-06`; empty when the journal has no plan. */
  drillId: z.string(),
  /** Id and name. */
  drill: z.string(),
  profile: z.string(),
  node: z.string(),
  cluster: z.string(),
  environment: z.string(),
  simulated: z.boolean(),
  verdict: z.enum(verdicts).nullable(),
  folder: z.string(),
  unfinished: z.boolean(),
  problem: z.string().optional(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;
