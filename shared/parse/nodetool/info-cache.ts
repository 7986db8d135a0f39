import { readInteger, readNumber } from "../text/number.ts";
import { readBytes } from "../text/size.ts";

/** One of the caches in `nodetool info`. */
export interface CacheInfo {
  readonly entries: number | undefined;
  readonly sizeBytes: number | undefined;
  readonly capacityBytes: number | undefined;
  readonly overflowBytes: number | undefined;
  readonly hits: number | undefined;
  readonly misses: number | undefined;
  readonly requests: number | undefined;
  /** 0..1; undefined when nothing was asked for (NaN). */
  readonly recentHitShare: number | undefined;
  readonly savePeriodMs: number | undefined;
  readonly missLatencyMicros: number | undefined;
}

/**
 * Reads the value of a cache line. Fields are parted by ", " while "," may be the decimal mark, so the text is cut
 * at a comma with a blank behind it. Gives undefined when it has no size.
 */
export function readCache(text: string): CacheInfo | undefined {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  for (const field of text.split(/, /)) {
    const named = /^(entries|size|capacity|overflow size:) (.*)$/.exec(field.trim());
    const counted =
      /^(\S+) (hits|misses|requests|recent hit rate|save period in seconds|microseconds miss latency)$/.exec(
        field.trim(),
      );
    if (named !== null) before.set(named[1] ?? "", named[2] ?? "");
    if (counted !== null) after.set(counted[2] ?? "", counted[1] ?? "");
  }
  if (!before.has("size")) return undefined;
  // Up to 2.0 sizes read "1408 (bytes)".
  const bytes = (name: string) => readBytes(before.get(name)?.replace("(bytes)", "bytes"));
  const period = readInteger(after.get("save period in seconds"));
  return {
    entries: readInteger(before.get("entries")),
    sizeBytes: bytes("size"),
    capacityBytes: bytes("capacity"),
    overflowBytes: bytes("overflow size:"),
    hits: readInteger(after.get("hits")),
    misses: readInteger(after.get("misses")),
    requests: readInteger(after.get("requests")),
    recentHitShare: readNumber(after.get("recent hit rate")),
    savePeriodMs: period === undefined ? undefined : period * 1000,
    missLatencyMicros: readNumber(after.get("microseconds miss latency")),
  };
}
