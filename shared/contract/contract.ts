/**
 * Everything the screens can ask of the host, and nothing else. The same contract is served over Electron's
 * message port, over a WebSocket and in memory. Live state is pulled: `next` answers once there is something
 * newer than `after`, or with the same state after 25 s so that a dead line shows.
 */
import { eventIterator, oc } from "@orpc/contract";
import { z } from "zod";
import { clusterViewSchema } from "./cluster-view.ts";
import {
  drillPlanSchema,
  drillRequestSchema,
  drillResultSchema,
  runViewSchema,
  unfinishedSchema,
} from "./drill.ts";
import { failureSchema } from "./fact-schema.ts";
import { practiceOptionsSchema, practiceStatusSchema, progressSchema } from "./practice.ts";
import { profileSchema, secretsSchema } from "./profile.ts";
import { drillReportSchema, reportRowSchema, verifyResultSchema } from "./report.ts";
import { seriesSchema } from "./series.ts";

/** Typed errors: each carries a sentence in `message`; `data` holds what a program needs. */
const errors = {
  BAD_INPUT: { status: 400, data: z.object({ problems: z.array(z.string()) }) },
  NOT_FOUND: { status: 404, data: z.object({ what: z.string() }) },
  FAILED: { status: 502, data: failureSchema },
  REFUSED: { status: 409, data: z.object({ reasons: z.array(z.string()) }) },
  NEEDS_SECRET: {
    status: 401,
    data: z.object({
      which: z.enum(["cqlPassword", "sshPassword", "sshPassphrase"]),
      question: z.string(),
    }),
  },
  UNAVAILABLE: { status: 503, data: z.object({ why: z.string() }) },
} as const;

const base = oc.errors(errors);

/** One hop of a connection test, as it passes. */
export const hopStepSchema = z.object({
  node: z.string(),
  hop: z.string(),
  state: z.enum(["running", "ok", "failed", "asking"]),
  text: z.string(),
  tookMs: z.number().optional(),
  failure: failureSchema.optional(),
});
export type HopStep = z.infer<typeof hopStepSchema>;

export const hostKeyAskSchema = z.object({
  id: z.string(),
  host: z.string(),
  port: z.number(),
  keyType: z.string(),
  fingerprint: z.string(),
});
export type HostKeyAsk = z.infer<typeof hostKeyAskSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(["desktop", "browser", "command line"]),
  dataFolder: z.string(),
  /** Set when something about this host needs saying: "Electron is not installed here; …". */
  notice: z.string().nullable(),
  canKeepSecrets: z.boolean(),
  /** Screens for which the host has nothing yet. */
  startTarget: z.string().nullable(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const profileRowSchema = z.object({
  profile: profileSchema,
  /** Built in and not editable: the practice cluster. */
  practice: z.boolean(),
  open: z.boolean(),
  lastLook: z.object({ at: z.number(), text: z.string() }).nullable(),
  unfinished: z.number(),
});
export type ProfileRow = z.infer<typeof profileRowSchema>;

/** Raw text of one command or query, for the node drawer. */
export const rawSchema = z.object({
  key: z.string(),
  node: z.string(),
  what: z.string(),
  at: z.number(),
  tookMs: z.number(),
  exit: z.string(),
  text: z.string(),
  truncated: z.boolean(),
});
export type Raw = z.infer<typeof rawSchema>;

export const contract = {
  app: { info: base.output(appInfoSchema) },
  profiles: {
    /** `problems` names profile files that could not be read; the others are still listed. */
    list: base.output(z.object({ rows: z.array(profileRowSchema), problems: z.array(z.string()) })),
    save: base
      .input(z.object({ profile: profileSchema, replaces: z.string().optional() }))
      .output(z.object({ name: z.string() })),
    remove: base.input(z.object({ name: z.string() })).output(z.object({ removed: z.boolean() })),
    /** Runs every hop to every node and reports each as it passes. */
    test: base
      .input(z.object({ profile: profileSchema, secrets: secretsSchema }))
      .output(eventIterator(hopStepSchema)),
    /** Keeps secrets in the OS keychain; refused where there is none. */
    keepSecrets: base
      .input(z.object({ name: z.string(), secrets: secretsSchema }))
      .output(z.object({ kept: z.boolean() })),
  },
  hostKeys: {
    /** Questions that wait for an answer, pulled like all live state. */
    next: base
      .input(z.object({ after: z.number() }))
      .output(z.object({ seq: z.number(), asks: z.array(hostKeyAskSchema) })),
    answer: base
      .input(z.object({ id: z.string(), accept: z.boolean() }))
      .output(z.object({ answered: z.boolean() })),
  },
  practice: {
    status: base.output(practiceStatusSchema),
    up: base.input(practiceOptionsSchema).output(eventIterator(progressSchema)),
    down: base.output(practiceStatusSchema),
    reset: base.output(practiceStatusSchema),
  },
  cluster: {
    /** Opens (or joins) the session of a profile. Progress per hop comes from `steps`. */
    open: base
      .input(z.object({ profile: z.string(), secrets: secretsSchema.optional() }))
      .output(z.object({ name: z.string() })),
    close: base.input(z.object({ profile: z.string() })).output(z.object({ closed: z.boolean() })),
    next: base
      .input(z.object({ profile: z.string(), after: z.number() }))
      .output(clusterViewSchema),
    /** Looks again now, also through the slow nodetool read. */
    lookNow: base.input(z.object({ profile: z.string() })).output(z.object({ asked: z.boolean() })),
    series: base
      .input(
        z.object({
          profile: z.string(),
          fromMs: z.number(),
          toMs: z.number(),
          points: z.number().int().min(10).max(4_000),
        }),
      )
      .output(seriesSchema),
    /** Newest raw text of each command and query of a node. */
    raws: base
      .input(z.object({ profile: z.string(), node: z.string() }))
      .output(z.array(rawSchema)),
    raw: base.input(z.object({ profile: z.string(), key: z.string() })).output(rawSchema),
  },
  drills: {
    catalogue: base.output(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          simulates: z.string(),
          rollbackClass: z.string(),
          rollbackWords: z.string(),
          destructive: z.boolean(),
          defaults: z.object({ load: z.string(), consistency: z.string(), rf: z.number() }),
        }),
      ),
    ),
    /** Prediction and preflight for this very cluster; nothing is touched. */
    plan: base
      .input(z.object({ profile: z.string(), request: drillRequestSchema }))
      .output(drillPlanSchema),
    start: base
      .input(
        z.object({
          profile: z.string(),
          request: drillRequestSchema,
          /** The plan the person saw; its prediction and checks are made anew and must not have become worse. */
          seenRunId: z.string().optional(),
          confirmCluster: z.string().optional(),
          yes: z.boolean().optional(),
          approvedBy: z.string().optional(),
          reportDir: z.string().optional(),
        }),
      )
      .output(z.object({ runId: z.string(), folder: z.string() })),
    /** The running drill of this host, if any. */
    active: base.output(z.object({ runId: z.string() }).nullable()),
    next: base.input(z.object({ runId: z.string(), after: z.number() })).output(runViewSchema),
    stop: base
      .input(z.object({ runId: z.string() }))
      .output(z.object({ stopping: z.boolean(), text: z.string() })),
    scan: base.input(z.object({ profile: z.string() })).output(z.array(unfinishedSchema)),
    resume: base
      .input(z.object({ profile: z.string(), runId: z.string() }))
      .output(z.object({ runId: z.string() })),
    rollback: base
      .input(z.object({ profile: z.string(), runId: z.string() }))
      .output(drillResultSchema.nullable()),
  },
  reports: {
    list: base.output(z.array(reportRowSchema)),
    get: base.input(z.object({ folder: z.string() })).output(drillReportSchema),
    html: base.input(z.object({ folder: z.string() })).output(z.object({ html: z.string() })),
    verify: base.input(z.object({ folder: z.string() })).output(verifyResultSchema),
    /** Writes the chosen forms into `into` (a folder) and gives the paths. */
    export: base
      .input(
        z.object({
          folder: z.string(),
          into: z.string(),
          forms: z.array(z.enum(["html", "md", "json", "evidence"])),
        }),
      )
      .output(z.object({ files: z.array(z.string()) })),
  },
};
export type Contract = typeof contract;
