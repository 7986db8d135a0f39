/** Drills on the wire and in the journal: request, plan, prediction, preflight, live run, result. */
import { z } from "zod";
import { environments } from "./profile.ts";

const ms = z.number();
const share = z.number().min(0).max(1);

export const loadKinds = ["read", "write", "mixed"] as const;
export const rollbackClasses = ["R1", "R2", "R3", "R4"] as const;

export const phases = [
  "planned",
  "preflight",
  "baseline",
  "armed",
  "injected",
  "proven",
  "observing",
  "rolling back",
  "recovering",
  "auditing",
  "closed",
] as const;
export type Phase = (typeof phases)[number];

export const verdicts = [
  "passed",
  "passed with conditions",
  "failed",
  "not verifiable",
  "refused",
  "aborted",
] as const;
export type Verdict = (typeof verdicts)[number];

/** Every wait of a drill, in milliseconds. */
export const waitsSchema = z.object({
  baselineMs: ms,
  /** The guard rolls back by itself when the lease was not renewed for this long. */
  leaseMs: ms,
  beatMs: ms,
  /** The fault is held until every peer noticed and this much longer … */
  observeMs: ms,
  /** … but never longer than this; the guard's hard limit lies `leaseMs` beyond. */
  maxFaultMs: ms,
  /** Time the node gets to be up/normal in every view after the way back began. */
  recoveryMs: ms,
  /** Time the hints get to drain. */
  hintsMs: ms,
  /** Span in which p99 must be back near the baseline for RTO (performance). */
  performanceMs: ms,
});
export type Waits = z.infer<typeof waitsSchema>;

export const objectiveSchema = z.object({
  source: z.string(),
  successShare: share.optional(),
  p99Ms: ms.optional(),
  rtoServiceMs: ms.optional(),
  rtoRedundancyMs: ms.optional(),
  rpoMs: ms.optional(),
});
export type Objective = z.infer<typeof objectiveSchema>;

export const drillRequestSchema = z.object({
  drill: z.string(),
  /** Address, host id, or the number of the node in address order ("3"). */
  node: z.string(),
  load: z.enum(loadKinds),
  consistency: z.string(),
  /** Replication factor of the run's own keyspace (per datacenter when there are several). */
  rf: z.number().int().min(1).max(10),
  ratePerSecond: z.number().int().min(1).max(20_000).optional(),
  waits: waitsSchema.partial().optional(),
  objective: objectiveSchema.optional(),
  /** Preflight checks that the operator overrides, with the reason that goes into the report. */
  overrides: z.array(z.object({ check: z.string(), reason: z.string().min(3) })).optional(),
});
export type DrillRequest = z.infer<typeof drillRequestSchema>;

/** What a keyspace's ranges that have the node as a replica will do. `share` is the share of all data. */
export const impactSchema = z.object({
  keyspace: z.string(),
  consistency: z.string(),
  operation: z.enum(["read", "write"]),
  affectedShare: share,
  /** While the peers have not noticed. */
  undetected: z.enum(["goes on", "times out", "not affected"]),
  /** Once they have. */
  detected: z.enum(["goes on", "refused", "not affected"]),
  failingShare: share,
});
export type Impact = z.infer<typeof impactSchema>;

/** One sentence that can turn out wrong, with the range of values that would make it right. */
export const predictionLineSchema = z.object({
  id: z.string(),
  text: z.string(),
  /** Unit of the numbers: "ms", "share", "rows", "bytes" or "" for words. */
  unit: z.string(),
  expected: z.union([
    z.object({ min: z.number(), max: z.number() }),
    z.object({ oneOf: z.array(z.string()) }),
  ]),
  /** What the sentence rests on: settings and figures with their source. */
  because: z.string(),
});
export type PredictionLine = z.infer<typeof predictionLineSchema>;

export const comparisonLineSchema = z.object({
  id: z.string(),
  text: z.string(),
  expected: z.string(),
  /** In words with unit; null when it could not be measured. */
  measured: z.string().nullable(),
  matched: z.boolean().nullable(),
  why: z.string().optional(),
});
export type ComparisonLine = z.infer<typeof comparisonLineSchema>;

export const checkSchema = z.object({
  check: z.string(),
  /** true passed · false refused · null could not be answered or not applicable. */
  ok: z.boolean().nullable(),
  applicable: z.boolean(),
  value: z.string(),
  why: z.string(),
  /** Whether an operator may override a refusal with a reason. */
  overridable: z.boolean(),
});
export type Check = z.infer<typeof checkSchema>;

export const drillNodeSchema = z.object({
  key: z.string(),
  address: z.string(),
  hostId: z.string(),
  dc: z.string(),
  rack: z.string(),
  tokens: z.number(),
  /** SHA-256 of the sorted tokens, to prove that the node came back as itself. */
  tokensSha256: z.string(),
});

export const drillPlanSchema = z.object({
  runId: z.string(),
  createdAt: ms,
  toolVersion: z.string(),
  drill: z.object({
    id: z.string(),
    name: z.string(),
    simulates: z.string(),
    rollbackClass: z.enum(rollbackClasses),
    rollbackWords: z.string(),
  }),
  target: z.object({
    profile: z.string(),
    cluster: z.string(),
    environment: z.enum(environments).nullable(),
    simulated: z.boolean(),
    versions: z.array(z.string()),
    nodeCount: z.number(),
  }),
  nodes: z.array(drillNodeSchema),
  isContactNode: z.boolean(),
  load: z.object({
    kind: z.enum(loadKinds),
    consistency: z.string(),
    ratePerSecond: z.number(),
    probeRatePerSecond: z.number(),
    keyspace: z.string(),
    rf: z.number(),
    replicaSets: z.number(),
  }),
  waits: waitsSchema,
  objective: objectiveSchema.optional(),
  impact: z.array(impactSchema),
  prediction: z.array(predictionLineSchema),
  preflight: z.array(checkSchema),
  /** The acts in order, in words, printable before anything happens. */
  steps: z.array(
    z.object({ id: z.string(), node: z.string(), text: z.string(), undo: z.string() }),
  ),
  overrides: z.array(z.object({ check: z.string(), reason: z.string() })),
});
export type DrillPlan = z.infer<typeof drillPlanSchema>;

export const ledgerCountsSchema = z.object({
  intended: z.number(),
  acked: z.number(),
  refused: z.number(),
  unknown: z.number(),
  /** Audit words; null until the audit has run. */
  ok: z.number().nullable(),
  lost: z.number().nullable(),
  hidden: z.number().nullable(),
  stale: z.number().nullable(),
  unexpected: z.number().nullable(),
  recovered: z.number().nullable(),
  neverRead: z.number().nullable(),
});
export type LedgerCounts = z.infer<typeof ledgerCountsSchema>;

export const milestoneSchema = z.object({
  /** "armed", "injected", "proven", "detected by peer", "detected by driver", "first error", "last error", "rollback begun", "process up", "up in all views", "port answers", "first success through it", "hints drained", "audited", … */
  name: z.string(),
  at: ms,
  /** Milliseconds after the injection; negative before it. */
  afterInjectMs: ms.optional(),
  node: z.string().optional(),
  /** Where the time was read: "system.log of 127.0.0.1", "cassandra-driver hostDown", … */
  source: z.string(),
  uncertaintyMs: ms.optional(),
});
export type Milestone = z.infer<typeof milestoneSchema>;

export const clientNames = ["app", "probe"] as const;

/** One second of load of one client and operation. Times are response times from the intended send time. */
export const loadSecondSchema = z.object({
  at: ms,
  client: z.enum(clientNames),
  op: z.enum(["read", "write"]),
  intended: z.number(),
  ok: z.number(),
  refused: z.number(),
  unknown: z.number(),
  /** Reads that answered without an acknowledged row. */
  missing: z.number(),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  maxMs: z.number().nullable(),
  errors: z.record(z.string(), z.number()),
});
export type LoadSecond = z.infer<typeof loadSecondSchema>;

export const rtoSchema = z.object({
  serviceMs: ms.nullable(),
  redundancyMs: ms.nullable(),
  performanceMs: ms.nullable(),
});

export const drillResultSchema = z.object({
  runId: z.string(),
  verdict: z.enum(verdicts),
  /** Each reason is a sentence; the first one decides. */
  reasons: z.array(z.string()),
  ledger: ledgerCountsSchema,
  rto: rtoSchema,
  /** Why a null above is null. */
  rtoWhy: z.object({
    service: z.string().optional(),
    redundancy: z.string().optional(),
    performance: z.string().optional(),
  }),
  rpoMs: ms.nullable(),
  predictionMatched: z.boolean().nullable(),
  comparison: z.array(comparisonLineSchema),
  /** The run's folder. */
  evidence: z.string(),
});
export type DrillResult = z.infer<typeof drillResultSchema>;

export const runViewSchema = z.object({
  seq: z.number(),
  at: ms,
  plan: drillPlanSchema,
  phase: z.enum(phases),
  phaseSince: ms,
  /** Times at which phases began, in order. */
  phaseLog: z.array(z.object({ phase: z.enum(phases), at: ms })),
  doing: z.string(),
  injectedAt: ms.optional(),
  guard: z.object({
    state: z.enum(["none", "armed", "rolling back", "rolled back", "disarmed", "not answering"]),
    /** When the node comes back by itself if Ringdrill dies now. */
    comesBackAt: ms.optional(),
  }),
  milestones: z.array(milestoneSchema),
  ledger: ledgerCountsSchema,
  /** Newest 900 entries. */
  seconds: z.array(loadSecondSchema),
  /** Observer address → what it thinks of the target, newest last. */
  lanes: z.array(
    z.object({ observer: z.string(), changes: z.array(z.object({ at: ms, state: z.string() })) }),
  ),
  hints: z.object({ files: z.number(), bytes: z.number() }).nullable(),
  audit: z.object({ step: z.string(), done: z.number(), of: z.number() }).nullable(),
  messages: z.array(z.object({ at: ms, text: z.string() })),
  stopRequested: z.boolean(),
  result: drillResultSchema.optional(),
});
export type RunView = z.infer<typeof runViewSchema>;

/** A drill that was begun and not closed, found in the local journals or on the nodes. */
export const unfinishedSchema = z.object({
  runId: z.string(),
  drill: z.string(),
  node: z.string(),
  phase: z.string(),
  at: ms,
  where: z.enum(["journal", "node", "both"]),
  folder: z.string().optional(),
  /** State on the node by its helper, in words; undefined when the node was not asked or did not answer. */
  onNode: z.string().optional(),
  next: z.string(),
});
export type Unfinished = z.infer<typeof unfinishedSchema>;
