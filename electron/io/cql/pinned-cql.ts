import { Failure } from "../../../shared/facts/failure.ts";
import type { FailureDetail, Hop } from "../../../shared/facts/failure.ts";
import type { Cql, CqlSession, CqlTarget } from "../../core/deps.ts";
import { CqlConnection } from "./connection.ts";
import { cqlFailure, nodeOf } from "./cql-failure.ts";
import { handshake } from "./handshake.ts";
import { openSocket } from "./open-socket.ts";
import type { ConnectPhase } from "./open-socket.ts";
import { PinnedSession } from "./pinned-session.ts";

/** CQL with one socket to one node: no discovery, no retries, no other node that answers instead. */
export function createPinnedCql(): Cql {
  return { connect };
}

const hopOf: Readonly<Record<ConnectPhase, Hop>> = {
  dns: "dns",
  tcp: "tcp",
  tls: "cql connect",
  startup: "cql connect",
  login: "cql login",
};

const nextOf: Readonly<Record<ConnectPhase, string>> = {
  dns: "Check the name server of this machine.",
  tcp: "Check the address, routes and firewalls between this machine and the node.",
  tls: "Check that the node wants TLS on this port; it may also be frozen.",
  startup: "The node may be frozen or still starting, or this is not its CQL port.",
  login: "Check that enough replicas of system_auth are up.",
};

async function connect(target: CqlTarget, signal?: AbortSignal): Promise<CqlSession> {
  const node = nodeOf(target);
  const { connectTimeoutMs } = target;
  let phase: ConnectPhase = "dns";
  const attempt = new AbortController();
  const timer = setTimeout(
    () => attempt.abort(noAnswer(node, phase, connectTimeoutMs)),
    connectTimeoutMs,
  );
  const cancel = () => attempt.abort(cancelled(node, phase));
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted === true) cancel();
  try {
    const socket = await openSocket(target, attempt.signal, (next) => (phase = next));
    phase = "startup";
    const connection = new CqlConnection(socket, node);
    const giveUp = () => connection.end(reasonOf(attempt.signal));
    attempt.signal.addEventListener("abort", giveUp, { once: true });
    try {
      attempt.signal.throwIfAborted();
      await handshake(connection, target, () => (phase = "login"));
    } catch (error) {
      connection.end(error instanceof Failure ? error.detail : cancelled(node, phase).detail);
      throw error;
    } finally {
      attempt.signal.removeEventListener("abort", giveUp);
    }
    return new PinnedSession(target, connection);
  } catch (error) {
    attempt.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

function reasonOf(signal: AbortSignal): FailureDetail {
  const reason: unknown = signal.reason;
  if (reason instanceof Failure) return reason.detail;
  throw reason;
}

function noAnswer(node: string, phase: ConnectPhase, timeoutMs: number): Failure {
  return cqlFailure({
    hop: hopOf[phase],
    kind: "no answer",
    node,
    message: `No answer from ${node} within ${timeoutMs} ms (${phase}).`,
    next: nextOf[phase],
  });
}

function cancelled(node: string, phase: ConnectPhase): Failure {
  return cqlFailure({
    hop: hopOf[phase],
    kind: "cancelled",
    node,
    message: `Connecting to ${node} was stopped.`,
    next: "Connect again to go on.",
  });
}
