/** The figures of one node, each with its own time, source and reason for being old or missing. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import {
  isUnknown,
  unknown,
  withheld,
  type Fact,
  type Source,
} from "../../../shared/facts/fact.ts";

type WithValue<F> = Extract<F, { readonly value: unknown }>;
type Value<F> = [WithValue<F>] extends [never] ? never : WithValue<F>["value"];

/** Figures that are read; `state` and `ownership` are worked out from those of all nodes. */
export type FigureName = {
  [N in keyof NodeView]-?: [Value<NodeView[N]>] extends [never]
    ? never
    : N extends "state" | "ownership"
      ? never
      : N;
}[keyof NodeView];

export type FigureValue<N extends FigureName> = Value<NodeView[N]>;

/** How a figure comes to us: it decides what makes it old. */
export type FigureGroup = "cql beat" | "cql settings" | "ring" | "host beat" | "slow";

/** Every figure with the way it is read. */
export const figureGroups: Readonly<Record<FigureName, FigureGroup>> = {
  hostId: "ring",
  dc: "ring",
  rack: "ring",
  release: "ring",
  tokens: "ring",
  schemaVersion: "cql beat",
  load: "cql beat",
  disks: "host beat",
  diskIo: "host beat",
  cpu: "host beat",
  memory: "host beat",
  loadAverage: "host beat",
  network: "host beat",
  heap: "host beat",
  gc: "host beat",
  pools: "cql beat",
  dropped: "slow",
  pendingCompactions: "slow",
  hints: "host beat",
  readLatency: "cql beat",
  writeLatency: "cql beat",
  processUptimeMs: "host beat",
  jvm: "cql settings",
  clockOffset: "host beat",
  commitLog: "cql settings",
  hintWindowMs: "cql settings",
  isSeed: "cql settings",
};
const figureNames = Object.keys(figureGroups) as readonly FigureName[];

export class FigureSheet {
  readonly #facts = new Map<FigureName, Fact<unknown>>();

  /** The fact, unknown with "not asked yet" before the first look. */
  get<N extends FigureName>(name: N): Fact<FigureValue<N>> {
    return (this.#facts.get(name) as Fact<FigureValue<N>> | undefined) ?? unknown("not asked yet");
  }

  /** A figure that was just read. */
  set<N extends FigureName>(name: N, value: FigureValue<N>, at: number, source: Source): void {
    this.#facts.set(name, { value, at, source });
  }

  /** The figure cannot be had now: what was known turns stale with this reason. */
  withhold(name: FigureName, why: string): void {
    this.#facts.set(name, withheld(this.#facts.get(name), why));
  }

  /** The same for every figure of a group that was not read by a look since `at`. */
  withholdGroup(group: FigureGroup, why: string): void {
    for (const name of figureNames) if (figureGroups[name] === group) this.withhold(name, why);
  }

  /**
   * The fact as it is to be shown at `now`: one that should have been read again by now is stale, and says so.
   * @param lateAfterMs age at which a figure of this group counts as late
   */
  shown<N extends FigureName>(name: N, now: number, lateAfterMs: number): Fact<FigureValue<N>> {
    const fact = this.get(name);
    if (isUnknown(fact) || "stale" in fact || now - fact.at <= lateAfterMs) return fact;
    return { ...fact, stale: `late: no newer answer for ${Math.round((now - fact.at) / 1_000)} s` };
  }
}
