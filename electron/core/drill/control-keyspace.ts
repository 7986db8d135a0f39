/**
 * What Ringdrill writes into a cluster: `ringdrill_control` with the lock that keeps two drills apart and one row a
 * run, and the keyspace of the run itself.
 */
import { hasValue } from "../../../shared/facts/fact.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { CqlValue } from "../../../shared/cql/value.ts";
import type { CqlSession } from "../deps.ts";

const control = "ringdrill_control";
const lockName = "drill";

export interface LockOwner {
  readonly runId: string;
  readonly owner: string;
}

/** Nodes per datacenter of the ring. */
export function datacenters(view: ClusterView): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const node of view.nodes) {
    if (hasValue(node.dc)) found.set(node.dc.value, (found.get(node.dc.value) ?? 0) + 1);
  }
  return found;
}

/** A replication map for `rf` in each datacenter, never more than it has nodes. Names are quoted as CQL text. */
export function replicationFor(view: ClusterView, rf: number): string {
  const parts = [...datacenters(view)].map(
    ([dc, nodes]) => `${cqlText(dc)}: ${Math.min(rf, nodes)}`,
  );
  return `{'class': 'NetworkTopologyStrategy', ${parts.join(", ")}}`;
}

/** A CQL text literal: untrusted names (a datacenter's, for one) go through this alone. */
export function cqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A CQL identifier in double quotes. */
export function cqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text column as it is; anything else is said to be no text. */
function textOf(value: CqlValue | undefined): string {
  return typeof value === "string" ? value : "unknown";
}

/** Creates the control keyspace and its tables where they are missing. DDL: never called while a fault is in. */
export async function ensureControl(cql: CqlSession, view: ClusterView): Promise<void> {
  await cql.query(
    `CREATE KEYSPACE IF NOT EXISTS ${control} WITH replication = ${replicationFor(view, 3)}`,
  );
  await cql.query(
    `CREATE TABLE IF NOT EXISTS ${control}.lock (name text PRIMARY KEY, run_id text, owner text, since timestamp)`,
  );
  await cql.query(
    `CREATE TABLE IF NOT EXISTS ${control}.runs (run_id text PRIMARY KEY, drill text, node text, owner text, phase text, at timestamp, chain_head text)`,
  );
}

/** Who holds the lock, or undefined when nobody does or the keyspace does not exist yet. */
export async function lockHolder(cql: CqlSession): Promise<LockOwner | undefined> {
  const tables = await cql.query(
    "SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?",
    [control],
  );
  if (!tables.some((row) => row.table_name === "lock")) return undefined;
  const rows = await cql.query(
    `SELECT run_id, owner FROM ${control}.lock WHERE name = ?`,
    [lockName],
    { consistency: "QUORUM" },
  );
  const row = rows[0];
  return row === undefined || typeof row.run_id !== "string"
    ? undefined
    : { runId: row.run_id, owner: textOf(row.owner) };
}

/**
 * Takes the lock for `ttlSeconds`.
 * @returns undefined when it was taken, else who has it.
 */
export async function takeLock(
  cql: CqlSession,
  mine: LockOwner,
  now: number,
  ttlSeconds: number,
): Promise<LockOwner | undefined> {
  const rows = await cql.query(
    `INSERT INTO ${control}.lock (name, run_id, owner, since) VALUES (?, ?, ?, ?) IF NOT EXISTS USING TTL ${Math.ceil(ttlSeconds)}`,
    [lockName, mine.runId, mine.owner, now],
    { consistency: "QUORUM" },
  );
  const row = rows[0];
  if (row?.["[applied]"] === true) return undefined;
  const holder = { runId: textOf(row?.run_id), owner: textOf(row?.owner) };
  return holder.runId === mine.runId ? undefined : holder;
}

/** Renews the lock. @returns false when it is no longer ours. @throws when the cluster could not be asked */
export async function renewLock(
  cql: CqlSession,
  mine: LockOwner,
  now: number,
  ttlSeconds: number,
): Promise<boolean> {
  const rows = await cql.query(
    `UPDATE ${control}.lock USING TTL ${Math.ceil(ttlSeconds)} SET run_id = ?, owner = ?, since = ? WHERE name = ? IF run_id = ?`,
    [mine.runId, mine.owner, now, lockName, mine.runId],
    { consistency: "QUORUM" },
  );
  return rows[0]?.["[applied]"] === true;
}

/** Gives the lock back if it is ours. */
export async function releaseLock(cql: CqlSession, runId: string): Promise<void> {
  await cql.query(`DELETE FROM ${control}.lock WHERE name = ? IF run_id = ?`, [lockName, runId], {
    consistency: "QUORUM",
  });
}

/** Records where a run stands; at the end also the head of its journal's hash chain. */
export async function recordRun(
  cql: CqlSession,
  run: {
    readonly runId: string;
    readonly drill: string;
    readonly node: string;
    readonly owner: string;
    readonly phase: string;
    readonly at: number;
    readonly chainHead: string | null;
  },
): Promise<void> {
  await cql.query(
    `INSERT INTO ${control}.runs (run_id, drill, node, owner, phase, at, chain_head) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [run.runId, run.drill, run.node, run.owner, run.phase, run.at, run.chainHead],
    { consistency: "QUORUM" },
  );
}

/** The chain's head as the cluster keeps it; undefined when there is no row. */
export async function recordedHead(cql: CqlSession, runId: string): Promise<string | undefined> {
  const rows = await cql.query(`SELECT chain_head FROM ${control}.runs WHERE run_id = ?`, [runId], {
    consistency: "QUORUM",
  });
  const head = rows[0]?.chain_head;
  return typeof head === "string" ? head : undefined;
}

/** The run's own keyspace and ledger table. Read repair is off, so that an audit does not heal what it measures. */
export async function createLedger(
  cql: CqlSession,
  view: ClusterView,
  keyspace: string,
  rf: number,
  release: string,
): Promise<void> {
  await cql.query(
    `CREATE KEYSPACE IF NOT EXISTS ${cqlName(keyspace)} WITH replication = ${replicationFor(view, rf)}`,
  );
  // 4.0 replaced the two chances by one option (CASSANDRA-13910).
  const noRepair = /^[1-3]\./.test(release)
    ? "read_repair_chance = 0 AND dclocal_read_repair_chance = 0"
    : "read_repair = 'NONE'";
  await cql.query(
    `CREATE TABLE IF NOT EXISTS ${cqlName(keyspace)}.ledger (shard int, seq bigint, payload blob, sent timestamp, PRIMARY KEY ((shard, seq))) WITH ${noRepair}`,
  );
}

/** Drops the run's keyspace. */
export async function dropLedger(cql: CqlSession, keyspace: string): Promise<void> {
  await cql.query(`DROP KEYSPACE IF EXISTS ${cqlName(keyspace)}`, [], { timeoutMs: 30_000 });
}
