/** From a jump host on to the next host: a TCP connection that the jump host makes for us. */
import type { Duplex } from "node:stream";
import type { Failure, FailureKind } from "../../../shared/facts/failure.ts";
import type { Link } from "./link.ts";
import { cancelled, failureOn, named, nodeOf, textOf, type Way } from "./ssh-failure.ts";

/** A stream to `way` through `carrier`. @throws Failure (hop "jump host") */
export function forwardTo(
  carrier: Link,
  way: Way,
  signal: AbortSignal | undefined,
  forwardMs: number,
): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    let stopHearing = (): void => undefined;
    const finish = (end: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      stopHearing();
      end();
    };
    const stop = (): void => finish(() => reject(cancelled(way, "jump host")));
    const silent = (): Failure =>
      failureOn(
        way,
        "jump host",
        "no answer",
        `${named(carrier.way)} got no connection to ${nodeOf(way)} within ${forwardMs / 1000} s.`,
        "Check that the host is up and that the jump host may reach it.",
      );
    const timer = setTimeout(() => finish(() => reject(silent())), forwardMs);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted === true) return stop();
    stopHearing = carrier.onLost((failure) => finish(() => reject(failure)));
    try {
      carrier.client.forwardOut("127.0.0.1", 0, way.host, way.port, (error, stream) => {
        if (error === undefined) finish(() => resolve(stream));
        else finish(() => reject(forwardFailure(carrier, way, error)));
      });
    } catch (error) {
      finish(() => reject(forwardFailure(carrier, way, error)));
    }
  });
}

/** The reasons of RFC 4254 5.1 and the words of OpenSSH for them. */
function forwardFailure(carrier: Link, way: Way, error: unknown): Failure {
  const said = textOf(error).replace(/^\(SSH\) Channel open failure: /, "");
  const prohibited = error instanceof Error && "reason" in error && error.reason === 1;
  const kind: FailureKind = prohibited
    ? "not permitted"
    : /refused/i.test(said)
      ? "connection refused"
      : /not known|resolution|resolve/i.test(said)
        ? "name not found"
        : "no answer";
  return failureOn(
    way,
    "jump host",
    kind,
    prohibited
      ? `${named(carrier.way)} does not allow connections to ${nodeOf(way)}.`
      : `${named(carrier.way)} could not connect to ${nodeOf(way)}: ${said}.`,
    prohibited
      ? "Allow it in the jump host's sshd_config (AllowTcpForwarding, PermitOpen)."
      : "Check the address as the jump host sees it, and that the host listens there.",
    said,
  );
}
