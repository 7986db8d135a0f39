/** Disagreement between the nodes, read off the matrix of a view. */
import type { ClusterView } from "../contract/cluster-view.ts";
import { agreementOf, type Disagreement, type ObserverRow } from "./agreement.ts";

/** Kind of the event that one node began to hold another for up or down: its text is `OBSERVER holds OBSERVED for …`. */
export const seenUpOrDown = "seen up or down";

/** How often up and down must have followed each other is looked at over this time. */
const flappingWindowMs = 5 * 60_000;

/**
 * Disagreements of a view with addresses for nodes. Ghosts are left out (the view lists them apart), and so is a node
 * that answers nobody, when the others agree: that is a matter of its own row.
 */
export function disagreementsOf(
  view: Pick<ClusterView, "nodes" | "matrix" | "events" | "at">,
): readonly Disagreement[] {
  const addressOf = new Map(view.nodes.map((node) => [node.key, node.address]));
  const members = Object.keys(view.matrix);
  const nameOf = (key: string): string => addressOf.get(key) ?? key;
  const rows = Object.entries(view.matrix).map(([observer, cells]): ObserverRow => {
    const said = Object.entries(cells).filter(([, cell]) => cell.state !== null);
    if (said.length === 0) {
      return { observer, answered: false, why: Object.values(cells)[0]?.why ?? "no answer" };
    }
    const sees = new Map(
      said.map(
        ([observed, { state }]) =>
          [
            observed,
            { state: state ?? "", changes: changesOf(view, nameOf(observer), nameOf(observed)) },
          ] as const,
      ),
    );
    return { observer, answered: true, sees, paused: false };
  });
  return agreementOf(members, rows, nameOf)
    .disagreements.filter(({ kind }) => kind !== "ghost" && kind !== "no answer")
    .map((found) => ({
      ...found,
      nodes: found.nodes.map(nameOf),
      observers: found.observers.map(nameOf),
    }));
}

/** Changes of one node's mind about another in the last minutes, by the events of the view. */
function changesOf(
  { events, at }: Pick<ClusterView, "events" | "at">,
  observer: string,
  observed: string,
): number {
  return events.filter(
    (event) =>
      event.kind === seenUpOrDown &&
      event.node === observer &&
      event.at > at - flappingWindowMs &&
      event.text.includes(` holds ${observed} for `),
  ).length;
}
