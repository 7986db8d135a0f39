import type { ModelWorld } from "../world.ts";
import type { Application, Digest, EndpointState } from "./endpoint-state.ts";
import { ArrivalWindow, localPauseMs } from "./failure-detector.ts";
import { DigestBook } from "./gossip-digests.ts";
import type { Message } from "./message.ts";

/** A peer as this node knows it. */
export interface Peer {
  readonly address: string;
  generation: number;
  heartbeat: number;
  application: Application;
  alive: boolean;
  /** Wall clock; undefined while it is alive, and for one that was never seen alive. */
  downSince: number | undefined;
}

interface Watched extends Peer {
  window: ArrivalWindow;
  echoing: boolean;
}

export interface GossipOptions {
  readonly world: ModelWorld;
  readonly address: string;
  readonly storagePort: number;
  readonly seeds: readonly string[];
  readonly phiThreshold: number;
  /** Asks a node whether it answers; `onAnswer` is called only when it does. */
  readonly echo: (address: string, onAnswer: () => void) => void;
  readonly onChange: (peer: Peer, what: "up" | "down" | "joined" | "changed") => void;
}

/** Largest heartbeat: a node that shut down gets it, so that nothing older of it is believed. */
const finalHeartbeat = 2_147_483_647;

/**
 * Gossip as Cassandra does it: each second a node tells a random live peer, now and then a dead one and a seed, what
 * it knows of all; both then have the newer state of each. Who is alive is each node's own opinion.
 */
export class Gossip {
  readonly #options: GossipOptions;
  readonly #peers = new Map<string, Watched>();
  readonly #digests: DigestBook;
  #self: EndpointState & { readonly application: Application };
  #lastRoundAt: number | undefined;
  #pausedAt = Number.NEGATIVE_INFINITY;

  constructor(options: GossipOptions, generation: number, application: Application) {
    this.#options = options;
    this.#self = { address: options.address, generation, heartbeat: 1, application };
    this.#digests = new DigestBook(() => this.#states());
  }

  /** This node's own state. */
  get self(): EndpointState & { readonly application: Application } {
    return this.#self;
  }

  peers(): readonly Peer[] {
    return [...this.#peers.values()];
  }

  peer(address: string): Peer | undefined {
    return this.#peers.get(address);
  }

  isAlive(address: string): boolean {
    return address === this.#self.address || this.#peers.get(address)?.alive === true;
  }

  /** Peers that were known before a restart: members of the ring, and down until they are heard of. */
  remember(states: readonly EndpointState[]): void {
    for (const { address, application } of states) {
      if (application === undefined || address === this.#self.address) continue;
      // A generation of 0 is older than any that they can have now.
      this.#peers.set(address, watched(address, 0, 0, application));
    }
  }

  /** Changes what this node tells of itself. */
  tell(change: Partial<Omit<Application, "version">>): void {
    const { application, heartbeat } = this.#self;
    this.#self = {
      ...this.#self,
      heartbeat: heartbeat + 1,
      application: { ...application, ...change, version: heartbeat + 1 },
    };
  }

  /** One round: call it each second. */
  round(): void {
    this.#self = { ...this.#self, heartbeat: this.#self.heartbeat + 1 };
    this.#convict();
    for (const address of this.#chosen()) {
      this.#options.world.send(address, { kind: "syn", digests: this.#digests.all() });
    }
  }

  /** Says hello to every seed and peer that is not alive: a node that starts need not wait for its turn in a round. */
  greet(): void {
    const { seeds, address, world } = this.#options;
    for (const other of new Set([...seeds, ...this.#peers.keys()])) {
      if (other !== address && !this.isAlive(other)) {
        world.send(other, { kind: "syn", digests: this.#digests.all() });
      }
    }
  }

  receive(from: string, message: Message): void {
    switch (message.kind) {
      case "syn":
        this.#options.world.send(from, { kind: "ack", ...this.#digests.compare(message.digests) });
        return;
      case "ack":
        this.#apply(message.states);
        if (message.wanted.length > 0) {
          const states = message.wanted.flatMap((digest: Digest) =>
            this.#digests.newerThan(digest),
          );
          this.#options.world.send(from, { kind: "ack2", states });
        }
        return;
      case "ack2":
        this.#apply(message.states);
        return;
      case "shutdown":
        this.#hasShutDown(message.address);
        return;
      case "request":
      case "reply":
    }
  }

  /** Tells every living peer that this node ends now. */
  announceShutdown(): void {
    this.tell({ status: "shutdown", rpcReady: false });
    for (const peer of this.#peers.values()) {
      if (peer.alive) {
        this.#options.world.send(peer.address, { kind: "shutdown", address: this.#self.address });
      }
    }
  }

  #states(): readonly (EndpointState & { readonly application: Application })[] {
    return [this.#self, ...this.#peers.values()];
  }

  /** A random live peer; a dead one and a seed with the probabilities of Gossiper.java. */
  #chosen(): ReadonlySet<string> {
    const { world, seeds, address } = this.#options;
    const pick = (from: readonly string[]) => from[Math.floor(world.random() * from.length)];
    const all = [...this.#peers.values()];
    const live = all.filter((peer) => peer.alive).map((peer) => peer.address);
    const dead = all.filter((peer) => !peer.alive).map((peer) => peer.address);
    const others = seeds.filter((seed) => seed !== address);
    const chosen = new Set<string>();
    const add = (one: string | undefined) => one !== undefined && chosen.add(one);
    add(pick(live));
    if (world.random() < dead.length / (live.length + 1)) add(pick(dead));
    const metSeed = [...chosen].some((one) => seeds.includes(one));
    if (!metSeed || live.length < seeds.length) {
      if (live.length === 0 || world.random() <= seeds.length / (live.length + dead.length)) {
        add(pick(others));
      }
    }
    return chosen;
  }

  #apply(states: readonly EndpointState[]): void {
    for (const state of states) {
      if (state.address !== this.#self.address) this.#applyOne(state);
    }
  }

  #applyOne({ address, generation, heartbeat, application }: EndpointState): void {
    const known = this.#peers.get(address);
    if (known === undefined || generation > known.generation) {
      if (application === undefined) return;
      const fresh = watched(address, generation, heartbeat, application);
      this.#peers.set(address, fresh);
      const what = known === undefined ? "is now part of the cluster" : "has restarted, now UP";
      this.#log("Gossiper.java:1511", `Node ${this.#name(address)} ${what}`);
      this.#log(
        "StorageService.java:3281",
        `Node ${this.#name(address)} state jump to ${application.status}`,
      );
      // Whoever was talking to the process that is gone must hear it.
      if (known?.alive === true) this.#options.onChange(fresh, "down");
      this.#options.onChange(fresh, "joined");
      this.#heard(fresh);
      return;
    }
    if (generation < known.generation || heartbeat <= known.heartbeat) return;
    known.heartbeat = heartbeat;
    if (application !== undefined && application.version > known.application.version) {
      const left = application.status === "shutdown" && known.application.status === "NORMAL";
      known.application = application;
      if (left) return this.#hasShutDown(address);
      this.#options.onChange(known, "changed");
    }
    this.#heard(known);
  }

  #heard(peer: Watched): void {
    const { world, echo } = this.#options;
    peer.window.add(world.monotonicMs());
    if (peer.alive || peer.echoing || peer.application.status === "shutdown") return;
    peer.echoing = true;
    // An echo that got lost is asked for again.
    world.after(1_000, () => (peer.echoing = false));
    echo(peer.address, () => {
      if (peer.alive || this.#peers.get(peer.address) !== peer) return;
      peer.alive = true;
      peer.downSince = undefined;
      this.#log("Gossiper.java:1458", `InetAddress ${this.#name(peer.address)} is now UP`);
      this.#options.onChange(peer, "up");
    });
  }

  #convict(): void {
    const { world, phiThreshold } = this.#options;
    const now = world.monotonicMs();
    const sinceRound = now - (this.#lastRoundAt ?? now);
    this.#lastRoundAt = now;
    if (sinceRound > localPauseMs) {
      this.#pausedAt = now;
      world.log({
        level: "WARN",
        thread: "GossipTasks:1",
        source: "FailureDetector.java:346",
        text: `Not marking nodes down due to local pause of ${Math.round(sinceRound * 1e6)}ns > ${localPauseMs}000000ns`,
      });
    }
    if (now - this.#pausedAt < localPauseMs) return;
    for (const peer of this.#peers.values()) {
      if (peer.alive && peer.window.phi(now) > phiThreshold) this.#markDown(peer);
    }
  }

  #hasShutDown(address: string): void {
    const peer = this.#peers.get(address);
    if (peer === undefined) return;
    peer.heartbeat = finalHeartbeat;
    peer.application = { ...peer.application, status: "shutdown", version: finalHeartbeat };
    if (peer.alive) this.#markDown(peer);
    this.#log("StorageService.java:3281", `Node ${this.#name(address)} state jump to shutdown`);
  }

  #markDown(peer: Watched): void {
    peer.alive = false;
    peer.downSince = this.#options.world.now();
    this.#log("Gossiper.java:1474", `InetAddress ${this.#name(peer.address)} is now DOWN`);
    this.#options.onChange(peer, "down");
  }

  #name(address: string): string {
    return `/${address}:${this.#options.storagePort}`;
  }

  #log(source: string, text: string): void {
    this.#options.world.log({ level: "INFO", thread: "GossipStage:1", source, text });
  }
}

function watched(
  address: string,
  generation: number,
  heartbeat: number,
  application: Application,
): Watched {
  return {
    address,
    generation,
    heartbeat,
    application,
    alive: false,
    downSince: undefined,
    window: new ArrivalWindow(),
    echoing: false,
  };
}
