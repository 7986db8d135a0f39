/** DNS and TCP as two hops of their own, so that a failure says which of them it was. */
import { lookup } from "node:dns/promises";
import { connect, type Socket } from "node:net";
import type { SshWaits } from "./ssh-waits.ts";
import { cancelled, failureOn, named, nodeOf, textOf, type Way } from "./ssh-failure.ts";

/**
 * A connected socket to the node; every address of its name is tried in turn. `passed` hears "dns" and "tcp".
 * @throws Failure (hop "dns" or "tcp")
 */
export async function openTcp(
  way: Way,
  passed: (hop: "dns" | "tcp") => void,
  signal: AbortSignal | undefined,
  waits: SshWaits,
): Promise<Socket> {
  const addresses = await addressesOf(way, signal, waits.lookupMs);
  passed("dns");
  let last: unknown;
  for (const address of addresses) {
    if (signal?.aborted === true) throw cancelled(way, "tcp");
    try {
      const socket = await connected(address, way.port, signal, waits.connectMs);
      passed("tcp");
      return socket;
    } catch (error) {
      last = error;
    }
  }
  if (signal?.aborted === true) throw cancelled(way, "tcp");
  throw tcpFailure(way, last, waits.connectMs);
}

async function addressesOf(
  way: Way,
  signal: AbortSignal | undefined,
  lookupMs: number,
): Promise<string[]> {
  if (!/^[^\s,*?!|@#[\]\0/]+$/.test(way.host)) {
    throw failureOn(
      way,
      "dns",
      "name not found",
      `${JSON.stringify(way.host)} is neither a host name nor an address.`,
      "Correct the host in the profile.",
    );
  }
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${lookupMs / 1000} s`)), lookupMs);
    stop = () => reject(cancelled(way, "dns"));
    signal?.addEventListener("abort", stop);
  });
  try {
    if (signal?.aborted === true) throw cancelled(way, "dns");
    const found = await Promise.race([lookup(way.host, { all: true, verbatim: true }), limit]);
    return found.map(({ address }) => address);
  } catch (error) {
    if (signal?.aborted === true) throw cancelled(way, "dns");
    throw failureOn(
      way,
      "dns",
      "name not found",
      `the name ${way.host} has no address.`,
      "Check the spelling, or use the address; then check this machine's DNS.",
      textOf(error),
    );
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener("abort", stop);
  }
}

class NoAnswer extends Error {}

function connected(
  address: string,
  port: number,
  signal: AbortSignal | undefined,
  connectMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const timer = setTimeout(() => socket.destroy(new NoAnswer()), connectMs);
    const stop = (): void => void socket.destroy(new Error("cancelled"));
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      socket.off("error", fail);
      socket.off("connect", open);
    };
    const fail = (error: Error): void => {
      settle();
      reject(error);
    };
    const open = (): void => {
      settle();
      resolve(socket);
    };
    socket.once("error", fail).once("connect", open);
    signal?.addEventListener("abort", stop);
  });
}

function tcpFailure(way: Way, error: unknown, connectMs: number): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") {
    return failureOn(
      way,
      "tcp",
      "connection refused",
      `${named(way)} refused the TCP connection: the host is up, nothing listens on port ${way.port}.`,
      `Check that sshd runs there and listens on port ${way.port}.`,
    );
  }
  if (error instanceof NoAnswer || code === "ETIMEDOUT") {
    return failureOn(
      way,
      "tcp",
      "no answer",
      `${named(way)} did not answer on port ${way.port} within ${connectMs / 1000} s.`,
      "Check that the host is up and that no firewall stands in between.",
    );
  }
  return failureOn(
    way,
    "tcp",
    "no answer",
    `${nodeOf(way)} cannot be reached: ${textOf(error)}.`,
    "Check the address, the route to it and the firewalls in between.",
    textOf(error),
  );
}
