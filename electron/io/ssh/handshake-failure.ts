/** What ssh2 says when a connection does not come about or breaks, in the words of a Failure. */
import type { Failure } from "../../../shared/facts/failure.ts";
import { failureOn, named, textOf, type Way } from "./ssh-failure.ts";

/** How far a connection had come. */
export type Stage = "greeting" | "login" | "open";

/** The failure for an error of ssh2 (or for a close without one) at a stage. */
export function connectionFailure(way: Way, stage: Stage, error: unknown): Failure {
  const text = error === undefined ? "" : textOf(error);
  if (stage === "open") return lostFailure(way, text);
  if (/no matching|not supported|unsupported/i.test(text)) {
    return failureOn(
      way,
      "ssh login",
      "handshake failed",
      `${named(way)} and Ringdrill have no method in common: ${text.replace(/^Handshake failed: /, "")}.`,
      "The server is old: update OpenSSH there, or reach it through a newer jump host. SHA-1 is not offered.",
      text,
    );
  }
  if (stage === "login" && /too many authentication failures/i.test(text)) {
    return failureOn(
      way,
      "ssh login",
      "authentication refused",
      `${named(way)} broke off: too many keys were tried for ${way.user}.`,
      "Load fewer keys into the agent, or name the key file in the profile.",
      text,
    );
  }
  if (text === "" || /connection lost|ECONNRESET|EPIPE|read E|ended/i.test(text)) {
    return failureOn(
      way,
      "ssh login",
      "connection lost",
      `${named(way)} ended the connection ${stage === "greeting" ? "before the keys were exchanged" : `while ${way.user} logged in`}.`,
      stage === "greeting"
        ? "Check that this is an SSH port; a busy sshd drops new connections (MaxStartups): try again."
        : "Look into the node's sshd log (journalctl -u ssh).",
      text,
    );
  }
  return failureOn(
    way,
    "ssh login",
    "handshake failed",
    `${named(way)} does not speak SSH as expected: ${text}.`,
    `Check that port ${way.port} is sshd's.`,
    text,
  );
}

/** Nothing came for the time given. */
export function silentFailure(way: Way, stage: Stage, seconds: number): Failure {
  const what =
    stage === "greeting"
      ? `took the TCP connection but did not finish the key exchange within ${seconds} s`
      : `did not answer the login of ${way.user} within ${seconds} s`;
  return failureOn(
    way,
    "ssh login",
    "no answer",
    `${named(way)} ${what}.`,
    "The host is frozen or overloaded, or something else listens on this port; look at its console.",
  );
}

/** An open connection is gone. */
function lostFailure(way: Way, text: string): Failure {
  const silent = /keepalive/i.test(text);
  return failureOn(
    way,
    "tcp",
    silent ? "no answer" : "connection lost",
    silent
      ? `${named(way)} no longer answers on its SSH connection.`
      : `The SSH connection to ${named(way)} was lost.`,
    silent
      ? "The host is frozen or cut off; Ringdrill connects again when it answers."
      : "Check whether the host or its sshd restarted; connect again.",
    text,
  );
}

/** We closed it ourselves. */
export function closedHere(way: Way): Failure {
  return failureOn(
    way,
    "tcp",
    "cancelled",
    `The SSH connection to ${named(way)} was closed by Ringdrill.`,
    "Connect again when it is needed.",
  );
}
