/** How the views of the nodes differ, by the shape of who-sees-whom. */
import type { ClusterView } from "../contract/cluster-view.ts";

export interface Disagreement {
  readonly kind: "partition" | "one-sided partition" | "paused or cut-off node" | "mixed";
  /** Addresses of the nodes the views differ about. */
  readonly nodes: readonly string[];
  readonly text: string;
}

/** Undefined when all cells that say something about a node say the same up or down. */
export function disagreementOf(
  view: Pick<ClusterView, "nodes" | "matrix">,
): Disagreement | undefined {
  const address = new Map(view.nodes.map((node) => [node.key, node.address]));
  const says = (observer: string, observed: string): string | undefined =>
    view.matrix[observer]?.[observed]?.state?.[0];
  const keys = view.nodes.map((node) => node.key);
  const named = (list: readonly string[]): string =>
    list.map((key) => address.get(key) ?? key).join(", ");

  const disputed = keys.filter((observed) => {
    const said = new Set(
      keys.map((observer) => says(observer, observed)).filter((letter) => letter !== undefined),
    );
    return said.size > 1;
  });
  if (disputed.length === 0) return undefined;
  const nodes = disputed.map((key) => address.get(key) ?? key);

  // One node sees all others down, or is seen down by all others, while it still answers.
  for (const key of keys) {
    const others = keys.filter((other) => other !== key);
    const talking = others.filter((other) => says(other, key) !== undefined);
    const seesAllDown = others.length > 0 && others.every((other) => says(key, other) === "D");
    const seenDownByAll = talking.length > 0 && talking.every((other) => says(other, key) === "D");
    if (seesAllDown && seenDownByAll) {
      return {
        kind: "partition",
        nodes,
        text: `${named([key])} and the others hold each other for down: check the network between them on the storage port.`,
      };
    }
    if (seesAllDown || (seenDownByAll && others.some((other) => says(key, other) === "U"))) {
      const text = seesAllDown
        ? `${named([key])} holds all others for down, but they do not: it may just have been paused, or its outgoing connections are cut.`
        : `all others hold ${named([key])} for down while it answers and sees them up: it may just have been paused, or it does not reach them.`;
      return { kind: "paused or cut-off node", nodes, text };
    }
  }
  const camps = campsOf(keys, says);
  if (camps !== undefined) {
    return {
      kind: "partition",
      nodes,
      text: `${named(camps[0])} and ${named(camps[1])} hold each other for down: check the network between them on the storage port.`,
    };
  }
  const [first = ""] = disputed;
  const up = keys.filter((observer) => says(observer, first) === "U");
  const down = keys.filter((observer) => says(observer, first) === "D");
  const text = `${named([first])} is up to ${named(up)} and down to ${named(down)}${disputed.length > 1 ? `; ${disputed.length - 1} more nodes are disputed` : ""}.`;
  return { kind: disputed.length === 1 ? "one-sided partition" : "mixed", nodes, text };
}

/** Two groups that see themselves up and each other down. */
function campsOf(
  keys: readonly string[],
  says: (observer: string, observed: string) => string | undefined,
): readonly [readonly string[], readonly string[]] | undefined {
  const [first] = keys;
  if (first === undefined) return undefined;
  const mine = keys.filter((key) => says(first, key) === "U");
  const theirs = keys.filter((key) => says(first, key) === "D");
  const fits = (camp: readonly string[], other: readonly string[]): boolean =>
    camp.every(
      (observer) =>
        camp.every((key) => says(observer, key) !== "D") &&
        other.every((key) => says(observer, key) !== "U"),
    );
  return theirs.length > 0 && fits(mine, theirs) && fits(theirs, mine) ? [mine, theirs] : undefined;
}
