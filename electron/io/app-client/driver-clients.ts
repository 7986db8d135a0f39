/** The two clients of a drill, both cassandra-driver: one as an application has it, one that measures the cluster. */
import { readFileSync } from "node:fs";
import { checkServerIdentity } from "node:tls";
import cassandra, { type Client, type DseClientOptions } from "cassandra-driver";
import type { LoadSpec } from "../../core/deps.ts";
import { Failure, type FailureDetail } from "../../../shared/facts/failure.ts";

const probeReadTimeoutMs = 5_000;
/** The driver's own default, stated because the end of a load waits for it. */
export const appReadTimeoutMs = 12_000;

/**
 * Timestamps are made by the coordinator. The driver's default is this machine's clock, and a drill must not depend
 * on whether a laptop's clock is right. Which clock it is decides nothing for the ledger: its rows are written once, and
 * the probe writes the same values again; nothing is ever deleted that a timestamp could hide.
 * The driver's types do not say that null means this (lib/client-options.js, lib/execution-options.js).
 */
const coordinatorTimestamps = null as never;

/**
 * The application's view: the driver's default policies (token and datacenter aware, one retry of "unavailable" on the
 * next host, 12 s read time-out, exponential reconnection), statements not marked idempotent, every contact point given.
 */
export function createAppClient(spec: LoadSpec): Client {
  return new cassandra.Client({
    ...common(spec),
    contactPoints: [...spec.contactPoints],
    localDataCenter: spec.localDc,
    socketOptions: { readTimeout: appReadTimeoutMs },
  });
}

/**
 * The cluster's view: no retries, 5 s read time-out, reconnection each second. Each request names its node, which goes
 * round every load-balancing policy, so that this one client is a pinned connection to each node. A client of its own
 * for each node would show the same and costs 11 MB and 0.3 s of CPU a node at 1,000 nodes (measured).
 */
export function createProbeClient(spec: LoadSpec): Client {
  const { loadBalancing, reconnection, retry } = cassandra.policies;
  const base = common(spec);
  return new cassandra.Client({
    ...base,
    contactPoints: [...new Set([...spec.contactPoints, ...spec.nodes])],
    localDataCenter: spec.localDc,
    isMetadataSyncEnabled: false,
    socketOptions: { readTimeout: probeReadTimeoutMs },
    policies: {
      ...base.policies,
      loadBalancing: new loadBalancing.RoundRobinPolicy(),
      reconnection: new reconnection.ConstantReconnectionPolicy(1_000),
      retry: new retry.FallthroughRetryPolicy(),
    },
  });
}

function common(spec: LoadSpec): DseClientOptions {
  const { user, password, tls } = spec;
  return {
    protocolOptions: { port: spec.port, maxVersion: 4 },
    queryOptions: {
      prepare: true,
      consistency: consistencyOf(spec.consistency),
      isIdempotent: false,
    },
    policies: { timestampGeneration: coordinatorTimestamps },
    monitorReporting: { enabled: false },
    ...(user === undefined
      ? {}
      : { authProvider: new cassandra.auth.PlainTextAuthProvider(user, password ?? "") }),
    ...(tls === undefined
      ? {}
      : {
          sslOptions: {
            // The driver's default is false.
            rejectUnauthorized: true,
            ...(tls.caFile === undefined ? {} : { ca: [readFileSync(tls.caFile)] }),
            checkServerIdentity: (host, certificate) =>
              checkServerIdentity(tls.serverName ?? host, certificate),
          },
        }),
  };
}

/** The driver's number for a level by its CQL name. @throws when there is no such level */
function consistencyOf(name: string): number {
  const wanted = name.replaceAll("_", "").toLowerCase();
  for (const [level, value] of Object.entries(cassandra.types.consistencies)) {
    if (level.toLowerCase() === wanted && typeof value === "number") return value;
  }
  throw new Error(`There is no consistency level ${name}.`);
}

/** The driver waits 12 s for each contact point that accepts and says nothing, one after the other. */
const connectLimitMs = 30_000;

/** Connects, or says by which hop it failed. @throws Failure */
export async function connectClient(client: Client, spec: LoadSpec): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${connectLimitMs / 1_000} s`)),
    connectLimitMs,
  );
  try {
    await Promise.race([client.connect(), late.promise]);
  } catch (error) {
    await client.shutdown().catch(() => undefined);
    throw new Failure(connectFailure(error, spec));
  } finally {
    clearTimeout(timer);
  }
}

function connectFailure(error: unknown, spec: LoadSpec): FailureDetail {
  const { errors } = cassandra;
  const inner: readonly unknown[] =
    error instanceof errors.NoHostAvailableError ? Object.values(error.innerErrors) : [error];
  const node = spec.contactPoints.join(", ");
  const said = inner
    .map((each) => (each instanceof Error ? each.message : String(each)))
    .join("; ")
    .slice(0, 2_000);
  if (inner.some((each) => each instanceof errors.AuthenticationError)) {
    return {
      hop: "cql login",
      kind: "authentication refused",
      node,
      message: `The application's driver was not let in at ${node}.`,
      next: "Check the user and password of the run's role.",
      said,
    };
  }
  // lib/control-connection.js: the contact point was reached, but is in none of the datacenters asked for.
  if (inner.some((each) => each instanceof errors.ArgumentError)) {
    return {
      hop: "datacenter",
      kind: "wrong datacenter",
      node,
      message: `The driver knows no node of datacenter ${spec.localDc}.`,
      next: "Give the datacenter's name as nodetool status prints it.",
      said,
    };
  }
  const refused = inner.every((each) => (each as NodeJS.ErrnoException).code === "ECONNREFUSED");
  return {
    hop: "cql connect",
    kind: refused ? "connection refused" : "no answer",
    node,
    message: `The application's driver could not connect to ${node}.`,
    next: "Check that CQL answers there on the profile's port, with the profile's TLS setting.",
    said,
  };
}
