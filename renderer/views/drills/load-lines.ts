/** Seconds of load as lines: success share and p99 for each client and operation. */
import type { LoadSecond } from "../../../shared/contract/drill.ts";

export interface LoadLine {
  readonly id: string;
  readonly client: LoadSecond["client"];
  readonly op: LoadSecond["op"];
  /** Time and share 0..1 of the answered and timed-out requests that succeeded; null where nothing was sent. */
  readonly success: readonly (readonly [number, number | null])[];
  readonly p99: readonly (readonly [number, number | null])[];
}

/** Success of a second: what was acknowledged, of everything whose outcome is counted. A read that missed an acknowledged row is no success. */
export function successShare(
  second: Pick<LoadSecond, "ok" | "refused" | "unknown" | "missing">,
): number | null {
  const all = second.ok + second.refused + second.unknown;
  return all === 0 ? null : Math.max(0, second.ok - second.missing) / all;
}

/** Lines in a fixed order: app before probe, write before read. */
export function loadLines(seconds: readonly LoadSecond[]): readonly LoadLine[] {
  const groups = Map.groupBy(seconds, (second) => `${second.client} ${second.op}`);
  return ["app write", "app read", "probe write", "probe read"].flatMap((id) => {
    const group = groups.get(id);
    const [first] = group ?? [];
    if (group === undefined || first === undefined) return [];
    const ordered = group.toSorted((a, b) => a.at - b.at);
    return [
      {
        id,
        client: first.client,
        op: first.op,
        success: ordered.map((second) => [second.at, successShare(second)] as const),
        p99: ordered.map((second) => [second.at, second.p99Ms] as const),
      },
    ];
  });
}
