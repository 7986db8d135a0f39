/**
 * One load, open loop: requests go out when they are due by arithmetic, whatever became of those before. The order is
 * always: intent into the ledger, request, answer into the ledger.
 */
import type { Client } from "cassandra-driver";
import type { LoadSpec } from "../../core/deps.ts";
import type { LedgerCounts } from "../../../shared/contract/drill.ts";
import { clientCodes, classifyError, coordinatorOf } from "./classify-error.ts";
import { appReadTimeoutMs } from "./driver-clients.ts";
import { LedgerFile } from "./ledger-file.ts";
import { LedgerRequests } from "./ledger-requests.ts";
import { LoadPlan, type Due } from "./load-plan.ts";
import type { LoadTick } from "./load-protocol.ts";
import { LoadSeconds, type Outcome } from "./load-seconds.ts";
import { SuccessShare } from "./success-share.ts";

/**
 * More requests than this are not kept open. Those that become due then are not sent, counted as refused with the kind
 * "not sent", and stand in the ledger as refused: an application would have run out of threads or memory there.
 */
const mostInFlight = { app: 5_000, probe: 1_000 } as const;
/** Answers are written and the clock is looked at this often, whatever the rate. */
const longestPauseMs = 25;
/** Rows are allowed (see "reserved" in the ledger) this far ahead; the syncs that allow more come each second. */
const reserveSeconds = 15;

interface Flight extends Due {
  readonly at: number;
}

export class LoadRun {
  readonly #spec: LoadSpec;
  readonly #ledger: LedgerFile;
  readonly #plan: LoadPlan;
  readonly #requests: LedgerRequests;
  readonly #onBroken: (why: string) => void;
  readonly #seconds = new LoadSeconds();
  readonly #share = new SuccessShare();
  readonly #flying = { app: new Set<Flight>(), probe: new Set<Flight>() };
  readonly #nodes: ReadonlyMap<string, number>;
  #startedAt = 0;
  #startedMono = 0;
  #reserved = 0;
  #backlog: Due[] = [];
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;
  #syncTimer: NodeJS.Timeout | undefined;
  #stopped = false;
  #ended = false;
  #landed: (() => void) | undefined;

  /** @param onBroken hears once why the ledger cannot be written any more. */
  constructor(
    spec: LoadSpec,
    app: Client,
    probe: Client,
    ledger: LedgerFile,
    onBroken: (why: string) => void,
  ) {
    this.#spec = spec;
    this.#ledger = ledger;
    this.#plan = new LoadPlan(spec, ledger.rows);
    this.#requests = new LedgerRequests(spec, app, probe);
    this.#onBroken = onBroken;
    this.#nodes = new Map(ledger.header.nodes.map((node, i) => [node, i]));
  }

  /** Begins; resolves once the first rows are allowed by a synced record. @throws when the ledger cannot be written */
  async start(): Promise<void> {
    if (this.#spec.kind === "read" && this.#spec.preloaded === 0 && this.#plan.nextSeq === 0) {
      throw new Error(
        "There is nothing to read: rows must be written before a load that only reads.",
      );
    }
    await this.#sync();
    if (this.#ledger.broken !== undefined) throw new Error(this.#ledger.broken);
    this.#startedAt = Date.now();
    this.#startedMono = performance.now();
    this.#syncTimer = setInterval(() => {
      this.#syncing ??= this.#sync().finally(() => (this.#syncing = undefined));
    }, 1_000);
    this.#beat();
  }

  /** What was completed since the last call; after `stop` also the second that was cut short. */
  take(): Omit<LoadTick, "events"> {
    const now = this.#now();
    return {
      seconds: this.#seconds.take(this.#ended ? Infinity : now),
      share: this.#share.take(now),
      counts: this.#ledger.rows.counts(false),
    };
  }

  /** Ends the load: sends no more, waits for answers as long as the driver does, syncs and closes the ledger. */
  async stop(): Promise<LedgerCounts> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#syncTimer);
    for (const due of this.#backlog.splice(0)) this.#notSent(due);
    if (this.#inFlight() > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#landed = resolve;
      const limit = setTimeout(resolve, appReadTimeoutMs + 1_000);
      await promise;
      clearTimeout(limit);
    }
    for (const flight of [...this.#flying.app, ...this.#flying.probe]) {
      this.#land(flight, {
        outcome: "unknown",
        kind: "no answer when the load ended",
        code: clientCodes.noAnswerAtStop,
      });
    }
    await this.#syncing;
    this.#ledger.add({ kind: "ended", shard: 0, seq: 0, at: this.#now(), code: 0, responseMs: 0 });
    if (this.#ledger.write()) await this.#ledger.sync();
    this.#ledger.close();
    this.#ended = true;
    return this.#ledger.rows.counts(true);
  }

  /** Wall time of the start plus monotonic time since: a clock that is set during the drill moves nothing. */
  #now(): number {
    return this.#startedAt + (performance.now() - this.#startedMono);
  }

  #inFlight(): number {
    return this.#flying.app.size + this.#flying.probe.size;
  }

  #beat(): void {
    const elapsed = performance.now() - this.#startedMono;
    for (const due of this.#plan.take(elapsed)) {
      this.#seconds.due(due.client, due.op, this.#startedAt + due.dueMs);
      this.#backlog.push(due);
    }
    this.#send();
    if (this.#stopped) return;
    const next =
      Math.min(this.#plan.nextAppMs, this.#plan.nextProbeMs) -
      (performance.now() - this.#startedMono);
    this.#timer = setTimeout(() => this.#beat(), Math.max(1, Math.min(longestPauseMs, next)));
  }

  #send(): void {
    const ready: Flight[] = [];
    const held: Due[] = [];
    for (const due of this.#backlog) {
      const flying = this.#flying[due.client];
      if (flying.size >= mostInFlight[due.client] || held.length >= mostInFlight.app)
        this.#notSent(due);
      else if (due.op === "write" && due.shard === 0 && due.seq >= this.#reserved) held.push(due);
      else {
        const flight = { ...due, at: this.#startedAt + due.dueMs };
        flying.add(flight);
        ready.push(flight);
        if (due.op === "write") this.#intent(due);
      }
    }
    this.#backlog = held;
    const written = this.#ledger.write();
    for (const flight of ready) {
      // An intent that is not in the file must not be sent.
      if (written) void this.#ask(flight);
      else
        this.#land(flight, {
          outcome: "refused",
          kind: "not sent (ledger)",
          code: clientCodes.notSent,
        });
    }
    if (!written) this.#giveUp();
  }

  async #ask(flight: Flight): Promise<void> {
    try {
      const answer = await this.#requests.send(flight);
      if (answer.found === "right")
        this.#land(flight, { outcome: "ok", code: 0 }, answer.coordinator);
      else {
        const kind = answer.found === "absent" ? "row missing" : "payload altered";
        this.#land(flight, { outcome: "missing", kind, code: 0 }, answer.coordinator);
      }
    } catch (error) {
      this.#land(flight, classifyError(error), coordinatorOf(error));
    }
  }

  #land(
    flight: Flight,
    how: { readonly outcome: Outcome; readonly kind?: string; readonly code: number },
    coordinator?: string,
  ): void {
    const { client, op, shard, seq } = flight;
    // One that was given up at the end of the load may still get its answer.
    if (!this.#flying[client].delete(flight)) return;
    const at = this.#now();
    const responseMs = at - flight.at;
    this.#seconds.answered(client, op, flight.at, how.outcome, responseMs, how.kind);
    if (client === "app") this.#share.add(at, how.outcome === "ok");
    const number = this.#coordinator(coordinator, flight);
    const record = { shard, seq, at, code: how.code, responseMs, coordinator: number };
    if (op === "write") {
      const kind = how.outcome === "refused" || how.outcome === "unknown" ? how.outcome : "acked";
      this.#ledger.add({ kind, ...record });
      if (kind === "acked" && shard === 0) this.#plan.acknowledged(seq);
    } else if (how.outcome === "missing" && how.kind === "row missing") {
      this.#ledger.add({ kind: "absent", ...record });
    }
    if (this.#inFlight() === 0) this.#landed?.();
  }

  #notSent(due: Due): void {
    const at = this.#startedAt + due.dueMs;
    if (due.op === "write") this.#intent(due);
    const flight = { ...due, at };
    this.#flying[due.client].add(flight);
    this.#land(flight, {
      outcome: "refused",
      kind: "not sent (too many in flight)",
      code: clientCodes.notSent,
    });
  }

  #intent({ shard, seq, dueMs }: Due): void {
    this.#ledger.add({
      kind: "intent",
      shard,
      seq,
      at: this.#startedAt + dueMs,
      code: 0,
      responseMs: 0,
    });
  }

  #coordinator(address: string | undefined, { node }: Flight): number | undefined {
    if (address === undefined) return node;
    return (
      this.#nodes.get(address.slice(0, address.lastIndexOf(":")).replace(/^\[|\]$/g, "")) ?? node
    );
  }

  /** Syncs what is there, and with it the permission to send more rows. */
  async #sync(): Promise<void> {
    const { kind, ratePerSecond } = this.#spec;
    const ahead = kind === "read" ? 0 : Math.max(1_000, ratePerSecond * reserveSeconds);
    const seq = this.#plan.nextSeq + ahead;
    this.#ledger.add({ kind: "reserved", shard: 0, seq, at: Date.now(), code: 0, responseMs: 0 });
    if (this.#ledger.write() && (await this.#ledger.sync())) this.#reserved = seq;
    else if (this.#startedAt > 0) this.#giveUp();
  }

  #giveUp(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#syncTimer);
    this.#onBroken(this.#ledger.broken ?? "The ledger cannot be written.");
  }
}
