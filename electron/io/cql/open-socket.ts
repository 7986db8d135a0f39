import { readFile } from "node:fs/promises";
import { connect as connectTcp, isIP } from "node:net";
import type { Socket } from "node:net";
import { checkServerIdentity, connect as connectTls } from "node:tls";
import type { CqlTarget } from "../../core/deps.ts";
import type { Failure } from "../../../shared/facts/failure.ts";
import { cqlFailure, nodeOf, textOf } from "./cql-failure.ts";

/** How far a connection attempt has come; read when its time is up. */
export type ConnectPhase = "dns" | "tcp" | "tls" | "startup" | "login";

/**
 * Opens the socket to a node, with TLS when the target asks for it. There is no fall-back to plain text.
 * `onPhase` hears each step before it begins; an abort destroys what is open.
 * @throws Failure (hop "dns", "tcp" or "cql connect"), or the signal's reason
 */
export async function openSocket(
  target: CqlTarget,
  signal: AbortSignal,
  onPhase: (phase: ConnectPhase) => void,
): Promise<Socket> {
  const ca = await readCa(target);
  const named = isIP(target.host) === 0;
  onPhase(named ? "dns" : "tcp");
  const socket = connectTcp({
    host: target.host,
    port: target.port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 15_000,
  });
  if (named) socket.once("lookup", () => onPhase("tcp"));
  await opened(socket, "connect", signal, (error) => plainFailure(target, error));
  if (target.tls === undefined) return socket;
  onPhase("tls");
  // From here on the secure socket speaks for both; unheard, an error of this one would end the process.
  socket.on("error", () => undefined);
  const secure = startTls(target, socket, ca);
  await opened(secure, "secureConnect", signal, (error) => tlsFailure(target, error));
  return secure;
}

function startTls(target: CqlTarget, socket: Socket, ca: Buffer | undefined): Socket {
  const name = target.tls?.serverName ?? target.host;
  try {
    return connectTls({
      socket,
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      // An address cannot be asked for by SNI, but the certificate is checked against it all the same.
      ...(isIP(name) === 0 ? { servername: name } : {}),
      checkServerIdentity: (_asked, certificate) => checkServerIdentity(name, certificate),
    });
  } catch (error) {
    // A CA file that is none is found here.
    socket.destroy();
    throw tlsFailure(target, error instanceof Error ? error : new Error(String(error)));
  }
}

async function readCa(target: CqlTarget): Promise<Buffer | undefined> {
  const file = target.tls?.caFile;
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw cqlFailure({
      hop: "cql connect",
      kind: "tls failed",
      node: nodeOf(target),
      message: `The CA file ${file} for ${nodeOf(target)} cannot be read.`,
      next: "Correct the path or the permissions of the CA file in the profile.",
      said: textOf(error),
    });
  }
}

/** Waits for `event`; whatever else happens to the socket before is a failure and destroys it. */
async function opened(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
  failureOf: (error: NodeJS.ErrnoException) => Failure,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onError = (error: Error) => reject(failureOf(error));
  const onClose = () => reject(failureOf(new Error("the node closed the connection")));
  const onAbort = () => reject(signal.reason);
  socket.once(event, () => resolve());
  socket.once("error", onError);
  socket.once("close", onClose);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await promise;
  } catch (error) {
    // Later errors of a socket that was given up are of no interest, but unheard ones would end the process.
    socket.on("error", () => undefined);
    socket.destroy();
    throw error;
  } finally {
    socket.off("error", onError);
    socket.off("close", onClose);
    signal.removeEventListener("abort", onAbort);
  }
}

function plainFailure(target: CqlTarget, error: NodeJS.ErrnoException): Failure {
  if (error.syscall !== "getaddrinfo") return tcpFailure(target, error);
  return cqlFailure({
    hop: "dns",
    kind: "name not found",
    node: target.host,
    message: `The name ${target.host} does not resolve (${error.code ?? error.message}).`,
    next: "Correct the host name in the profile, or the name server of this machine.",
    said: error.message,
  });
}

function tcpFailure(target: CqlTarget, error: NodeJS.ErrnoException): Failure {
  const refused = error.code === "ECONNREFUSED";
  const node = nodeOf(target);
  return cqlFailure({
    hop: "tcp",
    kind: refused ? "connection refused" : "no answer",
    node,
    message: refused
      ? `Nothing listens for CQL on ${node}.`
      : `No connection to ${node} could be opened (${error.code ?? error.message}).`,
    next: refused
      ? "Check that Cassandra runs there and that rpc_address and native_transport_port are these."
      : "Check the address, routes and firewalls between this machine and the node.",
    said: error.message,
  });
}

function tlsFailure(target: CqlTarget, error: TlsError): Failure {
  const node = nodeOf(target);
  const plain = error.code === "ERR_SSL_WRONG_VERSION_NUMBER";
  return cqlFailure({
    hop: "cql connect",
    kind: "tls failed",
    node,
    message: plain
      ? `${node} answers in plain text, not in TLS.`
      : `No verified TLS connection to ${node}: ${error.reason ?? error.message}.`,
    next: "Check that client_encryption_options is on there, and the CA file and server name in the profile.",
    said: error.code === undefined ? error.message : `${error.code}: ${error.message}`,
  });
}

/** OpenSSL's errors carry their sentence in `reason`; the message has source lines in it. */
interface TlsError extends NodeJS.ErrnoException {
  readonly reason?: string;
}
