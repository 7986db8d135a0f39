import { expect, test } from "vitest";
import {
  afterText,
  bytesText,
  countText,
  durationText,
  shareText,
  utcText,
} from "./figure-text.ts";

test("durations have three significant digits and the unit that fits", () => {
  expect(
    [
      0, 0.0123, 0.82, 1, 12.345, 999.4, 999.6, 18_920, 59_949, 60_000, 66_400, 3_600_000,
      11_100_000,
    ].map(durationText),
  ).toEqual([
    "0 ms",
    "12.3 µs",
    "820 µs",
    "1 ms",
    "12.3 ms",
    "999 ms",
    "1 s",
    "18.9 s",
    "59.9 s",
    "1 m",
    "1 m 6 s",
    "1 h",
    "3 h 5 m",
  ]);
});

test("a share says 100 % only for exactly all and 0 % only for exactly none", () => {
  expect([0, 1, 0.3721, 0.99998, 0.999996, 1e-9, 0.9999999].map(shareText)).toEqual([
    "0 %",
    "100 %",
    "37.2 %",
    "99.998 %",
    "> 99.999 %",
    "< 0.001 %",
    "> 99.999 %",
  ]);
});

test("counts are exact, sizes are of 1024", () => {
  expect([countText(0), countText(1_234_567), countText(-8_412)]).toEqual([
    "0",
    "1,234,567",
    "−8,412",
  ]);
  expect([0, 812, 1_023, 1_300_234, 5 * 2 ** 40].map(bytesText)).toEqual([
    "0 B",
    "812 B",
    "0.999 KiB",
    "1.24 MiB",
    "5 TiB",
  ]);
});

test("instants are in UTC to the millisecond, distances from the injection have a sign", () => {
  expect(utcText(Date.UTC(2026, 10, 30, 14, 0, 24, 310))).toBe("2026-11-30 14:00:24.310 UTC");
  expect([afterText(0), afterText(18_920), afterText(-2_190)]).toEqual(["0", "+18.9 s", "−2.19 s"]);
});
