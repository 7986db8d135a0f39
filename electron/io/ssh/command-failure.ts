/** Why a script has no result. */
import { Failure, type FailureKind } from "../../../shared/facts/failure.ts";
import type { MarkedOutput } from "./marked-output.ts";
import { failureOn, named, type Way } from "./ssh-failure.ts";

/** sshd would not open another channel, or would not start a command on it. */
export function channelRefused(way: Way, error: Error): Failure {
  const exec = /unable to exec/i.test(error.message);
  return failureOn(
    way,
    "ssh channel",
    "channel refused",
    exec
      ? `${named(way)} refuses to run commands for ${way.user}.`
      : `${named(way)} refused another channel on its SSH connection.`,
    exec
      ? "Look for ForceCommand, no-exec or a restricted shell in sshd_config and authorized_keys."
      : "Raise MaxSessions in the node's sshd_config (10 is usual), or close other sessions of this user.",
    error.message,
  );
}

/** All slots are taken by scripts that do not end. */
export function noFreeChannel(way: Way, count: number, waitedMs: number): Failure {
  return failureOn(
    way,
    "ssh channel",
    "time-out",
    `${count} commands are still running on ${named(way)}; the next one waited ${Math.round(waitedMs / 1000)} s for its turn.`,
    "Look at the node for commands that hang (a dead NFS mount, a full disk), then connect again.",
  );
}

/** Two clocks measure the same time-out. */
const clockSlackMs = 50;

/** Names what went wrong with one script, with the script and what it had said so far. */
export class CommandTrouble {
  readonly #way: Way;
  readonly #command: string;
  readonly #out: MarkedOutput;
  readonly #err: MarkedOutput;

  constructor(way: Way, script: string, out: MarkedOutput, err: MarkedOutput) {
    this.#way = way;
    this.#command = script.trim().slice(0, 2000);
    this.#out = out;
    this.#err = err;
  }

  timedOut(timeoutMs: number): Failure {
    return this.#failure(
      "time-out",
      `the command on ${named(this.#way)} did not end within ${timeoutMs / 1000} s.`,
      "The node is slow or the command hangs there; look at the node's load, then try again.",
    );
  }

  /** The shell has ended, its output has not: a process in the background holds it and would be cut off with it. */
  outputHeld(timeoutMs: number): Failure {
    return this.#failure(
      "time-out",
      `the command on ${named(this.#way)} ended, but something that it started still held its output after ${timeoutMs / 1000} s.`,
      "A command that leaves a process behind has to send that one's output to a file or to /dev/null.",
    );
  }

  cancelled(): Failure {
    return this.#failure(
      "cancelled",
      `the command on ${named(this.#way)} was cancelled.`,
      "Nothing is needed; start it again when you want it.",
    );
  }

  tooMuch(maxBytes: number): Failure {
    return this.#failure(
      "partial output",
      `the command on ${named(this.#way)} printed far more than ${maxBytes} bytes and was cut off.`,
      "Ask for less at a time; the command was given up, it may still run there until its time is over.",
    );
  }

  /** The connection's own failure, with the command that went down with it. */
  connectionLost(failure: Failure): Failure {
    return new Failure({ ...failure.detail, command: this.#command });
  }

  /** A failure for how the channel closed; undefined when there is a result. */
  ofEnd(
    code: number | null | undefined,
    signal: string | undefined,
    tookMs: number,
    limit: { readonly timeoutMs: number; readonly onNodeMs: number | undefined },
  ): Failure | undefined {
    // `timeout` says 124 (TERM), 137 (KILL) or, in BusyBox, 143; any script may end so, but not this late.
    const ended =
      code === 124 || code === 137 || code === 143 || /^SIG(TERM|KILL)$/.test(signal ?? "");
    if (ended && limit.onNodeMs !== undefined && tookMs >= limit.onNodeMs - clockSlackMs) {
      return this.timedOut(limit.timeoutMs);
    }
    if (!this.#out.marked) return this.#neverRan(code);
    if (code === undefined) {
      return this.#failure(
        "partial output",
        `${named(this.#way)} closed the channel without saying how the command ended.`,
        "Try again; if it stays so, look into the node's sshd log.",
      );
    }
    return undefined;
  }

  #neverRan(code: number | null | undefined): Failure {
    return code === 127
      ? this.#failure(
          "command missing",
          `${named(this.#way)} has no POSIX shell on the PATH of ${this.#way.user}: sh was not found.`,
          "Check the login shell and the PATH that sshd gives to commands.",
        )
      : this.#failure(
          "not permitted",
          `the login shell of ${this.#way.user} on ${named(this.#way)} did not run the command.`,
          "Give the user a normal shell (no nologin, no ForceCommand) and check its start-up files.",
        );
  }

  #failure(kind: FailureKind, message: string, next: string): Failure {
    const said = [this.#err.text(), this.#err.noise(), this.#out.text(), this.#out.noise()];
    const first = said.find((text) => text.trim() !== "");
    const { detail } = failureOn(this.#way, "command", kind, message, next, first);
    return new Failure({ ...detail, command: this.#command });
  }
}
