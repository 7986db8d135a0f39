import { expect, test } from "vitest";
import {
  formatAfter,
  formatAge,
  formatByteRate,
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatShare,
  formatUtc,
} from "./format.ts";

/** The texts with ordinary blanks, for reading. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ");

test("number and unit never part at the end of a line", () => {
  expect(formatBytes(1_300_000)).toBe("1.24\u00a0MiB");
  expect(formatDuration(250_000)).toBe("4\u00a0m\u00a010\u00a0s");
  expect(formatShare(0.62)).toBe("62\u00a0%");
});

test("numbers have three significant digits and no exponent", () => {
  expect([0, 0.01234, 1.239, 12.34, 123.4, 8_412, 1_234_567, -4.5].map(formatNumber)).toEqual([
    "0",
    "0.0123",
    "1.24",
    "12.3",
    "123",
    "8,410",
    "1,230,000",
    "−4.5",
  ]);
});

test("counts are exact", () => {
  expect([0, 999, 8_412, 1_234_567, -12].map(formatCount)).toEqual([
    "0",
    "999",
    "8,412",
    "1,234,567",
    "−12",
  ]);
});

test("sizes are 1024-based and never print a fourth digit", () => {
  expect(
    [0, 812, 1_000, 1_024, 1_300_000, 64 * 1024 ** 3, 1023.9 * 1024 ** 2].map((value) =>
      plain(formatBytes(value)),
    ),
  ).toEqual(["0 B", "812 B", "0.977 KiB", "1 KiB", "1.24 MiB", "64 GiB", "1 GiB"]);
  expect(plain(formatByteRate(1_300_000))).toBe("1.24 MiB/s");
});

test("a share is never rounded up to 100 % nor down to 0 %", () => {
  expect(
    [0, 0.000001, 0.0412, 1 / 3, 0.62, 0.9996, 0.99996, 0.9999999, 1].map((value) =>
      plain(formatShare(value)),
    ),
  ).toEqual([
    "0 %",
    "< 0.001 %",
    "4.12 %",
    "33.3 %",
    "62 %",
    "99.96 %",
    "99.996 %",
    "> 99.999 %",
    "100 %",
  ]);
});

test("durations choose the unit that an operator would say", () => {
  const given = [
    0,
    0.82,
    12.34,
    999.7,
    4_210,
    42_140,
    250_000,
    60_000,
    3 * 3_600_000 + 5 * 60_000,
    52 * 3_600_000,
    -2_100,
  ];
  expect(given.map((value) => plain(formatDuration(value)))).toEqual([
    "0 ms",
    "820 µs",
    "12.3 ms",
    "1 s",
    "4.21 s",
    "42.1 s",
    "4 m 10 s",
    "1 m",
    "3 h 5 m",
    "2 d 4 h",
    "−2.1 s",
  ]);
  expect([18_400, -2_100].map((value) => plain(formatAfter(value)))).toEqual(["+18.4 s", "−2.1 s"]);
});

test("ages get coarser as they grow and are never negative", () => {
  expect([-5, 840, 9_990, 14_300, 250_000].map((value) => plain(formatAge(value)))).toEqual([
    "0.0 s",
    "0.8 s",
    "9.9 s",
    "14 s",
    "4 m 10 s",
  ]);
});

test("the UTC form names its zone", () => {
  expect(formatUtc(Date.UTC(2026, 11, 1, 14, 3, 10, 42))).toBe("2026-12-01 14:03:10.042 UTC");
});
