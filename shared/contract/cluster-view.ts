/** What the screens and `inspect` show of a cluster: one value, made by the session after each look. */
import { z } from "zod";
import { factOf, failureSchema } from "./fact-schema.ts";
import { environments } from "./profile.ts";

const share = z.number().min(0).max(1);
const bytes = z.number().min(0);
const ms = z.number();

export const diskSchema = z.object({
  /** What lives there: data, commit log, hints, root. One device may carry several. */
  holds: z.array(z.string()),
  path: z.string(),
  device: z.string(),
  mount: z.string(),
  sizeBytes: bytes,
  usedBytes: bytes,
  availableBytes: bytes,
});

export const gcSchema = z.object({
  collector: z.string(),
  /** Pauses that the log held for the last hour (or since Ringdrill began to read). */
  pauses: z.array(z.object({ at: ms, kind: z.string(), ms })),
  longestMs: z.number().optional(),
  totalMs: ms,
  /** Since when the log was read. */
  since: ms,
});

export const poolSchema = z.object({
  name: z.string(),
  active: z.number(),
  pending: z.number(),
  completed: z.number(),
  blocked: z.number(),
  blockedTotal: z.number(),
});

/** Request latency seen by this node as a coordinator. */
export const latencySchema = z.object({
  count: z.number(),
  ratePerSecond: z.number().optional(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  maxMs: z.number(),
});

export const reachSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("connected"), since: ms }),
  z.object({ state: z.literal("connecting"), since: ms }),
  z.object({ state: z.literal("failed"), since: ms, failure: failureSchema }),
  z.object({ state: z.literal("not set up"), why: z.string() }),
]);
export type Reach = z.infer<typeof reachSchema>;

export const nodeViewSchema = z.object({
  /** Host id, or the address while the host id is unknown. */
  key: z.string(),
  address: z.string(),
  hostId: factOf(z.string()),
  dc: factOf(z.string()),
  rack: factOf(z.string()),
  release: factOf(z.string()),
  tokens: factOf(z.array(z.string())),
  /** Agreed state such as "UN"; unknown when the views differ or nobody answered. */
  state: factOf(z.string()),
  /** Since when the agreed state holds, if Ringdrill saw it change. */
  stateSince: ms.optional(),
  reach: z.object({ cql: reachSchema, ssh: reachSchema }),
  lastLookAt: ms.optional(),
  schemaVersion: factOf(z.string()),
  load: factOf(bytes),
  /** Computed share of the replicas' data per keyspace, 0..1. */
  ownership: factOf(z.record(z.string(), share)),
  disks: factOf(z.array(diskSchema)),
  diskIo: factOf(
    z.object({ readBytesPerSecond: bytes, writeBytesPerSecond: bytes, busyShare: share }),
  ),
  cpu: factOf(
    z.object({ busyShare: share, ioWaitShare: share, stealShare: share, cores: z.number() }),
  ),
  memory: factOf(z.object({ totalBytes: bytes, availableBytes: bytes })),
  loadAverage: factOf(z.object({ one: z.number(), five: z.number(), fifteen: z.number() })),
  network: factOf(z.object({ receiveBytesPerSecond: bytes, sendBytesPerSecond: bytes })),
  heap: factOf(z.object({ usedBytes: bytes, maxBytes: bytes.optional() })),
  gc: factOf(gcSchema),
  pools: factOf(z.array(poolSchema)),
  dropped: factOf(z.array(z.object({ message: z.string(), count: z.number() }))),
  pendingCompactions: factOf(z.number()),
  /** Hints this node keeps for others. */
  hints: factOf(z.object({ files: z.number(), bytes })),
  readLatency: factOf(latencySchema),
  writeLatency: factOf(latencySchema),
  processUptimeMs: factOf(ms),
  jvm: factOf(z.string()),
  /** The node's clock minus Ringdrill's, half the round trip taken off. */
  clockOffset: factOf(z.object({ offsetMs: ms, uncertaintyMs: ms })),
  /** Settings a prediction rests on. */
  commitLog: factOf(
    z.object({
      sync: z.string(),
      periodMs: ms.optional(),
      compressed: z.boolean(),
      diskAccess: z.string().optional(),
    }),
  ),
  hintWindowMs: factOf(ms),
  isSeed: factOf(z.boolean()),
});
export type NodeView = z.infer<typeof nodeViewSchema>;

/** One cell of who-sees-whom. `state` null: this observer said nothing about that node. */
export const viewCellSchema = z.object({
  state: z.string().nullable(),
  since: ms.optional(),
  at: ms.optional(),
  source: z.string(),
  why: z.string().optional(),
});
export type ViewCell = z.infer<typeof viewCellSchema>;

export const replicationSchema = z.object({
  strategy: z.string(),
  /** Replication factor per datacenter; SimpleStrategy uses the key "". Empty for local keyspaces. */
  factors: z.record(z.string(), z.number()),
});

export const keyspaceViewSchema = z.object({
  name: z.string(),
  replication: replicationSchema,
  local: z.boolean(),
  system: z.boolean(),
});

export const problemSchema = z.object({
  /** Stable name: "node down", "views differ", "schema disagreement", "ssh failed", "cql failed", "disk nearly full", … */
  kind: z.string(),
  severity: z.enum(["critical", "warning", "info"]),
  nodes: z.array(z.string()),
  text: z.string(),
  since: ms.optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export const clusterEventSchema = z.object({
  at: ms,
  node: z.string(),
  kind: z.string(),
  text: z.string(),
});
export type ClusterEvent = z.infer<typeof clusterEventSchema>;

export const clusterViewSchema = z.object({
  /** Rises with every change; the screen asks for the next one after it. */
  seq: z.number(),
  at: ms,
  target: z.object({
    profile: z.string(),
    environment: z.enum(environments).nullable(),
    colour: z.string(),
    simulated: z.boolean(),
  }),
  beatMs: ms,
  name: factOf(z.string()),
  partitioner: factOf(z.string()),
  versions: z.array(z.string()),
  schema: factOf(
    z.object({
      agreed: z.boolean(),
      versions: z.array(z.object({ version: z.string(), nodes: z.array(z.string()) })),
    }),
  ),
  keyspaces: factOf(z.array(keyspaceViewSchema)),
  nodes: z.array(nodeViewSchema),
  /** Gossip's left-overs: addresses that are not members of the ring. */
  ghosts: z.array(z.object({ address: z.string(), seenBy: z.array(z.string()), text: z.string() })),
  /** Observer key → observed key → cell. */
  matrix: z.record(z.string(), z.record(z.string(), viewCellSchema)),
  problems: z.array(problemSchema),
  events: z.array(clusterEventSchema),
});
export type ClusterView = z.infer<typeof clusterViewSchema>;
