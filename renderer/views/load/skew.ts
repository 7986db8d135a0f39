/** Whether ownership, load and disk use of a keyspace's nodes fit each other, and which node does not. */
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isUnknown, mapFact, unknown, type Fact } from "../../../shared/facts/fact.ts";

export const measures = ["primary", "ownership", "load", "disk"] as const;
export type Measure = (typeof measures)[number];

export interface LoadRow {
  readonly node: NodeView;
  readonly facts: Readonly<Record<Measure, Fact<number>>>;
}

/** Used bytes of the devices that hold data, each device once. */
export function dataDiskUsed(node: NodeView): Fact<number> {
  if (isUnknown(node.disks)) return node.disks;
  const data = node.disks.value.filter((disk) => disk.holds.includes("data"));
  if (data.length === 0) return unknown("no disk is known to hold data");
  const byDevice = new Map(data.map((disk) => [`${disk.device} ${disk.mount}`, disk.usedBytes]));
  return mapFact(node.disks, () => [...byDevice.values()].reduce((sum, bytes) => sum + bytes, 0));
}

/**
 * @param primary share of the ring whose primary replica a node is, by key; undefined when it cannot be computed.
 */
export function loadRows(
  view: ClusterView,
  nodes: readonly NodeView[],
  keyspace: string,
  primary: ReadonlyMap<string, number> | undefined,
): readonly LoadRow[] {
  return nodes.map((node) => {
    const share = primary?.get(node.key);
    const owned = hasValue(node.ownership) ? node.ownership.value[keyspace] : undefined;
    return {
      node,
      facts: {
        primary:
          share === undefined
            ? isUnknown(node.tokens)
              ? node.tokens
              : unknown("tokens of this partitioner have no measure")
            : mapFact(view.partitioner, () => share),
        ownership: isUnknown(node.ownership)
          ? node.ownership
          : owned === undefined
            ? unknown(`the ownership of ${keyspace} could not be computed`)
            : mapFact(node.ownership, () => owned),
        load: node.load,
        disk: dataDiskUsed(node),
      },
    };
  });
}

/** Largest divided by mean over the nodes that are known; undefined with fewer than two of them. */
export function skewOf(rows: readonly LoadRow[], measure: Measure): number | undefined {
  const values = rows.flatMap((row) => {
    const fact = row.facts[measure];
    return hasValue(fact) ? [fact.value] : [];
  });
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length < 2 || sum === 0 ? undefined : Math.max(...values) / (sum / values.length);
}

export type Misfit =
  | {
      readonly kind: "holdsLess" | "holdsMore";
      readonly address: string;
      readonly ownsShare: number;
      readonly holdsShare: number;
    }
  | {
      readonly kind: "diskMore";
      readonly address: string;
      readonly diskBytes: number;
      readonly ratio: number;
    }
  | { readonly kind: "uneven"; readonly ratio: number };

export type Comparison =
  { readonly misfits: readonly Misfit[] } | { readonly why: "load" | "ownership" | "small" };

/** Less than this says nothing about balance: it is system tables. */
const smallBytes = 8 * 1024 ** 2;
/** How far apart two shares must be before a sentence is worth it. */
const farApart = 1.8;
const uneven = 1.5;
const diskRatio = 3;

/** Nodes that own one share and hold another. Both are taken as shares of their sum, since RF scales ownership. */
export function compareLoad(rows: readonly LoadRow[]): Comparison {
  const known = rows.flatMap(({ node, facts: { ownership, load, disk } }) =>
    hasValue(load) && hasValue(ownership)
      ? [
          {
            node,
            owns: ownership.value,
            load: load.value,
            disk: hasValue(disk) ? disk.value : undefined,
          },
        ]
      : [],
  );
  if (rows.every((row) => isUnknown(row.facts.load))) return { why: "load" };
  if (known.length < 2) return { why: "ownership" };
  const totalOwns = known.reduce((sum, row) => sum + row.owns, 0);
  const totalLoad = known.reduce((sum, row) => sum + row.load, 0);
  if (totalLoad < smallBytes * known.length || totalOwns === 0) return { why: "small" };
  const misfits: Misfit[] = [];
  for (const row of known) {
    const owns = row.owns / totalOwns;
    const holds = row.load / totalLoad;
    const entry = { address: row.node.address, ownsShare: owns, holdsShare: holds };
    if (owns > holds * farApart) misfits.push({ kind: "holdsLess", ...entry });
    else if (holds > owns * farApart) misfits.push({ kind: "holdsMore", ...entry });
    if (row.disk !== undefined && row.load >= smallBytes && row.disk > row.load * diskRatio) {
      misfits.push({
        kind: "diskMore",
        address: row.node.address,
        diskBytes: row.disk,
        ratio: row.disk / row.load,
      });
    }
  }
  const ownsSkew = Math.max(...known.map((row) => row.owns)) / (totalOwns / known.length);
  if (ownsSkew > uneven) misfits.push({ kind: "uneven", ratio: ownsSkew });
  return { misfits };
}
