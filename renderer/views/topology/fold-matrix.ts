/** Who-sees-whom, folded: observers that say the same share a row, nodes that all see alike share a column. */
import type { ClusterView, ViewCell } from "../../../shared/contract/cluster-view.ts";

export interface MatrixRow {
  /** Keys of the observers that say exactly this. */
  readonly observers: readonly string[];
  /** They have said nothing at all. */
  readonly silent: boolean;
}

export interface MatrixColumn {
  /** Keys of the nodes seen; more than one only when all observers say the same of all of them. */
  readonly observed: readonly string[];
  /** What most observers say; null when nobody says anything. */
  readonly usual: string | null;
}

export interface FoldedMatrix {
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
}

function stateOf(view: ClusterView, observer: string, observed: string): string | null {
  return view.matrix[observer]?.[observed]?.state ?? null;
}

/** What most observers say about a node. A tie goes to the worse word, so that a doubt is not voted away. */
export function usualState(states: Iterable<string | null>): string | null {
  const votes = new Map<string, number>();
  for (const state of states) if (state !== null) votes.set(state, (votes.get(state) ?? 0) + 1);
  let best: string | null = null;
  for (const [state, count] of votes) {
    const most = best === null ? 0 : (votes.get(best) ?? 0);
    if (count > most || (count === most && best !== null && state < best)) best = state;
  }
  return best;
}

/**
 * @param keys nodes in the order of the screen.
 * @param fold false shows every observer and every node by itself.
 */
export function foldMatrix(
  view: ClusterView,
  keys: readonly string[],
  fold: boolean,
): FoldedMatrix {
  const columns: { observed: string[]; usual: string | null }[] = [];
  const sameColumn = new Map<string, number>();
  for (const observed of keys) {
    const said = new Set<string | null>();
    for (const observer of keys) said.add(stateOf(view, observer, observed));
    said.delete(null);
    const usual = usualState(keys.map((observer) => stateOf(view, observer, observed)));
    const agreed = fold && said.size <= 1;
    const at = agreed ? sameColumn.get(String(usual)) : undefined;
    if (at !== undefined) {
      columns[at]?.observed.push(observed);
      continue;
    }
    if (agreed) sameColumn.set(String(usual), columns.length);
    columns.push({ observed: [observed], usual });
  }
  const shown = columns
    .filter((column) => column.observed.length === 1)
    .map((column) => column.observed[0] ?? "");
  const rows: { observers: string[]; silent: boolean }[] = [];
  const sameRow = new Map<string, number>();
  for (const observer of keys) {
    const silent = !Object.values(view.matrix[observer] ?? {}).some((cell) => cell.state !== null);
    const saying = silent
      ? "silent"
      : shown.map((observed) => stateOf(view, observer, observed) ?? "-").join(" ");
    const at = fold ? sameRow.get(saying) : undefined;
    if (at !== undefined) rows[at]?.observers.push(observer);
    else {
      sameRow.set(saying, rows.length);
      rows.push({ observers: [observer], silent });
    }
  }
  return { rows, columns };
}

export interface Deviation {
  readonly observer: string;
  readonly observed: string;
  readonly cell: ViewCell;
  readonly usual: string;
}

/** Cells that say something else than most do. */
export function deviations(view: ClusterView, keys: readonly string[]): readonly Deviation[] {
  return keys.flatMap((observed) => {
    const usual = usualState(keys.map((observer) => stateOf(view, observer, observed)));
    if (usual === null) return [];
    return keys.flatMap((observer) => {
      const cell = view.matrix[observer]?.[observed];
      if (cell === undefined || cell.state === null || cell.state === usual) return [];
      return [{ observer, observed, cell, usual }];
    });
  });
}
