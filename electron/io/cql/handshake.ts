import { protocolVersion } from "../../../shared/cql/frame.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlResponse } from "../../../shared/cql/response.ts";
import type { CqlErrorDetail } from "../../../shared/cql/server-error.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { Hop } from "../../../shared/facts/failure.ts";
import type { CqlTarget } from "../../core/deps.ts";
import { cqlFailure } from "./cql-failure.ts";
import type { CqlConnection } from "./connection.ts";

const startupOptions = new Map([
  ["CQL_VERSION", "3.0.0"],
  // Shown in system_views.clients, so that an operator can tell who it is.
  ["DRIVER_NAME", "Ringdrill"],
]);

/**
 * Starts protocol 4 on a fresh connection and logs in when the node asks for it, by SASL PLAIN.
 * `onLogin` hears that the node wants a login. @throws Failure (hop "cql connect" or "cql login")
 */
export async function handshake(
  connection: CqlConnection,
  target: CqlTarget,
  onLogin: () => void,
): Promise<void> {
  const answer = await ask(connection, target, "cql connect", {
    kind: "startup",
    options: startupOptions,
  });
  if (answer.kind === "ready") return;
  if (answer.kind === "error") throw startupRefused(connection.node, answer.error);
  if (answer.kind !== "authenticate") {
    throw handshakeFailed(connection.node, `It answered STARTUP with "${answer.kind}".`, target);
  }
  onLogin();
  await logIn(connection, target, answer.authenticator);
}

async function logIn(
  connection: CqlConnection,
  target: CqlTarget,
  authenticator: string,
): Promise<void> {
  const { node } = connection;
  if (target.user === undefined || target.password === undefined) {
    throw cqlFailure({
      hop: "cql login",
      kind: "authentication refused",
      node,
      message: `${node} wants a CQL user and password, and none was given.`,
      next: "Set the CQL user in the profile and enter its password.",
      said: authenticator,
    });
  }
  const plain = new TextEncoder().encode(`\0${target.user}\0${target.password}`);
  // DataStax Enterprise wants the mechanism's name first and asks for the rest.
  const asksFirst = authenticator.endsWith(".DseAuthenticator");
  const first = asksFirst ? new TextEncoder().encode("PLAIN") : plain;
  let answer = await ask(connection, target, "cql login", { kind: "auth response", token: first });
  if (asksFirst && answer.kind === "auth challenge") {
    answer = await ask(connection, target, "cql login", { kind: "auth response", token: plain });
  }
  if (answer.kind === "auth success") return;
  if (answer.kind === "error") throw loginRefused(node, target.user, answer.error);
  throw cqlFailure({
    hop: "cql login",
    kind: "handshake failed",
    node,
    message: `${node} wants a login that Ringdrill does not know (${authenticator}).`,
    next: "Ringdrill logs in with user and password only; allow that for its role.",
    said: authenticator,
  });
}

/** Asks with the time that the connection attempt has as a whole; its end is the caller's to watch. */
async function ask(
  connection: CqlConnection,
  target: CqlTarget,
  hop: Hop,
  request: CqlRequest,
): Promise<CqlResponse> {
  try {
    return await connection.ask(request, { hop, timeoutMs: target.connectTimeoutMs });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, said } = error.detail;
    if (kind !== "connection lost" && kind !== "unknown layout") throw error;
    const what =
      kind === "connection lost" ? "It closed the connection." : "It sent something else than CQL.";
    throw hop === "cql connect" ? handshakeFailed(connection.node, what, target, said) : error;
  }
}

function handshakeFailed(node: string, what: string, target: CqlTarget, said?: string): Failure {
  return cqlFailure({
    hop: "cql connect",
    kind: "handshake failed",
    node,
    message: `${node} did not answer the CQL handshake. ${what}`,
    next:
      target.tls === undefined
        ? "Check that this is the CQL port; if the node wants TLS, switch it on in the profile."
        : "Check that this is the CQL port.",
    said,
  });
}

function startupRefused(node: string, error: CqlErrorDetail): Failure {
  const versions = error.kind === "protocol";
  return cqlFailure({
    hop: "cql connect",
    kind: versions ? "handshake failed" : "server error",
    node,
    message: versions
      ? `${node} does not speak protocol version ${protocolVersion}.`
      : `${node} refused the CQL handshake (${error.kind}).`,
    next: versions
      ? "CQL needs Cassandra 2.2 or later; older nodes can be watched over SSH only."
      : "See the node's log; it may still be starting.",
    said: error.message,
  });
}

function loginRefused(node: string, user: string, error: CqlErrorDetail): Failure {
  // Replicas of system_auth that are down are reported with the code of a wrong password (seen on 5.0.6).
  const wrong =
    error.kind === "bad credentials" && !/unable to perform|cannot achieve/i.test(error.message);
  return cqlFailure({
    hop: "cql login",
    kind: wrong ? "authentication refused" : "server error",
    node,
    message: wrong
      ? `${node} refused the password of the CQL user ${user}.`
      : `${node} could not check the password of the CQL user ${user}.`,
    next: wrong
      ? "Enter the password again, or check that the role exists and may log in."
      : "Check that enough replicas of system_auth are up, and its replication factor.",
    said: error.message,
  });
}
