/** What a session needs of the world. */
import type { Clock, Cql, HostKeyDecision, Log, Ssh, Store } from "../deps.ts";

export interface SessionDeps {
  readonly clock: Clock;
  readonly ssh: Ssh;
  readonly cql: Cql;
  readonly store: Store;
  readonly log: Log;
  /** 0 ≤ x < 1, for jitter and for the markers of scripts. */
  random(): number;
  /** Asked about host keys that no file knows. */
  readonly decideHostKey: HostKeyDecision;
}
