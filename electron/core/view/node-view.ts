/** One node as the screens see it. */
import type { NodeView, ViewCell } from "../../../shared/contract/cluster-view.ts";
import { unknown, type Fact } from "../../../shared/facts/fact.ts";
import { figureGroups, type FigureGroup, type FigureName } from "../session/figure-sheet.ts";
import { keyOf, type NodeState } from "../session/node-state.ts";
import { agreedState } from "./agreed-state.ts";
import { answers } from "./members.ts";

export interface NodeSurroundings {
  readonly now: number;
  readonly beatMs: number;
  /** Observer's address and what it thinks of this node. */
  readonly cells: readonly (readonly [string, ViewCell])[];
  readonly ownership: Fact<Record<string, number>>;
  /** Since when the agreed state holds, by what this session saw. */
  readonly sinceOf: (key: string, state: string) => number | undefined;
}

/** Age at which a figure counts as late: it should have been read twice more by then. */
function lateAfterMs(group: FigureGroup, beatMs: number): number {
  switch (group) {
    case "cql beat":
      return 2.5 * Math.max(beatMs, 5_000) + 6_000;
    case "host beat":
      // In a drill only some beats run the whole script.
      return 2.5 * Math.max(beatMs, 10_000) + 6_000;
    case "ring":
    case "slow":
      return 200_000;
    case "cql settings":
      return 15 * 60_000;
  }
}

export function nodeView(node: NodeState, around: NodeSurroundings): NodeView {
  const shown = <N extends FigureName>(name: N) =>
    node.sheet.shown(name, around.now, lateAfterMs(figureGroups[name], around.beatMs));
  const state = agreedState(around.cells, around.now);
  const stateSince = "value" in state ? sinceOf(node, state.value, around) : undefined;
  return {
    key: keyOf(node),
    address: node.address,
    hostId: shown("hostId"),
    dc: shown("dc"),
    rack: shown("rack"),
    release: shown("release"),
    tokens: shown("tokens"),
    state,
    ...(stateSince === undefined ? {} : { stateSince }),
    reach: { ...node.reach },
    ...(node.lastLookAt === undefined ? {} : { lastLookAt: node.lastLookAt }),
    schemaVersion: shown("schemaVersion"),
    load: shown("load"),
    ownership: around.ownership,
    disks: shown("disks"),
    diskIo: shown("diskIo"),
    cpu: shown("cpu"),
    memory: shown("memory"),
    loadAverage: shown("loadAverage"),
    network: shown("network"),
    heap: shown("heap"),
    gc: shown("gc"),
    pools: shown("pools"),
    dropped: shown("dropped"),
    pendingCompactions: shown("pendingCompactions"),
    hints: shown("hints"),
    readLatency: shown("readLatency"),
    writeLatency: shown("writeLatency"),
    processUptimeMs: shown("processUptimeMs"),
    jvm: shown("jvm"),
    clockOffset: shown("clockOffset"),
    commitLog: shown("commitLog"),
    hintWindowMs: shown("hintWindowMs"),
    isSeed: shown("isSeed"),
  };
}

/**
 * The instant at which the last observer came to the agreed state, when all of them say since when; else the one at
 * which this session saw it change.
 */
function sinceOf(node: NodeState, state: string, around: NodeSurroundings): number | undefined {
  const own = keyOf(node);
  const others = around.cells.filter(
    ([, cell]) => cell.state === state && !cell.source.startsWith("it answers"),
  );
  const times = others.map(([, cell]) => cell.since);
  const known = times.filter((since) => since !== undefined);
  if (known.length > 0 && known.length === times.length) return Math.max(...known);
  return around.sinceOf(own, state);
}

/** The share of every keyspace by computed ownership, or why there is none. */
export function ownershipFact(
  node: NodeState,
  shares: ReadonlyMap<string, ReadonlyMap<string, number>>,
  basis: { readonly at: number; readonly from: NodeState } | undefined,
  why: string,
): Fact<Record<string, number>> {
  if (basis === undefined || shares.size === 0) return unknown(why);
  const own = Object.fromEntries(
    [...shares].map(([keyspace, owned]) => [keyspace, exact(owned.get(node.hostId ?? "") ?? 0)]),
  );
  const source = {
    node: basis.from.address,
    what: "computed from system.local, system.peers and system_schema.keyspaces",
    tookMs: basis.from.ring?.source.tookMs ?? 0,
    raw: basis.from.ring?.source.raw,
  };
  const fact = { value: own, at: basis.at, source };
  return answers(basis.from)
    ? fact
    : { ...fact, stale: `${basis.from.address} does not answer any more` };
}

/** A sum of thousands of ranges is off in its last digits: all of the data is 1 and not 0.9999999999999996. */
function exact(share: number): number {
  return Math.min(1, Math.round(share * 1e12) / 1e12);
}
