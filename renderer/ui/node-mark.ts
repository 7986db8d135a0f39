/** The state of a node as one of six marks. The mark decides shape and colour everywhere. */
import type { ClusterView, NodeView } from "../../shared/contract/cluster-view.ts";
import { isStale, isUnknown } from "../../shared/facts/fact.ts";

export const marks = ["up", "changing", "suspect", "down", "stale", "unknown"] as const;
export type Mark = (typeof marks)[number];

/** States that other nodes see in `node`, each once. A node's own opinion of itself does not count. */
export function statesSeen(view: ClusterView, node: string): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const [observer, row] of Object.entries(view.matrix)) {
    const state = row[node]?.state;
    if (observer !== node && state !== null && state !== undefined) seen.add(state);
  }
  return seen;
}

function markOf(view: ClusterView, node: NodeView): Mark {
  const seen = statesSeen(view, node.key);
  if (seen.size > 1) return "suspect";
  if (isUnknown(node.state)) return "unknown";
  if (isStale(node.state)) return "stale";
  const state = node.state.value;
  if (state.startsWith("D")) return "down";
  if (/^U[JLM]/.test(state)) return "changing";
  if (state !== "UN") return "unknown";
  return node.reach.cql.state === "failed" ? "suspect" : "up";
}

const known = new WeakMap<ClusterView, ReadonlyMap<string, Mark>>();

/** Marks of all nodes by key, worked out once a view. */
export function marksOf(view: ClusterView): ReadonlyMap<string, Mark> {
  const before = known.get(view);
  if (before !== undefined) return before;
  const made = new Map(view.nodes.map((node) => [node.key, markOf(view, node)]));
  known.set(view, made);
  return made;
}

/** How many nodes carry each mark. */
export function countMarks(view: ClusterView): Readonly<Record<Mark, number>> {
  const counts = { up: 0, changing: 0, suspect: 0, down: 0, stale: 0, unknown: 0 };
  for (const mark of marksOf(view).values()) counts[mark] += 1;
  return counts;
}
