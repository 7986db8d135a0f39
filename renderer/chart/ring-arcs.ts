/**
 * A token ring as arcs to draw: neighbours of the same colour become one arc, and what is narrower than a pixel
 * takes part by its share, so that 256,000 tokens cost no more than the circle has pixels.
 */
import type { TokenRing } from "../../shared/cluster/token-ring.ts";

export interface RingArc {
  /** Start and end as parts of the whole circle, 0..1; the circle begins at the smallest token. */
  readonly from: number;
  readonly to: number;
  readonly group: number;
}

/** Where each range ends on the circle, 0..1, in the order of the ring's tokens. By rank where tokens have no measure. */
export function rangeEnds(ring: TokenRing): Float64Array {
  const count = ring.tokens.length;
  const ends = new Float64Array(count);
  if (ring.shares === undefined) {
    for (let i = 0; i < count; i += 1) ends[i] = (i + 1) / count;
    return ends;
  }
  // Range 0 wraps around; it is drawn whole at the beginning, so that the circle starts with a range's start.
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    sum += ring.shares[i] ?? 0;
    ends[i] = Math.min(1, sum);
  }
  return ends;
}

/** Index of the range under a point of the circle (0..1). */
export function rangeAt(ends: Float64Array, part: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 1) < part) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * @param ends from `rangeEnds`.
 * @param groupOf group of the i-th range, such as the index of its datacenter; -1 draws nothing.
 * @param slots how many pieces the circle can show.
 */
export function ringArcs(
  ends: Float64Array,
  groupOf: (range: number) => number,
  slots: number,
): readonly RingArc[] {
  if (ends.length === 0) return [];
  if (ends.length <= slots) {
    const arcs: RingArc[] = [];
    let from = 0;
    for (let i = 0; i < ends.length; i += 1) {
      push(arcs, { from, to: ends[i] ?? 1, group: groupOf(i) });
      from = ends[i] ?? 1;
    }
    return arcs;
  }
  const arcs: RingArc[] = [];
  const groups: number[] = [];
  const weights: number[] = [];
  let range = 0;
  for (let slot = 0; slot < slots; slot += 1) {
    const to = (slot + 1) / slots;
    // A few groups at most share a slot: two short lists are quicker than a map made anew for each.
    groups.length = 0;
    weights.length = 0;
    let at = slot / slots;
    while (range < ends.length) {
      const end = Math.min(ends[range] ?? 1, to);
      const group = groupOf(range);
      const known = groups.indexOf(group);
      if (known < 0) {
        groups.push(group);
        weights.push(Math.max(0, end - at));
      } else weights[known] = (weights[known] ?? 0) + Math.max(0, end - at);
      at = end;
      if ((ends[range] ?? 1) > to) break;
      range += 1;
    }
    let best = -1;
    let most = -1;
    for (const [i, weight] of weights.entries()) {
      if (weight > most) {
        best = groups[i] ?? -1;
        most = weight;
      }
    }
    push(arcs, { from: slot / slots, to, group: best });
  }
  return arcs;
}

function push(arcs: RingArc[], arc: RingArc): void {
  const before = arcs.at(-1);
  if (before?.group === arc.group) arcs[arcs.length - 1] = { ...before, to: arc.to };
  else arcs.push(arc);
}
