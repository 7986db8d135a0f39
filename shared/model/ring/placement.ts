import { readReplication, replicationKey, type Replication } from "../../cluster/replication.ts";
import { replicasByRange } from "../../cluster/replicas.ts";
import { buildRing, rangeOf, type RingNode, type TokenRing } from "../../cluster/token-ring.ts";
import type { KeyspaceDefinition } from "../schema/definitions.ts";

/** A part of the ring, `(after, upTo]`, that does not wrap around. Undefined ends are those of the ring. */
export interface RangePart {
  readonly after: bigint | undefined;
  readonly upTo: bigint | undefined;
  readonly replicas: readonly string[];
}

/** Where rows lie, by the members that a node knows; the key of a ring node is its address. */
export class Placement {
  #ring: TokenRing;
  readonly #byReplication = new Map<string, readonly (readonly string[])[] | undefined>();

  constructor(nodes: readonly RingNode[]) {
    this.#ring = buildRing("org.apache.cassandra.dht.Murmur3Partitioner", nodes);
  }

  get nodes(): readonly RingNode[] {
    return this.#ring.nodes;
  }

  get datacenters(): readonly string[] {
    return [...new Set(this.#ring.nodes.map(({ dc }) => dc))];
  }

  dcOf(address: string): string | undefined {
    return this.#ring.nodes.find(({ key }) => key === address)?.dc;
  }

  replicationOf(keyspace: KeyspaceDefinition): Replication {
    return readReplication(keyspace.replication);
  }

  /** Addresses of the replicas of a token, nearest on the ring first; empty while no node has tokens. */
  replicasOf(keyspace: KeyspaceDefinition, token: bigint): readonly string[] {
    const range = rangeOf(this.#ring, token);
    return range === undefined ? [] : (this.#lists(keyspace)?.[range] ?? []);
  }

  /** The whole ring in ascending order of tokens. */
  rangesOf(keyspace: KeyspaceDefinition): readonly RangePart[] {
    const lists = this.#lists(keyspace) ?? [];
    const tokens = this.#ring.tokens as readonly bigint[];
    if (tokens.length === 0) return [];
    const wrapping = lists[0] ?? [];
    const inner = tokens.map((upTo, i): RangePart => ({
      after: i === 0 ? undefined : tokens[i - 1],
      upTo,
      replicas: lists[i] ?? [],
    }));
    return [...inner, { after: tokens.at(-1), upTo: undefined, replicas: wrapping }];
  }

  #lists(keyspace: KeyspaceDefinition): readonly (readonly string[])[] | undefined {
    const replication = this.replicationOf(keyspace);
    const key = replicationKey(replication);
    if (!this.#byReplication.has(key)) {
      this.#byReplication.set(key, replicasByRange(this.#ring, replication));
    }
    return this.#byReplication.get(key);
  }
}
