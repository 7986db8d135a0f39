/** The phases of a drill as spans of time, the same behind every chart: baseline white, fault orange, recovery blue, audit violet. */
import type { ChartInk } from "./chart-option.ts";

export type SpanName = "baseline" | "fault" | "recovering" | "auditing";

export interface PhaseSpan {
  readonly name: SpanName;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** Which span a phase of the contract belongs to; phases before the baseline and "closed" have none. */
const spanOf: Readonly<Record<string, SpanName>> = {
  baseline: "baseline",
  armed: "baseline",
  injected: "fault",
  proven: "fault",
  observing: "fault",
  "rolling back": "recovering",
  recovering: "recovering",
  auditing: "auditing",
};

/**
 * @param phases when each phase began, in order.
 * @param endAt where the last one ends if none follows it.
 */
export function phaseSpans(
  phases: readonly { readonly phase: string; readonly at: number }[],
  endAt: number,
): readonly PhaseSpan[] {
  const spans: { name: SpanName; from: number; to: number }[] = [];
  phases.forEach(({ phase, at }, i) => {
    const name = spanOf[phase];
    const to = Math.max(at, phases[i + 1]?.at ?? endAt);
    const last = spans.at(-1);
    if (name === undefined) return;
    if (last?.name === name && last.to === at) last.to = to;
    else spans.push({ name, from: at, to });
  });
  return spans.filter(({ from, to }) => to > from);
}

/** Colour behind a span; undefined for the baseline, which has none. */
export function shadeOf(name: SpanName, ink: ChartInk): string | undefined {
  return name === "baseline" ? undefined : ink.shade[name];
}
