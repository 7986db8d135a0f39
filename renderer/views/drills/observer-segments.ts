/** What an observer thought of the target, as stretches of time. */
import type { RunView } from "../../../shared/contract/drill.ts";

export interface Segment {
  readonly state: string;
  /** Parts of the time axis, 0..1. */
  readonly from: number;
  readonly to: number;
  readonly sinceMs: number;
}

/** Stretches within an axis; what was thought before it began reaches in from its left edge. */
export function observerSegments(
  changes: RunView["lanes"][number]["changes"],
  fromMs: number,
  toMs: number,
): readonly Segment[] {
  const width = toMs - fromMs;
  if (!(width > 0)) return [];
  return changes.flatMap((change, i) => {
    const end = changes[i + 1]?.at ?? toMs;
    const from = Math.max(0, (change.at - fromMs) / width);
    const to = Math.min(1, (end - fromMs) / width);
    return to > from ? [{ state: change.state, from, to, sinceMs: change.at }] : [];
  });
}
