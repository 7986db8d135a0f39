import { expect, test } from "vitest";
import {
  endsOf,
  pointsFor,
  refetchMs,
  shift,
  zoomBy,
  zoomTo,
  type TimeRange,
} from "./time-range.ts";

const now = 10_000_000;
const live: TimeRange = { kind: "live", span: "15m" };

test("a live range ends now", () => {
  expect(endsOf(live, now)).toEqual({ fromMs: now - 900_000, toMs: now });
});

test("dragging from right to left means the same as from left to right, a mere click means nothing", () => {
  expect(zoomTo(live, 9_900_000, 9_700_000)).toEqual({
    kind: "fixed",
    fromMs: 9_700_000,
    toMs: 9_900_000,
    span: "15m",
  });
  expect(zoomTo(live, 9_900_000, 9_900_500)).toBeUndefined();
});

test("zooming out and moving on stop at now", () => {
  const piece: TimeRange = {
    kind: "fixed",
    fromMs: now - 200_000,
    toMs: now - 100_000,
    span: "15m",
  };
  expect(endsOf(zoomBy(piece, 4, now), now)).toEqual({ fromMs: now - 400_000, toMs: now });
  expect(endsOf(shift(piece, 5, now), now)).toEqual({ fromMs: now - 100_000, toMs: now });
  expect(endsOf(shift(piece, -0.5, now), now)).toEqual({
    fromMs: now - 250_000,
    toMs: now - 150_000,
  });
});

test("a zoomed piece is not fetched again, a week seldom", () => {
  expect(refetchMs({ kind: "fixed", fromMs: 0, toMs: 1, span: "1h" }, 1_000)).toBe(false);
  expect(refetchMs(live, 1_000)).toBe(2_500);
  expect(refetchMs({ kind: "live", span: "7d" }, 10_000)).toBe(120_000);
});

test("a thousand nodes get fewer points each", () => {
  expect(pointsFor(1_000, 3)).toBe(500);
  expect(pointsFor(1_000, 1_000)).toBe(40);
});
