/** Everything a session knows of one node. Looks write it, the view is worked out from it. */
import type { Member, SystemRows } from "../../../shared/cluster/membership.ts";
import type { Reach } from "../../../shared/contract/cluster-view.ts";
import type { Source } from "../../../shared/facts/fact.ts";
import { createPeerStates, type PeerStates } from "../../../shared/parse/log/peer-states.ts";
import type { GossipState } from "../../../shared/parse/vtable/gossip-info.ts";
import type { Settings } from "../../../shared/parse/vtable/settings.ts";
import type { CqlSession, SshSession } from "../deps.ts";
import type { Opinion } from "../opinion/peer-opinion.ts";
import { FigureSheet } from "./figure-sheet.ts";

/** What a node says about the ring. */
export interface RingAnswer {
  readonly at: number;
  readonly source: Source;
  readonly peersSource: Source;
  readonly hostId: string;
  readonly system: SystemRows;
  readonly clusterName: string;
  readonly partitioner: string;
  /** Name → replication as system_schema.keyspaces gives it. */
  readonly keyspaces: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** `nodetool status` of a node, as far as it is compared with our own figures. */
interface ToolStatus {
  readonly at: number;
  /** Owns (effective) by address, when it was printed; of which keyspaces is nodetool's choice. */
  readonly owns: ReadonlyMap<string, number> | undefined;
}

export interface NodeState {
  /** Broadcast address once it is known, else the contact point. */
  address: string;
  cqlHost: string;
  cqlPort: number;
  sshHost: string;
  hostId: string | undefined;
  /** Its ring row, by itself or by others; undefined while it joins. */
  row: Member | undefined;
  readonly sheet: FigureSheet;
  readonly reach: { cql: Reach; ssh: Reach };
  cql: CqlSession | undefined;
  ssh: SshSession | undefined;
  lastLookAt: number | undefined;
  /** Gossip generation of the process that answers: it changes with every start. */
  generation: number | undefined;
  ring: RingAnswer | undefined;
  /** Its gossip table by address. */
  gossip: { readonly at: number; readonly states: ReadonlyMap<string, GossipState> } | undefined;
  /** Observed address → what this node thinks of it. */
  readonly opinions: Map<string, Opinion>;
  /** State machine over the UP and DOWN lines of its log. */
  readonly peers: PeerStates;
  /** Requests for user tables per second over all tables, also when there are none; undefined when not counted. */
  requests: { readonly at: number; readonly perSecond: number } | undefined;
  /** When the last slow read of everything ended. */
  slowReadAt: number | undefined;
  /** State letter of its process (proc(5): R, S, D, T = stopped by a signal), undefined when it is not seen. */
  processState: string | undefined;
  /** Pid and start of its process. */
  processId: string | undefined;
  /** When its system.log was last read to the end. */
  logReadAt: number | undefined;
  tool: ToolStatus | undefined;
  settings: Settings | undefined;
  /** `system_views.system_properties`, as far as it is read. */
  properties: ReadonlyMap<string, string> | undefined;
  /** Node clock minus ours, in ms. */
  clock: { readonly offsetMs: number; readonly uncertaintyMs: number } | undefined;
  /** Why the slow read is wanted before its time. */
  doubt: string | undefined;
  /** Looks that somebody asked for and that have not ended yet. */
  readonly wanted: Set<"cql" | "host" | "slow">;
}

export interface NodeHosts {
  readonly cqlHost: string;
  readonly cqlPort: number;
  readonly sshHost: string;
}

/** @param sshWhy why there is no SSH, undefined when there is */
export function newNodeState(hosts: NodeHosts, now: number, sshWhy: string | undefined): NodeState {
  const sheet = new FigureSheet();
  if (sshWhy !== undefined) {
    sheet.withholdGroup("host beat", `needs SSH, and ${sshWhy}`);
    sheet.withholdGroup("slow", `needs SSH, and ${sshWhy}`);
  }
  return {
    address: hosts.cqlHost,
    ...hosts,
    hostId: undefined,
    row: undefined,
    sheet,
    reach: {
      cql: { state: "connecting", since: now },
      ssh:
        sshWhy === undefined
          ? { state: "connecting", since: now }
          : { state: "not set up", why: sshWhy },
    },
    cql: undefined,
    ssh: undefined,
    lastLookAt: undefined,
    generation: undefined,
    ring: undefined,
    gossip: undefined,
    opinions: new Map(),
    peers: createPeerStates(),
    requests: undefined,
    slowReadAt: undefined,
    processState: undefined,
    processId: undefined,
    logReadAt: undefined,
    tool: undefined,
    settings: undefined,
    properties: undefined,
    clock: undefined,
    doubt: undefined,
    wanted: new Set(),
  };
}

/** Its process is another one now, or gone: what the one before thought of others holds no more. */
export function forgetOpinions(node: NodeState): void {
  node.opinions.clear();
  node.peers.forget();
  node.gossip = undefined;
}

/** The key under which screens know a node. */
export function keyOf(node: NodeState): string {
  return node.hostId ?? node.address;
}
