/** Books what nodes say about the ring: finds new members, writes identity figures, ends double entries. */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import type { Member } from "../../../shared/cluster/membership.ts";
import { textOf } from "../../../shared/parse/vtable/row.ts";
import type { Roster } from "../view/members.ts";
import type { NodeHosts, NodeState, RingAnswer } from "./node-state.ts";

export interface RingBook {
  readonly nodes: Set<NodeState>;
  readonly roster: Roster;
  /** Begins to look at a node that a ring table names; `nativePort` undefined is the profile's. */
  add(hosts: Pick<NodeHosts, "cqlHost"> & { readonly nativePort: number | undefined }): NodeState;
  /** Ends all looks at a node. */
  drop(node: NodeState): void;
  /** Ends the looks at a node and begins anew at its (changed) hosts. */
  restart(node: NodeState): void;
}

/**
 * Takes the answer of `node`. A contact point under another name than its row is the same node once its host id is
 * known: the entry that is connected stays.
 * @returns false when `node` itself was the double and is gone
 */
export function bookRing(book: RingBook, node: NodeState, ring: RingAnswer): boolean {
  const twin = [...book.nodes].find((other) => other !== node && other.hostId === ring.hostId);
  if (twin !== undefined) {
    const stays = twin.reach.cql.state === "connected";
    if (!stays) {
      // Reached under this name and not under that of the peers table (address translation): take this one over.
      twin.cqlHost = node.cqlHost;
      twin.cqlPort = node.cqlPort;
      twin.sshHost = node.sshHost;
    }
    book.drop(node);
    if (!stays) book.restart(twin);
    return false;
  }
  node.ring = ring;
  node.hostId = ring.hostId;
  const { local } = ring.system;
  const own = textOf(local, "broadcast_address") ?? textOf(local, "listen_address");
  if (own !== undefined) node.address = canonicalAddress(own);
  const { members, joining } = book.roster.of([...book.nodes]);
  for (const member of members) {
    const known = find(book, member.hostId, [member.address, member.nativeAddress]);
    const peer =
      known ?? book.add({ cqlHost: member.nativeAddress, nativePort: member.nativePort });
    takeMember(book, peer, member);
  }
  for (const { hostId, address } of joining) {
    const peer =
      find(book, hostId, [address]) ?? book.add({ cqlHost: address, nativePort: undefined });
    peer.hostId = hostId;
    peer.address = canonicalAddress(address);
  }
  return true;
}

/** By host id, or a contact point that has not answered yet and stands at one of the addresses. */
function find(book: RingBook, hostId: string, addresses: readonly string[]): NodeState | undefined {
  const all = [...book.nodes];
  return (
    all.find((node) => node.hostId === hostId) ??
    all.find((node) => node.hostId === undefined && addresses.includes(node.cqlHost))
  );
}

function takeMember(book: RingBook, node: NodeState, member: Member): void {
  node.row = member;
  node.hostId = member.hostId;
  node.address = canonicalAddress(member.address);
  const observer = [...book.nodes].find(
    (other) => other.ring?.system.observer === member.seenBy[0],
  );
  const ring = member.own ? node.ring : observer?.ring;
  if (ring === undefined) return;
  const source = member.own ? ring.source : ring.peersSource;
  const { sheet } = node;
  sheet.set("hostId", member.hostId, ring.at, source);
  sheet.set("dc", member.dc, ring.at, source);
  sheet.set("rack", member.rack, ring.at, source);
  sheet.set("release", member.release, ring.at, source);
  sheet.set("tokens", [...member.tokens], ring.at, source);
}
