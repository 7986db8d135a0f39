/** Keeps the CQL link of one node and looks through it at every beat. */
import { lookByCql, type CqlMemory } from "../look/cql-look.ts";
import { lookAtRing } from "../look/ring-look.ts";
import { lookAtSettings } from "../look/settings-look.ts";
import type { Asker } from "../look/ask-cql.ts";
import type { CqlSession, CqlTarget } from "../deps.ts";
import type { Beat } from "./beat.ts";
import { Late } from "./deadline.ts";
import { detailOf, keepLink, type LinkReport } from "./link.ts";
import type { NodeState, RingAnswer } from "./node-state.ts";
import type { RawStore } from "./raw-store.ts";
import type { SessionDeps } from "./session-deps.ts";

const ringEveryMs = 60_000;
/** Pools and latencies: the costly part of a look, which a drill's beat of a second need not repeat each time. */
const tablesEveryMs = 4_500;
const settingsEveryMs = 5 * 60_000;
/** A heartbeat read twice within this time can already be seen to rise: the first view need not wait for a beat. */
const secondLookMs = 2_500;
/** Looks without an answer after which the connection is given up and made anew. */
const patience = 3;
/** Gossip tables are read so often that all nodes together give at most about this many rows a second. */
const gossipRowsPerSecond = 2_500;

export interface NodeCqlOptions {
  readonly deps: SessionDeps;
  readonly beat: Beat;
  readonly raws: RawStore;
  readonly node: NodeState;
  target(): CqlTarget;
  /** The node gave its ring tables. False: it is another entry's twin and this link is to end. */
  onRing(node: NodeState, ring: RingAnswer): boolean;
  /** Something of the node changed. */
  touch(): void;
  memberCount(): number;
}

/** Runs until `signal` aborts; never rejects. */
export async function keepCql(options: NodeCqlOptions, signal: AbortSignal): Promise<void> {
  const { deps, beat, node } = options;
  await keepLink<CqlSession>(
    {
      clock: deps.clock,
      beat,
      node: `${node.cqlHost}:${node.cqlPort}`,
      hop: "cql connect",
      connectTimeoutMs: options.target().connectTimeoutMs + 2_000,
      connect: (ended) => deps.cql.connect(options.target(), ended),
      use: (cql, ended, report) => useCql(options, cql, ended, report),
      onReach: (reach) => {
        node.reach.cql = reach;
        if (reach.state === "failed") {
          const why = reach.failure.message;
          for (const group of ["cql beat", "cql settings", "ring"] as const)
            node.sheet.withholdGroup(group, why);
        }
        options.touch();
      },
    },
    signal,
  );
}

async function useCql(
  options: NodeCqlOptions,
  cql: CqlSession,
  ended: AbortSignal,
  report: LinkReport,
): Promise<void> {
  const { deps, beat, node } = options;
  const { clock } = deps;
  const asker = (): Asker => ({ clock, raws: options.raws, node: node.address });
  const memory: CqlMemory = {};
  let ringAt = Number.NEGATIVE_INFINITY;
  let settingsAt = Number.NEGATIVE_INFINITY;
  let gossipAt = Number.NEGATIVE_INFINITY;
  let tablesAt = Number.NEGATIVE_INFINITY;
  let looks = 0;
  let silent = 0;
  node.cql = cql;
  try {
    while (!ended.aborted) {
      const began = clock.monotonicMs();
      try {
        if (began - ringAt >= ringEveryMs) {
          if (!options.onRing(node, await lookAtRing(asker(), cql))) return;
          ringAt = began;
          options.touch();
        }
        const gossipEveryMs = (options.memberCount() ** 2 * 1_000) / gossipRowsPerSecond;
        const gossip = began - gossipAt >= gossipEveryMs;
        const tables = node.wanted.has("cql") || began - tablesAt >= tablesEveryMs;
        const changed = await lookByCql(asker(), cql, node, memory, { gossip, tables });
        if (gossip) gossipAt = began;
        if (tables) tablesAt = began;
        if (changed) ringAt = settingsAt = Number.NEGATIVE_INFINITY;
        if (began - settingsAt >= settingsEveryMs) {
          settingsAt = began;
          await lookAtSettings(asker(), cql, node).catch((error: unknown) => {
            if (error instanceof Late) throw error;
            node.sheet.withholdGroup(
              "cql settings",
              detailOf(error, "cql query", node.address).message,
            );
          });
        }
        silent = 0;
        node.wanted.delete("cql");
        looks++;
        report.answered();
      } catch (error) {
        if (ended.aborted) return;
        // A frozen process keeps its connections: it may wake and answer on this one.
        if (!(error instanceof Late) && !isTimeOut(error)) throw error;
        report.failed(error);
        node.wanted.delete("cql");
        if (++silent >= patience) throw error;
      }
      options.touch();
      const took = clock.monotonicMs() - began;
      const untilNext = looks === 1 ? Math.min(secondLookMs, beat.ms) : beat.ms;
      await beat.rest(Math.max(untilNext - took, 0.2 * beat.ms), ended);
    }
  } finally {
    node.cql = undefined;
    node.wanted.delete("cql");
  }
}

function isTimeOut(error: unknown): boolean {
  return error instanceof Error && detailOf(error, "cql query", "").kind === "time-out";
}
