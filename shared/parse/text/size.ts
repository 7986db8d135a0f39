import { readNumber } from "./number.ts";

const POWERS: Readonly<Record<string, number>> = {
  "": 0,
  b: 0,
  byte: 0,
  bytes: 0,
  k: 1,
  kb: 1,
  kib: 1,
  m: 2,
  mb: 2,
  mib: 2,
  g: 3,
  gb: 3,
  gib: 3,
  t: 4,
  tb: 4,
  tib: 4,
  p: 5,
  pb: 5,
  pib: 5,
};

/** A number followed by an optional unit, both as text, as it stands in a table cell. */
export const SIZE = String.raw`-?\d[\d.,\u00A0\u202F]*(?:[eE][-+]?\d+)?(?:\s?(?:bytes|byte|[KMGTP]i?B|[KMGTPB])(?![A-Za-z]))?`;

/**
 * Reads a size in bytes. KB, MB, … of nodetool are 1024-based like KiB, MiB (the names changed in 3.6,
 * CASSANDRA-9692). A negative size is a 32-bit overflow of an old server and is as unknown as `?`: undefined.
 */
export function readBytes(text: string | undefined): number | undefined {
  const match = /^(.*?)\s*([A-Za-z]*)$/.exec(text?.trim() ?? "");
  const power = POWERS[(match?.[2] ?? "").toLowerCase()];
  const value = readNumber(match?.[1]);
  if (power === undefined || value === undefined || value < 0) return undefined;
  return Math.round(value * 1024 ** power);
}
