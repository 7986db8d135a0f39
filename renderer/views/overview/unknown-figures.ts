/** What is not known of a cluster, by reason: one line for a reason, however many figures and nodes it costs. */
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { isStale, isUnknown, type Fact } from "../../../shared/facts/fact.ts";

export interface UnknownGroup {
  readonly why: string;
  readonly kind: "unknown" | "stale";
  readonly figures: readonly string[];
  /** Keys of the nodes. */
  readonly nodes: readonly string[];
}

/** Names of the facts of a node, in the order of the Overview. */
const figures = [
  "state",
  "release",
  "load",
  "ownership",
  "disks",
  "diskIo",
  "cpu",
  "memory",
  "loadAverage",
  "network",
  "heap",
  "gc",
  "pools",
  "dropped",
  "pendingCompactions",
  "hints",
  "readLatency",
  "writeLatency",
  "clockOffset",
  "commitLog",
  "hintWindowMs",
] as const satisfies readonly (keyof NodeView)[];
export type FigureName = (typeof figures)[number];

/** Groups with the same reason put together; addresses in a reason do not make it another one. */
export function unknownFigures(view: ClusterView): readonly UnknownGroup[] {
  const groups = new Map<
    string,
    { why: string; kind: "unknown" | "stale"; figures: Set<string>; nodes: Set<string> }
  >();
  for (const node of view.nodes) {
    for (const name of figures) {
      const fact: Fact<unknown> = node[name];
      const why = isUnknown(fact) ? fact.unknown : isStale(fact) ? fact.stale : undefined;
      if (why === undefined) continue;
      const kind = isUnknown(fact) ? "unknown" : "stale";
      const id = `${kind} ${why.replaceAll(node.address, "…")}`;
      const group = groups.get(id) ?? { why, kind, figures: new Set(), nodes: new Set() };
      group.figures.add(name);
      group.nodes.add(node.key);
      groups.set(id, group);
    }
  }
  return [...groups.values()]
    .sort((a, b) => b.nodes.size * b.figures.size - a.nodes.size * a.figures.size)
    .map((group) => ({ ...group, figures: [...group.figures], nodes: [...group.nodes] }));
}
