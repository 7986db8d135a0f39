/** What a run's load amounts to in the spans a reader asks for. */
import type { LoadSecond } from "../contract/drill.ts";

export interface LoadSummary {
  readonly requests: number;
  readonly ok: number;
  readonly refused: number;
  readonly unknown: number;
  readonly missing: number;
  /** Largest p99 of a second, ms; undefined when nothing succeeded. */
  readonly worstP99Ms: number | undefined;
  /** Middle p99 of the seconds, ms. */
  readonly medianP99Ms: number | undefined;
  /** Longest run of seconds in each of which some request failed, ms. */
  readonly longestBadMs: number;
  /** By kind, most frequent first. */
  readonly errors: readonly (readonly [kind: string, count: number])[];
}

/**
 * The seconds of one client that begin in [fromMs, toMs).
 * @returns undefined when no request was due then.
 */
export function loadSummary(
  seconds: readonly LoadSecond[],
  client: LoadSecond["client"],
  fromMs: number,
  toMs: number,
): LoadSummary | undefined {
  const here = seconds.filter(
    (each) => each.client === client && each.at >= fromMs && each.at < toMs,
  );
  const total = (name: "intended" | "ok" | "refused" | "unknown" | "missing"): number =>
    here.reduce((sum, each) => sum + each[name], 0);
  const requests = total("ok") + total("refused") + total("unknown") + total("missing");
  if (requests === 0) return undefined;
  const p99s = here
    .flatMap(({ p99Ms }) => (p99Ms === null ? [] : [p99Ms]))
    .toSorted((a, b) => a - b);
  const errors = new Map<string, number>();
  for (const each of here) {
    for (const [kind, count] of Object.entries(each.errors))
      errors.set(kind, (errors.get(kind) ?? 0) + count);
  }
  return {
    requests,
    ok: total("ok"),
    refused: total("refused"),
    unknown: total("unknown"),
    missing: total("missing"),
    worstP99Ms: p99s.at(-1),
    medianP99Ms: p99s[Math.floor((p99s.length - 1) / 2)],
    longestBadMs: longestBad(here),
    errors: [...errors].toSorted((a, b) => b[1] - a[1]),
  };
}

function longestBad(seconds: readonly LoadSecond[]): number {
  const bad = new Set(
    seconds.filter((each) => each.refused + each.unknown + each.missing > 0).map(({ at }) => at),
  );
  let longest = 0;
  for (const start of bad) {
    if (bad.has(start - 1_000)) continue;
    let end = start;
    while (bad.has(end)) end += 1_000;
    longest = Math.max(longest, end - start);
  }
  return longest;
}
