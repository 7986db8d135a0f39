/**
 * One connected cluster: what it looks like now, and the connections to its nodes. The drill runner and the
 * handlers of the contract use this and nothing below it.
 */
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import type { Raw } from "../../shared/contract/contract.ts";
import type { Profile } from "../../shared/contract/profile.ts";
import type { Series } from "../../shared/contract/series.ts";
import type { CqlSession, CqlTarget, SshSession } from "./deps.ts";

/** A node began to think differently of another one: a line of its system.log, or its heartbeats, said so. */
export interface Transition {
  /** Rises by one with each transition that this session has seen. */
  readonly n: number;
  /** Keys of the nodes as in `ClusterView.nodes`. */
  readonly observer: string;
  readonly observerAddress: string;
  readonly observed: string;
  readonly observedAddress: string;
  readonly state: "up" | "down";
  /** Ringdrill's clock: the node's own time stamp with the measured clock offset taken off. */
  readonly at: number;
  /** Error bound of `at` in milliseconds, undefined when the offset of the node's clock is not known. */
  readonly uncertaintyMs: number | undefined;
  /** `system.log` gives the node's own time; `heartbeats` only the look at which it showed. */
  readonly source: "system.log" | "heartbeats" | "nodetool status";
  /** The log line, or a sentence about the heartbeats. */
  readonly line: string;
}

export interface Session {
  readonly profile: Profile;
  /** The newest view; never waits. */
  view(): ClusterView;
  /** Resolves with a view whose `seq` is above `after`, or with the present one after 25 s. */
  next(after: number, signal?: AbortSignal): Promise<ClusterView>;
  /** Looks at every node again, also through the slow nodetool read; resolves when every look ended or is late. */
  lookNow(): Promise<void>;
  /** Interval between two looks, in milliseconds: 10,000 normally, 1,000 in drills. */
  setBeat(ms: number): void;
  /** The live connection to a node's shell, undefined while there is none (the view's `reach` says why). */
  ssh(nodeKey: string): SshSession | undefined;
  /** The live control connection to a node, undefined while there is none. */
  cql(nodeKey: string): CqlSession | undefined;
  /** Where and as whom a node is reached over CQL, password included: for clients with sockets of their own. */
  cqlTarget(nodeKey: string): CqlTarget | undefined;
  /** The role that load runs as: the profile's application role where it names one, else that of the control connections. */
  applicationLogin(): { readonly user: string | undefined; readonly password: string | undefined };
  /** Changes of mind between nodes with `n` above `since`, oldest first; at most the newest 5,000 are kept. */
  transitions(since: number): readonly Transition[];
  /** Newest raw text of each command and query of a node. */
  raws(nodeKey: string): readonly Raw[];
  raw(key: string): Raw | undefined;
  /** Time series of the store, downsampled to at most `points` instants. */
  series(fromMs: number, toMs: number, points: number): Promise<Series>;
  /** Ends every look and connection. */
  close(): Promise<void>;
}
