/** Which span of time the lanes show: the newest so-and-so long, or a piece that was zoomed into. */

export const spans = ["15m", "1h", "6h", "24h", "7d"] as const;
export type Span = (typeof spans)[number];

const minute = 60_000;
export const spanMs: Readonly<Record<Span, number>> = {
  "15m": 15 * minute,
  "1h": 60 * minute,
  "6h": 360 * minute,
  "24h": 1_440 * minute,
  "7d": 7 * 1_440 * minute,
};

export type TimeRange =
  | { readonly kind: "live"; readonly span: Span }
  /** Chosen by zooming out of `span`; it does not move. */
  | { readonly kind: "fixed"; readonly fromMs: number; readonly toMs: number; readonly span: Span };

/** The ends of a range at the instant `nowMs`. */
export function endsOf(
  range: TimeRange,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  return range.kind === "fixed"
    ? { fromMs: range.fromMs, toMs: range.toMs }
    : { fromMs: nowMs - spanMs[range.span], toMs: nowMs };
}

/** Nothing narrower than this: below it there are no samples to see. */
const narrowestMs = 10_000;

/** The range between two instants in either order, or undefined when they are too close to be meant. */
export function zoomTo(range: TimeRange, oneMs: number, otherMs: number): TimeRange | undefined {
  const fromMs = Math.round(Math.min(oneMs, otherMs));
  const toMs = Math.round(Math.max(oneMs, otherMs));
  return toMs - fromMs < narrowestMs
    ? undefined
    : { kind: "fixed", fromMs, toMs, span: range.span };
}

/** A range `factor` times as wide around its middle; factor 0.5 zooms in. It never reaches beyond now. */
export function zoomBy(range: TimeRange, factor: number, nowMs: number): TimeRange {
  const { fromMs, toMs } = endsOf(range, nowMs);
  const half = Math.max(narrowestMs, (toMs - fromMs) * factor) / 2;
  const middle = (fromMs + toMs) / 2;
  const end = Math.min(nowMs, middle + half);
  return {
    kind: "fixed",
    fromMs: Math.round(end - 2 * half),
    toMs: Math.round(end),
    span: range.span,
  };
}

/** The same width, `share` of it earlier (negative) or later, never beyond now. */
export function shift(range: TimeRange, share: number, nowMs: number): TimeRange {
  const { fromMs, toMs } = endsOf(range, nowMs);
  const width = toMs - fromMs;
  const end = Math.min(nowMs, toMs + width * share);
  return {
    kind: "fixed",
    fromMs: Math.round(end - width),
    toMs: Math.round(end),
    span: range.span,
  };
}

/** How often a range is fetched anew, ms: a point's width, within reason. A fixed one is not. */
export function refetchMs(range: TimeRange, beatMs: number): number | false {
  if (range.kind === "fixed") return false;
  return Math.min(120_000, Math.max(beatMs, 2_000, spanMs[range.span] / 360));
}

/** Points to ask for: one for two pixels, fewer when there are many nodes, so that the answer stays small. */
export function pointsFor(widthPx: number, nodes: number): number {
  return Math.round(Math.max(40, Math.min(720, widthPx / 2, 40_000 / Math.max(1, nodes))));
}
