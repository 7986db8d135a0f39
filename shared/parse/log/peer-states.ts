import type { GossipEvent } from "./gossip-event.ts";

interface PeerState {
  readonly state: "up" | "down" | "left";
  /** Time of the line that brought it. */
  readonly since: number;
  /** Times of the changes between up and down that were seen, the last 32 of them. */
  readonly changes: readonly number[];
}

interface PeerChange {
  readonly address: string;
  readonly from: PeerState["state"] | undefined;
  readonly to: PeerState["state"];
  readonly at: number;
}

/** How one node sees the others, by its log. */
export interface PeerStates {
  /** Takes a line; gives the change if it is one. The same state said again is none, however often it is said. */
  apply(event: GossipEvent, at: number): PeerChange | undefined;
  /** The node itself started anew, or lines are missing: what was known before holds no more. */
  forget(): void;
  /** By address as logged. */
  states(): ReadonlyMap<string, PeerState>;
}

const KEPT = 32;

/**
 * A state machine over the UP and DOWN lines of one node's log. A peer that comes back is logged as UP about 25
 * times within a tenth of a second (seen on 5.0.6 after a SIGSTOP), so states count and lines do not.
 */
export function createPeerStates(): PeerStates {
  const peers = new Map<string, PeerState>();
  return {
    apply({ address, change }, at) {
      const to = STATES[change];
      const known = peers.get(address);
      if (to === undefined || known?.state === to) return undefined;
      const changes = known === undefined ? [] : [...known.changes, at].slice(-KEPT);
      peers.set(address, { state: to, since: at, changes });
      return { address, from: known?.state, to, at };
    },
    forget: () => peers.clear(),
    states: () => peers,
  };
}

/** "joined" and "normal" say that a node is a member, and nothing of whether it is up. */
const STATES: Readonly<Partial<Record<GossipEvent["change"], PeerState["state"]>>> = {
  up: "up",
  down: "down",
  left: "left",
  removed: "left",
  silent: "left",
};
