/** Computed ownership of the members, kept as long as ring and keyspaces do not change. */
import { ownershipOf, type Ownership } from "../../../shared/cluster/ownership.ts";
import { readReplication, type Replication } from "../../../shared/cluster/replication.ts";
import { buildRing } from "../../../shared/cluster/token-ring.ts";
import type { NodeState } from "../session/node-state.ts";

export interface Keyspaces {
  readonly at: number;
  readonly from: NodeState;
  readonly replications: ReadonlyMap<string, Replication>;
  /** The strategy's class name, by keyspace. */
  readonly strategies: ReadonlyMap<string, string>;
}

export class OwnershipCache {
  #key = "";
  #ownership: ReadonlyMap<string, Ownership> = new Map();

  /** Keyspace → node key → share 0..1; empty where it has no meaning or cannot be computed. */
  of(
    members: readonly NodeState[],
    partitioner: string,
    keyspaces: Keyspaces,
  ): ReadonlyMap<string, Ownership> {
    const ringNodes = members.flatMap((node) =>
      node.row === undefined || node.hostId === undefined || !ownsTokens(node, members)
        ? []
        : [{ key: node.hostId, dc: node.row.dc, rack: node.row.rack, tokens: node.row.tokens }],
    );
    const key = JSON.stringify([partitioner, ringNodes, [...keyspaces.replications]]);
    if (key !== this.#key) {
      this.#ownership = ownershipOf(buildRing(partitioner, ringNodes), keyspaces.replications);
      this.#key = key;
    }
    return this.#ownership;
  }
}

/** Joining nodes have tokens in their tables but own nothing until they are normal. */
function ownsTokens(node: NodeState, members: readonly NodeState[]): boolean {
  const status = members
    .map((observer) => observer.gossip?.states.get(node.address)?.status)
    .find((text) => text !== undefined);
  return status === undefined || !/^BOOT/i.test(status);
}

/** The newest keyspaces that an answering node gave. */
export function keyspacesOf(nodes: readonly NodeState[]): Keyspaces | undefined {
  let from: NodeState | undefined;
  for (const node of nodes) {
    if (node.ring !== undefined && node.ring.at > (from?.ring?.at ?? 0)) from = node;
  }
  if (from?.ring === undefined) return undefined;
  const { keyspaces, at } = from.ring;
  return {
    at,
    from,
    replications: new Map(
      [...keyspaces].map(([name, options]) => [name, readReplication(options)]),
    ),
    strategies: new Map(
      [...keyspaces].map(([name, options]) => [name, shortName(options.get("class") ?? "")]),
    ),
  };
}

function shortName(className: string): string {
  return className.slice(className.lastIndexOf(".") + 1);
}
