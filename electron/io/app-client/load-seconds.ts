/**
 * The load by seconds. A request counts for the second in which it was due, not the one in which its answer came: so
 * `intended = ok + refused + unknown + missing` holds for each second, and the time at which requests began to fail is
 * not shifted by the time-outs they ended in. A second is given once all its requests have an answer, in order.
 * Percentiles are those of requests that were answered as asked; what failed is counted, not timed.
 */
import type { LoadSecond } from "../../../shared/contract/drill.ts";
import { LatencyHistogram } from "./latency-histogram.ts";

export type ClientName = LoadSecond["client"];
export type Op = LoadSecond["op"];
export type Outcome = "ok" | "refused" | "unknown" | "missing";

interface Open {
  readonly second: Omit<LoadSecond, "p50Ms" | "p99Ms" | "maxMs">;
  readonly histogram: LatencyHistogram;
  waiting: number;
}

export class LoadSeconds {
  /** By second, then by client and operation. */
  readonly #open = new Map<number, Map<string, Open>>();

  /** A request is due at `at` (ms since the epoch). */
  due(client: ClientName, op: Op, at: number): void {
    const open = this.#of(client, op, at);
    open.second.intended += 1;
    open.waiting += 1;
  }

  /** It has an answer. `kind` names an error or a wrong payload. */
  answered(
    client: ClientName,
    op: Op,
    dueAt: number,
    outcome: Outcome,
    responseMs: number,
    kind?: string,
  ): void {
    const open = this.#of(client, op, dueAt);
    const { second, histogram } = open;
    second[outcome] += 1;
    if (outcome === "ok" || outcome === "missing") histogram.add(responseMs);
    if (kind !== undefined) second.errors[kind] = (second.errors[kind] ?? 0) + 1;
    open.waiting -= 1;
  }

  /** Seconds that ended before `now` and wait for no answer; each is given once. */
  take(now: number): LoadSecond[] {
    const done: LoadSecond[] = [];
    for (const [at, entries] of [...this.#open].toSorted((a, b) => a[0] - b[0])) {
      if (at + 1_000 > now) break;
      const all = [...entries.values()];
      if (all.some(({ waiting }) => waiting > 0)) break;
      this.#open.delete(at);
      for (const { second, histogram } of all) {
        done.push({
          ...second,
          p50Ms: histogram.quantile(0.5) ?? null,
          p99Ms: histogram.quantile(0.99) ?? null,
          maxMs: histogram.maxMs ?? null,
        });
      }
    }
    return done;
  }

  #of(client: ClientName, op: Op, at: number): Open {
    const start = Math.floor(at / 1_000) * 1_000;
    let entries = this.#open.get(start);
    if (entries === undefined) {
      entries = new Map();
      this.#open.set(start, entries);
    }
    let open = entries.get(`${client} ${op}`);
    if (open === undefined) {
      const second = {
        at: start,
        client,
        op,
        intended: 0,
        ok: 0,
        refused: 0,
        unknown: 0,
        missing: 0,
        errors: {},
      };
      open = { second, histogram: new LatencyHistogram(), waiting: 0 };
      entries.set(`${client} ${op}`, open);
    }
    return open;
  }
}
