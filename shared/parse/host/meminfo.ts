import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";

export interface Memory {
  readonly totalBytes: number;
  readonly availableBytes: number;
  /** True when the kernel (before 3.14) gives no MemAvailable and it was estimated. */
  readonly availableEstimated: boolean;
  readonly pageCacheBytes: number | undefined;
  readonly swapTotalBytes: number | undefined;
  readonly swapFreeBytes: number | undefined;
  readonly dirtyBytes: number | undefined;
}

/**
 * Reads `/proc/meminfo` (proc(5)). MemFree is not what is free to use; MemAvailable is, and where it is missing
 * it is estimated as MemFree + Buffers + Cached + SReclaimable − Shmem. The page cache is Cached + Buffers +
 * SReclaimable without Shmem, which counts as cached but cannot be dropped.
 */
export function parseMeminfo(text: string): Parsed<Memory | undefined> {
  const tally = new Tally();
  const bytes = new Map<string, number>();
  for (const line of linesOf(text)) {
    const match = /^([A-Za-z0-9_()]+):\s+(\d+)( kB)?$/.exec(line);
    if (match === null) {
      if (/^[A-Za-z0-9_()]+:/.test(line)) tally.fail(line);
      else tally.ignore(line);
      continue;
    }
    const amount = readInteger(match[2]);
    if (amount !== undefined)
      bytes.set(match[1] ?? "", match[3] === undefined ? amount : amount * 1024);
    tally.took();
  }
  const total = bytes.get("MemTotal");
  const free = bytes.get("MemFree");
  const shared = bytes.get("Shmem") ?? 0;
  const cached = bytes.get("Cached");
  const cache = (cached ?? 0) + (bytes.get("Buffers") ?? 0) + (bytes.get("SReclaimable") ?? 0);
  const estimate = free === undefined || cached === undefined ? undefined : free + cache - shared;
  const available = bytes.get("MemAvailable") ?? estimate;
  if (total === undefined || available === undefined) return tally.done(undefined, true);
  return tally.done(
    {
      totalBytes: total,
      availableBytes: Math.min(available, total),
      availableEstimated: !bytes.has("MemAvailable"),
      pageCacheBytes: cached === undefined ? undefined : cache - shared,
      swapTotalBytes: bytes.get("SwapTotal"),
      swapFreeBytes: bytes.get("SwapFree"),
      dirtyBytes: bytes.get("Dirty"),
    },
    false,
  );
}
