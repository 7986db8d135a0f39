/** One SSH connection to one host over a stream that is already there: key exchange, host key, login, and its end. */
import type { Duplex } from "node:stream";
import ssh2, { type AuthHandlerMiddleware } from "ssh2";
import { Failure } from "../../../shared/facts/failure.ts";
import { closedHere, connectionFailure, silentFailure, type Stage } from "./handshake-failure.ts";
import type { HostKeyAnswer, HostKeyCheck } from "./host-key-desk.ts";
import { hostKeyAlgorithms } from "./host-key-algorithms.ts";
import type { Login } from "./login.ts";
import { cancelled, textOf, type Way } from "./ssh-failure.ts";
import type { SshWaits } from "./ssh-waits.ts";

/** The key that the server showed is in no file: somebody has to be asked before the next attempt. */
export class KeyNotKnown extends Error {
  readonly answer: Extract<HostKeyAnswer, { kind: "ask" }>;
  constructor(answer: Extract<HostKeyAnswer, { kind: "ask" }>) {
    super(`host key ${answer.offered.fingerprint} is not known`);
    this.answer = answer;
  }
}

export interface Link {
  readonly client: ssh2.Client;
  readonly way: Way;
  /**
   * Calls `hear` with the reason once the connection is gone, at once when it is gone already. Gives back what stops
   * it: a promise would keep everything that ever waited for a connection that lives for weeks.
   */
  onLost(hear: (reason: Failure) => void): () => void;
  close(): void;
}

/** The end of a connection: told once, heard by all. */
class Loss {
  #reason: Failure | undefined;
  readonly #listeners = new Set<(reason: Failure) => void>();

  tell(reason: Failure): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const hear of this.#listeners) hear(reason);
    this.#listeners.clear();
  }

  hear(hear: (reason: Failure) => void): () => void {
    if (this.#reason === undefined) this.#listeners.add(hear);
    else hear(this.#reason);
    return () => void this.#listeners.delete(hear);
  }
}

export interface LinkPlan {
  readonly way: Way;
  /** A connected stream; it is destroyed when the login fails. */
  readonly sock: Duplex;
  readonly check: HostKeyCheck;
  readonly login: Login;
  readonly passed: (hop: "host key" | "ssh login") => void;
  /** The connection that carries this one, when there is a jump host. */
  readonly carrier: Link | undefined;
  readonly signal: AbortSignal | undefined;
  readonly waits: SshWaits;
}

/** Checks the host's key and logs in. @throws Failure, KeyNotKnown */
export function openLink(plan: LinkPlan): Promise<Link> {
  const { way, sock, check, login, passed, carrier, signal, waits } = plan;
  const client = new ssh2.Client();
  let stage: Stage = "greeting";
  let refusal: Failure | KeyNotKnown | undefined;
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const lost = new Loss();

  return new Promise<Link>((resolve, reject) => {
    const stop = (): void => fail(cancelled(way, "ssh login"));
    const fail = (failure: Error): void => {
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      if (stage !== "open") reject(failure);
      lost.tell(failure instanceof Failure ? failure : connectionFailure(way, stage, failure));
      client.destroy();
      sock.destroy();
    };
    const within = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(silentFailure(way, stage, ms / 1000)), ms);
    };
    // The jump host's own reason says more than "lost" does; it comes first.
    carrier?.onLost(fail);
    client.on("error", (error) => {
      // An agent that fails is not the end: ssh2 goes on and reports the refusal as another error.
      if (error.level === "agent") login.noteAgent(textOf(error));
      else if (refusal !== undefined) fail(refusal);
      else if (error.level === "client-authentication") fail(login.refused());
      else fail(connectionFailure(way, stage, error));
    });
    client.on("close", () => fail(refusal ?? connectionFailure(way, stage, undefined)));
    client.on("handshake", () => {
      if (stage !== "greeting") return; // keys are exchanged anew from time to time
      stage = "login";
      passed("host key");
      within(waits.loginMs);
    });
    client.on("ready", () => {
      if (over) return;
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      stage = "open";
      passed("ssh login");
      resolve({
        client,
        way,
        onLost: (hear) => lost.hear(hear),
        close: () => {
          lost.tell(closedHere(way));
          client.end();
          // A peer that no longer answers would keep the half-closed socket for minutes.
          setTimeout(() => sock.destroy(), 1000).unref();
        },
      });
    });
    if (signal?.aborted === true) stop();
    if (over) return;
    signal?.addEventListener("abort", stop);
    within(waits.greetingMs);
    const config: ssh2.ConnectConfig = {
      sock,
      username: way.user,
      readyTimeout: 0,
      keepaliveInterval: waits.keepaliveMs,
      keepaliveCountMax: waits.keepaliveCount,
      // No `cipher`: Electron's crypto lacks some that ssh2 knows by name, its defaults are filtered.
      algorithms: { serverHostKey: hostKeyAlgorithms(check.keyTypes) },
      hostVerifier: (key: Buffer) => {
        const answer = check.answer(key);
        if (answer.kind === "refused") refusal = answer.failure;
        if (answer.kind === "ask") refusal = new KeyNotKnown(answer);
        return answer.kind === "accepted";
      },
      authHandler: ((left, partial, next) =>
        next(login.next(left, partial) as never)) satisfies AuthHandlerMiddleware,
    };
    try {
      client.connect(config);
    } catch (error) {
      fail(connectionFailure(way, stage, error));
    }
  });
}
