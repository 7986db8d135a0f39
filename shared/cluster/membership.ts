import type { CqlRow } from "../cql/value.ts";
import { integerOf, textOf, textsOf } from "../parse/vtable/row.ts";
import { canonicalAddress, isUnspecified } from "./address.ts";

/** What one node's system tables say: its own row and those of its peers. */
export interface SystemRows {
  /** Address that was asked. */
  readonly observer: string;
  readonly local: CqlRow;
  readonly peers: readonly CqlRow[];
}

export interface Member {
  readonly hostId: string;
  /** Address between nodes (broadcast address). */
  readonly address: string;
  readonly port: number | undefined;
  readonly dc: string;
  readonly rack: string;
  readonly release: string;
  readonly tokens: readonly string[];
  readonly schemaVersion: string | undefined;
  /** Where it takes CQL clients. */
  readonly nativeAddress: string;
  readonly nativePort: number | undefined;
  /** True when the row is the node's own. */
  readonly own: boolean;
  /** Observers that list it, itself included. */
  readonly seenBy: readonly string[];
}

interface Ghost {
  readonly address: string;
  readonly seenBy: readonly string[];
  readonly text: string;
}

export interface Membership {
  /** The ring: the union of what all reachable nodes list, by host id. */
  readonly members: readonly Member[];
  /** Nodes on their way in: a host id, and not yet tokens, rack or datacenter. */
  readonly joining: readonly {
    readonly hostId: string;
    readonly address: string;
    readonly seenBy: readonly string[];
  }[];
  /** Left-overs of nodes that are gone. */
  readonly ghosts: readonly Ghost[];
  /** Where the nodes' tables contradict each other, in sentences. */
  readonly contradictions: readonly string[];
}

interface Draft extends Omit<Member, "seenBy"> {
  seenBy: string[];
}

/**
 * Membership from `system.local` and `system.peers` or `peers_v2` of every node that answered (all releases). A
 * node's own row counts more than what others keep of it. A peers row counts only with host id, datacenter, rack,
 * tokens, release and address; rows of nodes that left keep living with nulls, and are ghosts.
 */
export function membershipOf(views: readonly SystemRows[]): Membership {
  const drafts = new Map<string, Draft>();
  const joining = new Map<string, { hostId: string; address: string; seenBy: string[] }>();
  const ghosts = new Map<string, { address: string; seenBy: string[]; text: string }>();
  const contradictions = new Set<string>();
  const ghost = (address: string, observer: string, text: string) => {
    const entry = ghosts.get(address) ?? { address, seenBy: [], text };
    if (!entry.seenBy.includes(observer)) entry.seenBy.push(observer);
    ghosts.set(address, entry);
  };

  for (const { observer, local } of views) {
    const own = readMember(local, true);
    if (own !== undefined && isInRing(local)) {
      const other = drafts.get(own.hostId);
      if (other === undefined) drafts.set(own.hostId, { ...own, seenBy: [observer] });
      else
        contradictions.add(
          `${other.address} and ${own.address} both say that they are host id ${own.hostId}.`,
        );
    } else {
      const hostId = textOf(local, "host_id");
      if (hostId !== undefined)
        joining.set(hostId, { hostId, address: observer, seenBy: [observer] });
    }
  }
  const owners = new Map(
    [...drafts.values()].map((member) => [canonicalAddress(member.address), member]),
  );

  for (const { observer, peers } of views) {
    for (const row of peers) {
      const address = textOf(row, "peer");
      if (address === undefined) continue;
      const hostId = textOf(row, "host_id");
      const member = readMember(row, false);
      const owner = owners.get(canonicalAddress(address));
      if (hostId === undefined) {
        ghost(address, observer, `${address} is still in the peers table without a host id`);
      } else if (owner !== undefined && owner.hostId !== hostId) {
        ghost(
          address,
          observer,
          `${address} is still listed as host id ${hostId}, and says itself that it is ${owner.hostId}`,
        );
      } else if (member === undefined) {
        const entry = joining.get(hostId) ?? { hostId, address, seenBy: [] };
        entry.seenBy.push(observer);
        joining.set(hostId, entry);
      } else {
        const known = drafts.get(hostId);
        if (known === undefined) drafts.set(hostId, { ...member, seenBy: [observer] });
        else {
          if (!known.seenBy.includes(observer)) known.seenBy.push(observer);
          const difference = differenceOf(known, member);
          if (difference !== undefined) contradictions.add(`${observer} ${difference}`);
        }
      }
    }
  }
  for (const hostId of drafts.keys()) joining.delete(hostId);
  return {
    members: [...drafts.values()].toSorted((a, b) => compareAddresses(a.address, b.address)),
    joining: [...joining.values()],
    ghosts: [...ghosts.values()],
    contradictions: [...contradictions],
  };
}

function isInRing(local: CqlRow): boolean {
  const bootstrapped = textOf(local, "bootstrapped");
  return bootstrapped === undefined || bootstrapped === "COMPLETED";
}

function readMember(row: CqlRow, own: boolean): Omit<Member, "seenBy"> | undefined {
  const address = own
    ? (textOf(row, "broadcast_address") ??
      textOf(row, "listen_address") ??
      textOf(row, "rpc_address"))
    : textOf(row, "peer");
  const hostId = textOf(row, "host_id");
  const dc = textOf(row, "data_center");
  const rack = textOf(row, "rack");
  const release = textOf(row, "release_version");
  const tokens = textsOf(row, "tokens");
  if (address === undefined || hostId === undefined || dc === undefined || rack === undefined)
    return undefined;
  if (release === undefined || tokens === undefined || tokens.length === 0) return undefined;
  const native = textOf(row, "native_address") ?? textOf(row, "rpc_address");
  return {
    hostId,
    address,
    port: integerOf(row, own ? "broadcast_port" : "peer_port"),
    dc,
    rack,
    release,
    tokens,
    schemaVersion: textOf(row, "schema_version"),
    nativeAddress: native === undefined || isUnspecified(native) ? address : native,
    nativePort: integerOf(row, own ? "rpc_port" : "native_port"),
    own,
  };
}

function differenceOf(known: Draft, other: Omit<Member, "seenBy">): string | undefined {
  if (canonicalAddress(known.address) !== canonicalAddress(other.address)) {
    return `lists host id ${known.hostId} at ${other.address}, not at ${known.address}.`;
  }
  if (known.dc !== other.dc || known.rack !== other.rack) {
    return `places ${known.address} in ${other.dc}/${other.rack}, not in ${known.dc}/${known.rack}.`;
  }
  const theirs = new Set(other.tokens);
  const same =
    theirs.size === known.tokens.length && known.tokens.every((token) => theirs.has(token));
  return same ? undefined : `lists other tokens for ${known.address} than it has.`;
}

/** Orders 127.0.0.2 before 127.0.0.10, so that "node 3" means the same everywhere. */
export function compareAddresses(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
