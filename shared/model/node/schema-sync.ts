import type { Gossip, Peer } from "../ring/gossip.ts";
import type { Request } from "../ring/message.ts";
import type { OnReply } from "../ring/requests.ts";
import type { Schema, SchemaEntry } from "../schema/schema.ts";
import type { Replica } from "../storage/replica.ts";
import type { ModelWorld } from "../world.ts";

/** Longest wait for the others to have a schema change. */
const pushMs = 2_000;
/** A peer is not asked for its schema more often. */
const pullEveryMs = 500;

interface SyncDeps {
  readonly world: ModelWorld;
  readonly schema: Schema;
  readonly replica: Replica;
  readonly gossip: Gossip;
  request(to: string, request: Request, timeoutMs: number, onReply: OnReply): void;
  readonly onChange: (entries: readonly SchemaEntry[]) => void;
}

/** Keeps a node's schema the same as the others': changes are sent to all, what was missed is fetched. */
export class SchemaSync {
  readonly #deps: SyncDeps;
  readonly #pulledAt = new Map<string, number>();

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Makes a change here and at every living peer; calls `done` when all have it, 2 s later at most. */
  change(entries: readonly SchemaEntry[], done: () => void): void {
    this.merge(entries);
    const others = this.#deps.gossip.peers().filter((peer) => peer.alive);
    let left = others.length;
    if (left === 0) return done();
    for (const { address } of others) {
      this.#deps.request(address, { kind: "schema push", entries }, pushMs, () => {
        if (--left === 0) done();
      });
    }
  }

  /** Takes what is newer, and removes the rows of tables that are gone. */
  merge(entries: readonly SchemaEntry[]): void {
    const { schema, replica, gossip, onChange } = this.#deps;
    const before = new Map(schema.tables().map((table) => [table.id, table]));
    const taken = schema.merge(entries);
    if (taken.length === 0) return;
    for (const table of schema.tables()) before.delete(table.id);
    for (const gone of before.values()) replica.drop(gone);
    gossip.tell({ schemaVersion: schema.version() });
    onChange(taken);
  }

  /** A peer tells of its schema: when it is another one, each takes from the other what is newer. */
  compare({ address, application }: Peer): void {
    const { schema, world } = this.#deps;
    if (application.schemaVersion === schema.version()) return;
    const now = world.monotonicMs();
    if (now - (this.#pulledAt.get(address) ?? Number.NEGATIVE_INFINITY) < pullEveryMs) return;
    this.#pulledAt.set(address, now);
    this.#deps.request(address, { kind: "schema pull" }, pushMs, (reply) => {
      if (reply?.kind === "schema") this.merge(reply.entries);
    });
  }
}
