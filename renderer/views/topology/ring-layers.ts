/** What is drawn on the token ring, a layer a meaning: owners, ranges that lack a replica, ranges that are lost. */
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import { isMet, type Requirement } from "../../../shared/consistency/levels.ts";
import { ringArcs } from "../../chart/ring-arcs.ts";
import type { RingLayer } from "../../chart/RingCanvas.tsx";
import { categoryColour, chartColours, type Theme } from "../../ui/palette.ts";

/** As many pieces as a circle on a large screen has pixels to show. */
const slots = 3_000;
/** With more tokens than this, nodes cannot be told apart by shade. */
const mostShades = 600;

type Replicas = readonly (readonly string[])[];

/** Datacenters by colour; with few tokens also their nodes by shade. @param dcs in the order of the screen. */
export function ownerLayer(
  ring: TokenRing,
  ends: Float64Array,
  dcs: readonly string[],
  theme: Theme,
): RingLayer {
  const dcOfNode = ring.nodes.map((node) => dcs.indexOf(node.dc));
  const place = { inner: 0.78, outer: 0.93 };
  if (ring.tokens.length > mostShades) {
    const groupOf = (range: number): number => dcOfNode[ring.owners[range] ?? -1] ?? -1;
    const colourOf = (group: number): string => categoryColour(group, theme);
    return { arcs: ringArcs(ends, groupOf, slots), colourOf, ...place };
  }
  const colourOf = (node: number): string => {
    const colour = categoryColour(dcOfNode[node] ?? 0, theme);
    const strength = 100 - (node % 4) * 18;
    return `color-mix(in srgb, ${colour} ${strength}%, ${chartColours(theme).panel})`;
  };
  const arcs = ringArcs(ends, (range) => ring.owners[range] ?? -1, slots);
  return { arcs, colourOf, ...place };
}

/** A thin rim at the ranges that have a node that is down among their replicas. */
export function touchedLayer(
  ends: Float64Array,
  replicas: Replicas,
  down: ReadonlySet<string>,
  theme: Theme,
): RingLayer {
  const groupOf = (range: number): number =>
    (replicas[range] ?? []).some((key) => down.has(key)) ? 0 : -1;
  return {
    arcs: ringArcs(ends, groupOf, slots),
    colourOf: (group) => (group === 0 ? chartColours(theme).amber : undefined),
    inner: 0.945,
    outer: 0.965,
  };
}

/** Hatches the ranges whose living replicas are not enough. */
export function lostLayer(
  ring: TokenRing,
  ends: Float64Array,
  replicas: Replicas,
  need: Requirement,
  down: ReadonlySet<string>,
  theme: Theme,
): RingLayer {
  const dcOf = new Map(ring.nodes.map((node) => [node.key, node.dc]));
  const groupOf = (range: number): number => {
    const living = (replicas[range] ?? []).filter((key) => !down.has(key));
    return isMet(
      need,
      living.map((key) => dcOf.get(key) ?? ""),
    )
      ? -1
      : 0;
  };
  return {
    arcs: ringArcs(ends, groupOf, slots),
    colourOf: (group) => (group === 0 ? chartColours(theme).red : undefined),
    inner: 0.74,
    outer: 0.94,
    hatched: true,
  };
}

/** The range that is pointed at, never too thin to be seen. */
export function litLayer(ends: Float64Array, range: number, theme: Theme): RingLayer {
  const from = range === 0 ? 0 : (ends[range - 1] ?? 0);
  const to = Math.max(ends[range] ?? 1, from + 0.002);
  return {
    arcs: [{ from, to, group: 0 }],
    colourOf: () => chartColours(theme).text,
    inner: 0.7,
    outer: 1,
  };
}
