/** Nodes in the order an operator reads them: by datacenter, rack, then address as numbers. */
import type { ClusterView, NodeView } from "../../shared/contract/cluster-view.ts";
import { valueOf } from "../../shared/facts/fact.ts";

const natural = new Intl.Collator("en", { numeric: true });

/** 127.0.0.2 before 127.0.0.10. */
export function compareNatural(a: string, b: string): number {
  return natural.compare(a, b);
}

export interface RackGroup {
  readonly rack: string | undefined;
  readonly nodes: readonly NodeView[];
}

export interface DatacenterGroup {
  readonly dc: string | undefined;
  readonly racks: readonly RackGroup[];
  readonly nodeCount: number;
}

const known = new WeakMap<ClusterView, readonly DatacenterGroup[]>();

/** Datacenters with their racks and nodes; those whose place is unknown come last, under undefined. */
export function groupNodes(view: ClusterView): readonly DatacenterGroup[] {
  const before = known.get(view);
  if (before !== undefined) return before;
  const byDc = Map.groupBy(view.nodes, (node) => valueOf(node.dc));
  const made = [...byDc].sort(byName).map(([dc, members]) => ({
    dc,
    nodeCount: members.length,
    racks: [...Map.groupBy(members, (node) => valueOf(node.rack))]
      .sort(byName)
      .map(([rack, nodes]) => ({
        rack,
        nodes: nodes.toSorted((a, b) => compareNatural(a.address, b.address)),
      })),
  }));
  known.set(view, made);
  return made;
}

/** All nodes in that order. */
export function orderedNodes(view: ClusterView): readonly NodeView[] {
  return groupNodes(view).flatMap((group) => group.racks.flatMap((rack) => rack.nodes));
}

function byName(
  a: readonly [string | undefined, unknown],
  b: readonly [string | undefined, unknown],
): number {
  if (a[0] === undefined) return b[0] === undefined ? 0 : 1;
  return b[0] === undefined ? -1 : compareNatural(a[0], b[0]);
}
