import { randomBytes } from "node:crypto";
import type { Cql, CqlSession } from "../core/deps.ts";
import type { Account, PracticeSecrets } from "./cluster-record.ts";
import { nodesByDatacenter } from "./layout.ts";
import { PracticeFailure } from "./practice-error.ts";
import { addressOf, cqlPort, type PracticeSpec } from "./practice-spec.ts";

/** Keyspaces that hold roles, repair history and traces; with their default RF of 1 a dead node takes its share of logins with it. */
const sharedKeyspaces = ["system_auth", "system_distributed", "system_traces"];

/** New random accounts; the monitor's name is random as well. */
export function newSecrets(): PracticeSecrets {
  const password = () => randomBytes(24).toString("base64url");
  return {
    monitor: { user: `ringdrill_${randomBytes(4).toString("hex")}`, password: password() },
    application: { user: "ringdrill_app", password: password() },
  };
}

/** `{'class': 'NetworkTopologyStrategy', 'dc1': 3, 'dc2': 2}`: at most three replicas in every datacenter. */
export function replicationOf(spec: PracticeSpec): string {
  const perDc = [...nodesByDatacenter(spec.places)].map(
    ([dc, nodes]) => `'${dc}': ${String(Math.min(3, nodes))}`,
  );
  return `{'class': 'NetworkTopologyStrategy', ${perDc.join(", ")}}`;
}

/**
 * Replaces Cassandra's default superuser and sets the replication of the shared keyspaces, on a ring whose nodes are
 * started and that nobody used yet. Order matters: the roles are written while every node is a replica (the first
 * start's default RF) and is seen up by the coordinator, and only then the replication is narrowed to `replicationOf`,
 * so no copy is missing. 4.0 knows no such default: there `repair` has to carry the rows over.
 * @throws PracticeFailure or Failure
 */
export async function setUpAccounts(
  spec: PracticeSpec,
  secrets: PracticeSecrets,
  cql: Cql,
  repair: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const first = await patientLogin(
    cql,
    spec,
    1,
    { user: "cassandra", password: "cassandra" },
    60_000,
    signal,
  );
  const everywhere = spec.release.hasDefaultRfProperties;
  try {
    if (everywhere) await waitUntilAllAreUp(first, 90_000, signal);
    await first.query(createRole(secrets.monitor, true));
    await first.query(createRole(secrets.application, false));
    for (const permission of ["CREATE", "ALTER", "DROP", "SELECT", "MODIFY"]) {
      await first.query(`GRANT ${permission} ON ALL KEYSPACES TO ${secrets.application.user}`);
    }
    if (everywhere) await mendByReading(first);
    for (const keyspace of sharedKeyspaces) {
      await first.query(`ALTER KEYSPACE ${keyspace} WITH replication = ${replicationOf(spec)}`);
    }
  } finally {
    first.close();
  }
  if (!everywhere && spec.places.length > 1) await repair();
  const monitor = await patientLogin(cql, spec, 1, secrets.monitor, 30_000, signal);
  try {
    await monitor.query("DROP ROLE IF EXISTS cassandra");
  } finally {
    monitor.close();
  }
  await proveAccounts(spec, secrets, cql, signal);
}

/** Both accounts can log in through every node, and all nodes agree on the schema. @throws PracticeFailure or Failure */
export async function proveAccounts(
  spec: PracticeSpec,
  secrets: PracticeSecrets,
  cql: Cql,
  signal?: AbortSignal,
): Promise<void> {
  const numbers = spec.places.map((_, i) => i + 1);
  const versions = await Promise.all(
    numbers.map(async (n) => {
      (await patientLogin(cql, spec, n, secrets.application, 30_000, signal)).close();
      const session = await patientLogin(cql, spec, n, secrets.monitor, 30_000, signal);
      try {
        return await schemaVersion(session);
      } finally {
        session.close();
      }
    }),
  );
  if (new Set(versions).size === 1) return;
  // Gossip spreads a new schema within a second or two; a look at node 1's table of peers says when.
  const session = await patientLogin(cql, spec, 1, secrets.monitor, 30_000, signal);
  try {
    await waitForAgreement(session, 30_000, signal);
  } finally {
    session.close();
  }
}

/** A read at ALL is refused at once while the coordinator believes that any replica is down, and every node is one. */
async function waitUntilAllAreUp(
  session: CqlSession,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      await session.query("SELECT role FROM system_auth.roles", [], { consistency: "ALL" });
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (performance.now() > end) throw error;
    }
    await pause(300, signal);
  }
}

/** A read at ALL writes the newest rows to every replica that lacks them, before it answers. */
async function mendByReading(session: CqlSession): Promise<void> {
  for (const table of ["roles", "role_permissions", "resource_role_permissons_index"]) {
    await session.query(`SELECT * FROM system_auth.${table}`, [], { consistency: "ALL" });
  }
}

async function schemaVersion(session: CqlSession): Promise<string> {
  const [row] = await session.query("SELECT schema_version FROM system.local");
  return JSON.stringify(row?.["schema_version"]);
}

async function waitForAgreement(
  session: CqlSession,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const peers = await session.query("SELECT schema_version FROM system.peers");
    const versions = new Set(peers.map((row) => JSON.stringify(row["schema_version"])));
    versions.add(await schemaVersion(session));
    if (versions.size === 1) return;
    if (performance.now() > end) {
      throw new PracticeFailure("failed", "The nodes do not agree on the schema.");
    }
    await pause(300, signal);
  }
}

/** Logs in, again and again until `timeoutMs`: roles of a new ring appear some time after its ports do. */
async function patientLogin(
  cql: Cql,
  spec: PracticeSpec,
  n: number,
  account: Account,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<CqlSession> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      const host = addressOf(spec.prefix, n);
      return await cql.connect(
        { host, port: cqlPort, ...account, connectTimeoutMs: 10_000 },
        signal,
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (performance.now() > end) throw error;
    }
    await pause(300, signal);
  }
}

/** Names and passwords are our own, of letters, digits, "_" and "-". */
function createRole({ user, password }: Account, superuser: boolean): string {
  return `CREATE ROLE IF NOT EXISTS ${user} WITH PASSWORD = '${password}' AND LOGIN = true AND SUPERUSER = ${String(superuser)}`;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal?.throwIfAborted();
}
