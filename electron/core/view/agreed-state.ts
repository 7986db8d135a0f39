/** The state of a node on which all who say something agree. */
import type { ViewCell } from "../../../shared/contract/cluster-view.ts";
import { unknown, type Fact } from "../../../shared/facts/fact.ts";

/**
 * Known when every observer that said something said the same; unknown, with the different answers, otherwise.
 * @param cells observer's address and what it thinks of the node
 */
export function agreedState(
  cells: readonly (readonly [string, ViewCell])[],
  now: number,
): Fact<string> {
  const said = cells.filter(([, cell]) => cell.state !== null);
  const states = new Map<string, string[]>();
  for (const [observer, cell] of said) {
    const observers = states.get(cell.state ?? "") ?? [];
    states.set(cell.state ?? "", [...observers, observer]);
  }
  if (states.size === 0) {
    const why = [...new Set(cells.flatMap(([, cell]) => cell.why ?? []))].slice(0, 2).join("; ");
    return unknown(why === "" ? "no node says anything about it" : why);
  }
  if (states.size > 1) {
    const sides = [...states].map(([state, observers]) => `${state} to ${some(observers)}`);
    return unknown(`views differ: ${sides.join(", ")}`);
  }
  const [state = ""] = [...states.keys()];
  const at = Math.min(...said.map(([, cell]) => cell.at ?? now));
  const sources = [...new Set(said.map(([, cell]) => cell.source))].join(", ");
  return {
    value: state,
    at,
    source: { node: some(said.map(([observer]) => observer)), what: sources, tookMs: 0 },
  };
}

function some(observers: readonly string[]): string {
  return observers.length <= 4
    ? observers.join(", ")
    : `${observers.slice(0, 3).join(", ")} and ${observers.length - 3} more`;
}
