/** Who belongs to the ring: what the ring tables of all nodes say together, not what gossip remembers. */
import {
  compareAddresses,
  membershipOf,
  type Membership,
} from "../../../shared/cluster/membership.ts";
import type { NodeState } from "../session/node-state.ts";

/** True when the node answers over CQL now. */
export function answers(node: NodeState): boolean {
  return node.reach.cql.state === "connected" && node.ring !== undefined;
}

/** Membership as the answering nodes tell it; worked out again only when one of their answers changed. */
export class Roster {
  #rings: readonly unknown[] = [];
  #membership: Membership = membershipOf([]);

  /** When nobody answers, the last membership stands. */
  of(nodes: readonly NodeState[]): Membership {
    const rings = nodes.filter(answers).flatMap((node) => node.ring ?? []);
    const same =
      rings.length === this.#rings.length && rings.every((ring, i) => ring === this.#rings[i]);
    if (rings.length > 0 && !same) {
      this.#membership = membershipOf(rings.map((ring) => ring.system));
      this.#rings = rings;
    }
    return this.#membership;
  }
}

/** The members, and those that join, among the nodes that are looked at; by datacenter, rack and address. */
export function membersOf(
  nodes: readonly NodeState[],
  membership: Membership,
): readonly NodeState[] {
  const hostIds = new Set(
    [...membership.members, ...membership.joining].map(({ hostId }) => hostId),
  );
  return nodes
    .filter((node) => node.hostId !== undefined && hostIds.has(node.hostId))
    .toSorted(inOrder);
}

function inOrder(a: NodeState, b: NodeState): number {
  return (
    compareAddresses(a.row?.dc ?? "", b.row?.dc ?? "") ||
    compareAddresses(a.row?.rack ?? "", b.row?.rack ?? "") ||
    compareAddresses(a.address, b.address)
  );
}
