/** One look at a node over CQL: what its virtual tables say of itself and of the others. */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import type { CqlRow } from "../../../shared/cql/value.ts";
import { readGossipInfo } from "../../../shared/parse/vtable/gossip-info.ts";
import { integerOf, textOf } from "../../../shared/parse/vtable/row.ts";
import { readThreadPools } from "../../../shared/parse/vtable/thread-pools.ts";
import type { CqlSession } from "../deps.ts";
import { nextHeartbeat } from "../opinion/peer-opinion.ts";
import { Late } from "../session/deadline.ts";
import type { FigureName } from "../session/figure-sheet.ts";
import type { NodeState } from "../session/node-state.ts";
import { askCql, type Answer, type Asker } from "./ask-cql.ts";
import { requestLatency, type RequestCount } from "./request-latency.ts";

/** What a look needs from the one before. */
export interface CqlMemory {
  read?: RequestCount;
  write?: RequestCount;
}

interface Part {
  readonly figures: readonly FigureName[];
  readonly table: string;
  readonly columns: string;
  /** Release that brought the table. */
  readonly since: readonly [number, number];
  apply(answer: Answer): void;
}

const latencyColumns = "keyspace_name, table_name, count, max_ms, p50th_ms, p99th_ms, per_second";

/**
 * Asks and writes what was learned into `node`. A table that is missing or refused costs its own figures.
 * @param what gossip: false leaves out the gossip table, which is not read at every beat with very many nodes;
 * tables: false leaves out pools and latencies, which are not read at every beat of a drill
 * @returns true when another process answers than before: ring and settings must be read again
 * @throws Late when the node stops answering, Failure when the connection is lost
 */
export async function lookByCql(
  asker: Asker,
  cql: CqlSession,
  node: NodeState,
  memory: CqlMemory,
  what: { readonly gossip: boolean; readonly tables: boolean },
): Promise<boolean> {
  // Alone and first: a node that does not answer this will not answer the rest, and has then been asked only once.
  const local = await askCql(
    asker,
    cql,
    "system.local (state)",
    "SELECT host_id, schema_version, gossip_generation FROM system.local WHERE key = 'local'",
  );
  const changed = applyLocal(node, local.rows[0] ?? {}, local);
  const release = node.row?.release;
  const latency = (figure: "readLatency" | "writeLatency", kind: "read" | "write"): Part => ({
    figures: [figure],
    table: `system_views.coordinator_${kind}_latency`,
    columns: latencyColumns,
    since: [4, 0],
    apply: ({ rows, at, source }) => {
      const { figure: value, count } = requestLatency(rows, release, at, memory[kind]);
      memory[kind] = count;
      if ("why" in value) node.sheet.withhold(figure, value.why);
      else node.sheet.set(figure, value, at, source);
    },
  });
  const parts: Part[] = [];
  const tables: Part[] = [
    {
      figures: ["pools"],
      table: "system_views.thread_pools",
      columns: "*",
      since: [4, 0],
      apply: (answer) => applyPools(node, answer),
    },
    latency("readLatency", "read"),
    latency("writeLatency", "write"),
  ];
  if (what.tables) parts.push(...tables);
  if (what.gossip) {
    parts.push({
      figures: ["load"],
      table: "system_views.gossip_info",
      columns:
        'address, port, generation, heartbeat, status, status_with_port, "schema", load, host_id',
      since: [4, 1],
      apply: (answer) => applyGossip(node, answer),
    });
  }
  const results = await Promise.allSettled(parts.map((part) => look(asker, cql, node, part)));
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  const rates = [memory.read?.perSecond, memory.write?.perSecond].filter(
    (rate) => rate !== undefined,
  );
  const perSecond = rates.reduce((sum, rate) => sum + rate, 0);
  if (what.tables) node.requests = rates.length === 0 ? undefined : { at: local.at, perSecond };
  node.lastLookAt = asker.clock.now();
  return changed;
}

async function look(asker: Asker, cql: CqlSession, node: NodeState, part: Part): Promise<void> {
  const withhold = (why: string): void => {
    for (const name of part.figures) node.sheet.withhold(name, why);
  };
  const release = node.row?.release;
  if (release !== undefined && !atLeast(release, part.since)) {
    // `load` comes with nodetool status then.
    if (!part.figures.includes("load"))
      withhold(`${part.table} came with Cassandra ${part.since.join(".")}, this is ${release}`);
    return;
  }
  try {
    part.apply(await askCql(asker, cql, part.table, `SELECT ${part.columns} FROM ${part.table}`));
  } catch (error) {
    if (error instanceof Late) throw error;
    withhold(`${part.table}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function atLeast(release: string, [major, minor]: readonly [number, number]): boolean {
  const match = /^(\d+)\.(\d+)/.exec(release);
  if (match === null) return true;
  return Number(match[1]) > major || (Number(match[1]) === major && Number(match[2]) >= minor);
}

/** True when another process answers than before. */
function applyLocal(node: NodeState, row: CqlRow, { at, source }: Answer): boolean {
  const schema = textOf(row, "schema_version");
  if (schema === undefined)
    node.sheet.withhold("schemaVersion", "system.local has no schema version");
  else node.sheet.set("schemaVersion", schema, at, source);
  const generation = integerOf(row, "gossip_generation");
  if (generation !== undefined && node.reach.ssh.state !== "connected") {
    // Without the host's word: gossip's generation is the node's own clock at its start, in whole seconds.
    const started = generation * 1_000 - (node.clock?.offsetMs ?? 0);
    node.sheet.set("processUptimeMs", Math.max(0, at - started), at, source);
  }
  const before = node.generation;
  node.generation = generation;
  const hostId = textOf(row, "host_id");
  return (
    (generation !== undefined && before !== undefined && generation !== before) ||
    (hostId !== undefined && node.hostId !== undefined && hostId !== node.hostId)
  );
}

function applyGossip(node: NodeState, { rows, at, source }: Answer): void {
  const states = new Map(
    readGossipInfo(rows).value.map((state) => [canonicalAddress(state.address), state] as const),
  );
  node.gossip = { at, states };
  for (const [address, { generation, heartbeat, status }] of states) {
    if (generation === undefined || heartbeat === undefined) continue;
    const opinion = node.opinions.get(address) ?? {};
    opinion.heartbeat = nextHeartbeat(opinion.heartbeat, generation, heartbeat, at);
    opinion.status = status;
    node.opinions.set(address, opinion);
  }
  const own = states.get(node.address)?.loadBytes;
  if (own === undefined)
    node.sheet.withhold("load", "the node's own row in gossip_info has no load yet");
  else node.sheet.set("load", own, at, source);
}

function applyPools(node: NodeState, { rows, at, source }: Answer): void {
  const { value, incomplete } = readThreadPools(rows);
  const pools = value.flatMap(({ name, active, pending, completed, blocked, blockedTotal }) =>
    active === undefined ||
    pending === undefined ||
    completed === undefined ||
    blocked === undefined ||
    blockedTotal === undefined
      ? []
      : [{ name, active, pending, completed, blocked, blockedTotal }],
  );
  if (incomplete && pools.length === 0)
    node.sheet.withhold("pools", "system_views.thread_pools gave no readable row");
  else node.sheet.set("pools", pools, at, source);
}
