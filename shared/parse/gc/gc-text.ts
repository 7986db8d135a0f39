import { readNumber } from "../text/number.ts";
import { readBytes } from "../text/size.ts";

/** A size as GC logs print it, decimal point or comma: 201M, 95232.0K, 0.0B. */
export const GC_SIZE = String.raw`\d+(?:[.,]\d+)?[BKMGT]`;

/** A number with a point or a comma in milliseconds, from seconds. */
export function secondsToMs(text: string | undefined): number | undefined {
  const seconds = readNumber(text);
  return seconds === undefined ? undefined : round(seconds * 1000);
}

/** Cuts what floating point adds: six decimals of a millisecond are a nanosecond. */
export function round(ms: number): number {
  return Math.round(ms * 1e6) / 1e6;
}

/** A size of a GC log in bytes. */
export function gcBytes(text: string | undefined): number | undefined {
  return readBytes(text);
}

/** `2026-11-30T21:45:59.138+0000` in milliseconds since the epoch. */
export function gcTime(text: string | undefined): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.,](\d{3})([-+]\d\d)(\d\d)$/.exec(text ?? "");
  if (match === null) return undefined;
  const at = Date.parse(`${match[1]}.${match[2]}${match[3]}:${match[4]}`);
  return Number.isNaN(at) ? undefined : at;
}

const ALARMS = [
  "to-space exhausted",
  "to-space overflow",
  "evacuation failure",
  "concurrent mode failure",
  "concurrent mode interrupted",
  "promotion failed",
  "degenerated",
];

/** Words of trouble in a text. */
export function alarmsIn(text: string): string[] {
  const lower = text.toLowerCase();
  return ALARMS.filter((alarm) => lower.includes(alarm));
}
