import type { ModelLogLine, ModelWorld } from "./world.ts";
import { MemoryHints } from "./hints/hint-store.ts";
import { ModelNode, type NodeIdentity } from "./node/model-node.ts";
import type { Message } from "./ring/message.ts";
import type { SchemaEntry } from "./schema/schema.ts";
import { MemoryRowLog } from "./storage/row-log.ts";

/** Where a node of the model stands. */
export interface ModelPlace {
  readonly dc: string;
  readonly rack: string;
  readonly tokens: readonly string[];
}

export interface ModelClusterOptions {
  readonly places: readonly ModelPlace[];
  /** Numbers from 0 up to 1: the same ones give the same run. */
  readonly random: () => number;
  readonly release?: string;
  /** Keyspaces and tables that are there from the start. */
  readonly schema?: readonly SchemaEntry[];
}

export interface LoggedLine extends ModelLogLine {
  /** Ms since the epoch of the model's clock. */
  readonly at: number;
}

type State = "running" | "frozen" | "stopped";

interface Slot {
  readonly place: ModelPlace;
  readonly hostId: string;
  node: ModelNode | undefined;
  state: State;
  /** What arrived while it was frozen: a kernel keeps it. */
  readonly held: (() => void)[];
  readonly logs: Map<string, MemoryRowLog>;
  hints: MemoryHints;
  schema: readonly SchemaEntry[];
  readonly lines: LoggedLine[];
  life: number;
  generation: number;
}

const startOfTime = 1_800_000_000_000;
const latencyMs = 0.3;

/**
 * A whole cluster in memory, on a clock of its own: for tests of predictions, and wherever a cluster is needed that
 * can be told to lie. Nodes are called by their number, from 1; node n has the address 10.0.0.n.
 */
export class ModelCluster {
  readonly #options: ModelClusterOptions;
  readonly #slots: readonly Slot[];
  readonly #events: { at: number; order: number; act: () => void }[] = [];
  readonly #cut = new Set<string>();
  #nowMs = 0;
  #order = 0;

  constructor(options: ModelClusterOptions) {
    this.#options = options;
    this.#slots = options.places.map((place, i) => ({
      place,
      hostId: `00000000-0000-4000-8000-${String(i + 1).padStart(12, "0")}`,
      node: undefined,
      state: "stopped",
      held: [],
      logs: new Map(),
      hints: new MemoryHints(),
      schema: options.schema ?? [],
      lines: [],
      life: 0,
      generation: 0,
    }));
    for (let n = 1; n <= this.#slots.length; n++) this.start(n);
  }

  /** The node's process. @throws Error while it does not run */
  node(n: number): ModelNode {
    const { node } = this.#slot(n);
    if (node === undefined) throw new Error(`node ${n} does not run`);
    return node;
  }

  static addressOf(n: number): string {
    return `10.0.0.${n}`;
  }

  /** Milliseconds since the model began. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** The node's system.log, from its first start on. */
  linesOf(n: number): readonly LoggedLine[] {
    return this.#slot(n).lines;
  }

  /** Lets time pass; everything that is due happens. */
  run(ms: number): void {
    const end = this.#nowMs + ms;
    for (;;) {
      const next = this.#events[0];
      if (next === undefined || next.at > end) break;
      this.#events.shift();
      this.#nowMs = Math.max(this.#nowMs, next.at);
      next.act();
    }
    this.#nowMs = end;
  }

  /** Lets time pass until `condition` holds. Gives false when it does not within `ms`. */
  runUntil(condition: () => boolean, ms: number): boolean {
    for (let passed = 0; passed < ms; passed += 50) {
      if (condition()) return true;
      this.run(50);
    }
    return condition();
  }

  /** SIGKILL: what its logs had not synced is lost. */
  kill(n: number): void {
    const slot = this.#slot(n);
    for (const log of slot.logs.values()) log.crash();
    this.#end(slot);
  }

  /** SIGTERM: it tells the others and keeps everything. */
  stop(n: number): void {
    const slot = this.#slot(n);
    slot.node?.stop(true);
    for (const log of slot.logs.values()) log.sync();
    this.#end(slot);
  }

  freeze(n: number): void {
    this.#slot(n).state = "frozen";
  }

  thaw(n: number): void {
    const slot = this.#slot(n);
    slot.state = "running";
    for (const act of slot.held.splice(0)) this.#at(0, act);
  }

  /** Cuts the network between two nodes, both ways. */
  cut(a: number, b: number): void {
    this.#cut.add(`${a} ${b}`).add(`${b} ${a}`);
  }

  mend(a: number, b: number): void {
    this.#cut.delete(`${a} ${b}`);
    this.#cut.delete(`${b} ${a}`);
  }

  /** Amnesia: a stopped node forgets its rows (and its hints), as if its disk had been replaced. */
  wipe(n: number): void {
    const slot = this.#slot(n);
    slot.logs.clear();
    slot.hints = new MemoryHints();
  }

  /** What was appended so far survives a kill from now on. */
  sync(n: number): void {
    for (const log of this.#slot(n).logs.values()) log.sync();
  }

  start(n: number): void {
    const slot = this.#slot(n);
    if (slot.node !== undefined) return;
    slot.life++;
    // Two starts within a second must be told apart.
    slot.generation = Math.max(
      slot.generation + 1,
      Math.floor((startOfTime + this.#nowMs) / 1_000),
    );
    const address = ModelCluster.addressOf(n);
    const identity: NodeIdentity = {
      address,
      hostId: slot.hostId,
      dc: slot.place.dc,
      rack: slot.place.rack,
      release: this.#options.release ?? "5.0.6",
      tokens: slot.place.tokens,
      generation: slot.generation,
    };
    const node = new ModelNode({
      world: this.#world(n, slot),
      identity,
      storagePort: 7000,
      seeds: this.#slots.slice(0, 2).map((_, i) => ModelCluster.addressOf(i + 1)),
      phiThreshold: 8,
      hintWindowMs: 3 * 3_600_000,
      hints: slot.hints,
      logs: {
        open: (table) => {
          const log = slot.logs.get(table.id) ?? new MemoryRowLog();
          slot.logs.set(table.id, log);
          return log;
        },
        remove: (table) => slot.logs.delete(table.id),
      },
      savedSchema: slot.schema,
      savedPeers: [],
      onSchema: () => {
        slot.schema = slot.node?.schema.entries() ?? slot.schema;
      },
    });
    slot.node = node;
    slot.state = "running";
    node.start();
  }

  #end(slot: Slot): void {
    slot.node = undefined;
    slot.state = "stopped";
    slot.held.length = 0;
  }

  #slot(n: number): Slot {
    const slot = this.#slots[n - 1];
    if (slot === undefined) throw new RangeError(`there is no node ${n}`);
    return slot;
  }

  #world(n: number, slot: Slot): ModelWorld {
    const { life } = slot;
    /** Runs when the process is there and not frozen; a dead one never does it. */
    const alive = (act: () => void) => (): void => {
      if (slot.life !== life || slot.node === undefined) return;
      if (slot.state === "frozen") slot.held.push(act);
      else act();
    };
    return {
      now: () => startOfTime + this.#nowMs,
      monotonicMs: () => this.#nowMs,
      random: this.#options.random,
      after: (ms, act) => {
        let wanted = true;
        const once = alive(() => {
          if (wanted) act();
        });
        this.#at(ms, once);
        return () => (wanted = false);
      },
      send: (to, message) => this.#send(n, to, message),
      log: (line) => slot.lines.push({ ...line, at: startOfTime + this.#nowMs }),
    };
  }

  #send(from: number, to: string, message: Message): void {
    const n = this.#slots.findIndex((_, i) => ModelCluster.addressOf(i + 1) === to) + 1;
    if (n === 0 || this.#cut.has(`${from} ${n}`)) return;
    const slot = this.#slot(n);
    this.#at(latencyMs, () => {
      const receive = (): void => slot.node?.receive(ModelCluster.addressOf(from), message);
      if (slot.state === "frozen") slot.held.push(receive);
      else receive();
    });
  }

  #at(ms: number, act: () => void): void {
    const event = { at: this.#nowMs + ms, order: this.#order++, act };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#events[middle];
      if (other !== undefined && other.at <= event.at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }
}
