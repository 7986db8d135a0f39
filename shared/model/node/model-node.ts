import type { Level } from "../../consistency/levels.ts";
import { compareAndSet, type CasRequest, type CasResult } from "../coordinator/cas.ts";
import type { Coordination, Done } from "../coordinator/coordination.ts";
import { readRow } from "../coordinator/read.ts";
import { scanRows, type ScanPage } from "../coordinator/scan.ts";
import { truncateTable } from "../coordinator/truncate.ts";
import { writeRow } from "../coordinator/write.ts";
import { dispatchEveryMs, HintDelivery } from "../hints/hint-delivery.ts";
import type { HintStore } from "../hints/hint-store.ts";
import type { EndpointState } from "../ring/endpoint-state.ts";
import { Gossip, type Peer } from "../ring/gossip.ts";
import type { Message, Mutation, Reply, Request } from "../ring/message.ts";
import { Placement } from "../ring/placement.ts";
import { Requests, type OnReply } from "../ring/requests.ts";
import { verbNames } from "../ring/verb-names.ts";
import type { KeyspaceDefinition, TableDefinition } from "../schema/definitions.ts";
import { Schema, type SchemaEntry } from "../schema/schema.ts";
import { Replica, type LogPlace } from "../storage/replica.ts";
import type { Row } from "../storage/row.ts";
import type { ModelWorld } from "../world.ts";
import { Counters } from "./counters.ts";
import { SchemaSync } from "./schema-sync.ts";
import { Latency } from "./latency.ts";

/** Who a node is. */
export interface NodeIdentity {
  readonly address: string;
  readonly hostId: string;
  readonly dc: string;
  readonly rack: string;
  readonly release: string;
  readonly tokens: readonly string[];
  /** Start of this process, seconds since the epoch. */
  readonly generation: number;
}

export interface NodeOptions {
  readonly world: ModelWorld;
  readonly identity: NodeIdentity;
  readonly storagePort: number;
  readonly seeds: readonly string[];
  /** 8 as Cassandra has it. */
  readonly phiThreshold: number;
  readonly hintWindowMs: number;
  readonly hints: HintStore;
  readonly logs: LogPlace;
  /** What was known before a restart. */
  readonly savedSchema: readonly SchemaEntry[];
  readonly savedPeers: readonly EndpointState[];
  readonly onPeer?: (peer: Peer, what: "up" | "down" | "joined" | "changed") => void;
  /** The schema changed, here or elsewhere. */
  readonly onSchema?: (entries: readonly SchemaEntry[]) => void;
}

/** When a node that starts says hello to those that do not answer yet. */
const greetAfterMs = [200, 450, 800];

/** One node of the model: gossip, replica and coordinator over whatever world it is given. */
export class ModelNode {
  readonly identity: NodeIdentity;
  readonly schema = new Schema();
  readonly gossip: Gossip;
  readonly replica: Replica;
  readonly counters = new Counters();
  readonly hints: HintStore;
  readonly delivery: HintDelivery;
  readonly world: ModelWorld;
  readonly #options: NodeOptions;
  readonly #requests: Requests;
  readonly #sync: SchemaSync;
  readonly #latencies = {
    read: new Map<string, Latency>(),
    write: new Map<string, Latency>(),
    scan: new Map<string, Latency>(),
  };
  readonly #coordination: Coordination;
  #placement: Placement | undefined;
  #stopped = false;
  #lastWriteMicros = 0;

  constructor(options: NodeOptions) {
    const { world, identity } = options;
    this.#options = options;
    this.world = world;
    this.identity = identity;
    this.hints = options.hints;
    this.#requests = new Requests(world);
    this.schema.merge(options.savedSchema);
    this.replica = new Replica(this.schema, options.logs, () => world.now() * 1_000);
    this.gossip = new Gossip(
      {
        world,
        address: identity.address,
        storagePort: options.storagePort,
        seeds: options.seeds,
        phiThreshold: options.phiThreshold,
        echo: (address, onAnswer) => {
          this.request(address, { kind: "echo" }, 1_000, (reply) => {
            if (reply !== undefined) onAnswer();
          });
        },
        onChange: (peer, what) => this.#onPeer(peer, what),
      },
      identity.generation,
      {
        version: 1,
        hostId: identity.hostId,
        dc: identity.dc,
        rack: identity.rack,
        release: identity.release,
        tokens: identity.tokens,
        schemaVersion: this.schema.version(),
        loadBytes: 0,
        status: "NORMAL",
        rpcReady: false,
      },
    );
    this.gossip.remember(options.savedPeers);
    this.#sync = new SchemaSync({
      world,
      schema: this.schema,
      replica: this.replica,
      gossip: this.gossip,
      request: (to, request, timeoutMs, onReply) => {
        this.request(to, request, timeoutMs, onReply);
      },
      onChange: (entries) => options.onSchema?.(entries),
    });
    this.delivery = new HintDelivery({
      world,
      hints: options.hints,
      storagePort: options.storagePort,
      livingAddressOf: (hostId) =>
        this.gossip.peers().find((peer) => peer.alive && peer.application.hostId === hostId)
          ?.address,
      request: (to, request, timeoutMs, onReply) => {
        this.request(to, request, timeoutMs, onReply);
      },
    });
    this.#coordination = {
      world,
      address: identity.address,
      dc: identity.dc,
      placement: () => this.placement(),
      isAlive: (address) => this.gossip.isAlive(address),
      request: (to, request, timeoutMs, onReply) => {
        this.request(to, request, timeoutMs, onReply);
      },
      hint: (address, mutation) => this.#hint(address, mutation),
    };
  }

  /** Begins to gossip and to deliver hints. */
  start(): void {
    const { world } = this.#options;
    const beat = (): void => {
      if (this.#stopped) return;
      world.after(1_000, beat);
      this.counters.did("GossipStage");
      this.gossip.round();
      for (const peer of this.gossip.peers()) if (peer.alive) this.#sync.compare(peer);
    };
    const dispatch = (): void => {
      if (this.#stopped) return;
      world.after(dispatchEveryMs, dispatch);
      this.delivery.dispatch();
    };
    beat();
    for (const ms of greetAfterMs) world.after(ms, () => this.gossip.greet());
    world.after(dispatchEveryMs, dispatch);
  }

  /** Ends gossip and hints; with `announce` the others hear of it, as in a drain. */
  stop(announce: boolean): void {
    if (announce && !this.#stopped) this.gossip.announceShutdown();
    this.#stopped = true;
  }

  /** Members by what is known: this node and every peer with tokens. */
  placement(): Placement {
    this.#placement ??= new Placement(
      [this.gossip.self, ...this.gossip.peers()].map(({ address, application }) => ({
        key: address,
        dc: application.dc,
        rack: application.rack,
        tokens: application.tokens,
      })),
    );
    return this.#placement;
  }

  receive(from: string, message: Message): void {
    if (message.kind === "reply") {
      this.counters.did("RequestResponseStage");
      return this.#requests.receive(message.id, message.reply);
    }
    if (message.kind !== "request") {
      this.counters.did("GossipStage");
      return this.gossip.receive(from, message);
    }
    const { id, request, expiresAt } = message;
    if (this.world.now() > expiresAt) return this.counters.drop(verbNames[request.kind]);
    this.world.send(from, { kind: "reply", id, reply: this.#handle(request) });
  }

  /** Asks a node, this one included. */
  request(to: string, request: Request, timeoutMs: number, onReply: OnReply): void {
    if (to === this.identity.address) onReply(this.#handle(request));
    else this.#requests.send(to, request, timeoutMs, onReply);
  }

  /** A write time in microseconds, later than every one before. */
  nextWriteMicros(): number {
    this.#lastWriteMicros = Math.max(this.world.now() * 1_000, this.#lastWriteMicros + 1);
    return this.#lastWriteMicros;
  }

  write(
    keyspace: KeyspaceDefinition,
    mutation: Mutation,
    level: Level,
    done: Done<undefined>,
  ): void {
    const measured = this.#measured("write", mutation.tableId, done);
    writeRow(this.#coordination, keyspace, mutation, level, measured);
  }

  read(
    keyspace: KeyspaceDefinition,
    table: TableDefinition,
    key: Uint8Array,
    level: Level,
    done: Done<Row>,
  ): void {
    readRow(
      this.#coordination,
      keyspace,
      table,
      key,
      level,
      this.#measured("read", table.id, done),
    );
  }

  scan(
    keyspace: KeyspaceDefinition,
    table: TableDefinition,
    after: string,
    limit: number,
    level: Level,
    done: Done<ScanPage>,
  ): void {
    const measured = this.#measured("scan", table.id, done);
    scanRows(this.#coordination, keyspace, table, after, limit, level, measured);
  }

  compareAndSet(cas: CasRequest, done: Done<CasResult>): void {
    compareAndSet(this.#coordination, cas, this.#measured("write", cas.table.id, done));
  }

  /** Forgets all rows of a table on every node; refused while one is down. */
  truncate(table: TableDefinition, done: Done<undefined>): void {
    truncateTable(this.#coordination, table, done);
  }

  /** Takes schema changes here and at every living peer; calls `done` when all have them, 2 s later at most. */
  changeSchema(entries: readonly SchemaEntry[], done: () => void): void {
    this.#sync.change(entries, done);
  }

  /** Latency of requests that this node coordinated, by table id. */
  latencies(kind: "read" | "write" | "scan"): ReadonlyMap<string, Latency> {
    return this.#latencies[kind];
  }

  #handle(request: Request): Reply {
    switch (request.kind) {
      case "echo":
        return { kind: "done" };
      case "schema push":
        this.counters.did("MigrationStage");
        this.#sync.merge(request.entries);
        return { kind: "done" };
      case "schema pull":
        this.counters.did("MigrationStage");
        return { kind: "schema", entries: this.schema.entries() };
      case "read":
      case "range":
        this.counters.did("ReadStage");
        return this.replica.handle(request);
      default:
        this.counters.did("MutationStage");
        return this.replica.handle(request);
    }
  }

  #onPeer(peer: Peer, what: "up" | "down" | "joined" | "changed"): void {
    if (what === "joined" || what === "changed") this.#placement = undefined;
    if (what !== "down") this.#sync.compare(peer);
    this.#options.onPeer?.(peer, what);
  }

  #hint(address: string, mutation: Mutation): boolean {
    const peer = this.gossip.peer(address);
    const now = this.world.now();
    if (peer === undefined || this.#stopped) return false;
    if (now - (peer.downSince ?? now) > this.#options.hintWindowMs) return false;
    this.hints.add(peer.application.hostId, mutation, now);
    return true;
  }

  #measured<T>(kind: "read" | "write" | "scan", tableId: string, done: Done<T>): Done<T> {
    const began = this.world.monotonicMs();
    return (outcome) => {
      const now = this.world.monotonicMs();
      const known = this.#latencies[kind].get(tableId) ?? new Latency();
      known.add(now - began, now);
      this.#latencies[kind].set(tableId, known);
      done(outcome);
    };
  }
}
