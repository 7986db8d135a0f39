/**
 * Recovery times of a run, from its load seconds. Definitions (drills.md C3): RTO (service) runs from the injection
 * to the end of the last five seconds in which fewer than 99.9 % of the application's requests succeeded;
 * RTO (performance) to the first moment from which the p99 stayed within 10 % of the baseline for the asked span.
 */
import type { LoadSecond } from "../contract/drill.ts";

const spanMs = 5_000;
const wantedShare = 0.999;

export type RecoveryTime = { readonly ms: number } | { readonly why: string };

/** Sums of the application's seconds by second, both operations together. */
function perSecond(
  seconds: readonly LoadSecond[],
): readonly { at: number; ok: number; bad: number }[] {
  const byTime = new Map<number, { at: number; ok: number; bad: number }>();
  for (const second of seconds) {
    if (second.client !== "app") continue;
    const sum = byTime.get(second.at) ?? { at: second.at, ok: 0, bad: 0 };
    sum.ok += second.ok;
    sum.bad += second.refused + second.unknown;
    byTime.set(second.at, sum);
  }
  return [...byTime.values()].toSorted((a, b) => a.at - b.at);
}

/**
 * @param seconds of the whole run.
 * @param injectedAt epoch ms.
 * @param endAt when the load ended, epoch ms.
 * @returns 0 when the service was never below; a reason when it was still below at the end.
 */
export function rtoService(
  seconds: readonly LoadSecond[],
  injectedAt: number,
  endAt: number,
): RecoveryTime {
  const rows = perSecond(seconds).filter((row) => row.at + 1_000 > injectedAt && row.at < endAt);
  if (rows.length === 0) return { why: "the application's load has no second after the injection" };
  let lastBad: number | undefined;
  for (let i = 0; i < rows.length; i += 1) {
    const first = rows[i];
    if (first === undefined) continue;
    let ok = 0;
    let bad = 0;
    let end = first.at;
    for (let j = i; j < rows.length; j += 1) {
      const row = rows[j];
      if (row === undefined || row.at >= first.at + spanMs) break;
      ok += row.ok;
      bad += row.bad;
      if (row.bad > 0) end = row.at + 1_000;
    }
    if (ok + bad > 0 && ok / (ok + bad) < wantedShare) lastBad = Math.max(lastBad ?? 0, end);
  }
  if (lastBad === undefined) return { ms: 0 };
  const last = rows[rows.length - 1];
  if (last !== undefined && lastBad > last.at + 1_000 - spanMs) {
    return { why: "fewer than 99.9 % of the requests succeeded until the load ended" };
  }
  return { ms: Math.max(0, lastBad - injectedAt) };
}

/** Median of the seconds' p99, undefined when none of them had an answer. */
function medianP99(
  seconds: readonly LoadSecond[],
  fromMs: number,
  toMs: number,
): number | undefined {
  const values = seconds
    .filter((second) => second.client === "app" && second.at >= fromMs && second.at + 1_000 <= toMs)
    .flatMap((second) => (second.p99Ms === null ? [] : [second.p99Ms]))
    .toSorted((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)];
}

/**
 * @param performanceMs how long the p99 must stay near the baseline's.
 * @returns the time from the injection to the start of the first such span after `returnedAt`, or why there is none.
 */
export function rtoPerformance(
  seconds: readonly LoadSecond[],
  baselineFrom: number,
  injectedAt: number,
  returnedAt: number,
  endAt: number,
  performanceMs: number,
): RecoveryTime {
  const baseline = medianP99(seconds, baselineFrom, injectedAt);
  if (baseline === undefined) return { why: "the baseline has no second with an answer" };
  if (endAt - returnedAt < performanceMs)
    return {
      why: `the load ended before ${Math.round(performanceMs / 1_000)} s had passed since the return`,
    };
  for (
    let from = Math.ceil(returnedAt / 1_000) * 1_000;
    from + performanceMs <= endAt;
    from += 1_000
  ) {
    const here = medianP99(seconds, from, from + performanceMs);
    if (here !== undefined && here <= baseline * 1.1) return { ms: Math.max(0, from - injectedAt) };
  }
  return {
    why: `p99 did not stay within 10 % of the baseline's ${baseline.toFixed(1)} ms for ${Math.round(performanceMs / 1_000)} s`,
  };
}
