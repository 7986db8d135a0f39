/** A collection as GCInspector logs it: only those above gc_log_threshold (200 ms), so absence proves nothing. */
export interface InspectedGc {
  /** The bean's name: "ParNew", "ConcurrentMarkSweep", "G1 Young Generation". */
  readonly collector: string;
  /**
   * Up to 2.0 the sum over `collections`. For concurrent collectors (CMS, ZGC, Shenandoah cycles) the length of the
   * cycle and no pause.
   */
  readonly ms: number;
  readonly collections: number;
  /** Bytes before and after by pool (2.1+). */
  readonly pools: Readonly<Record<string, readonly [number, number]>>;
  readonly usedBytes: number | undefined;
  readonly maxBytes: number | undefined;
  readonly isCycle: boolean;
}

const CYCLES = /^(ConcurrentMarkSweep|ZGC( Cycles| (Major|Minor) Cycles)?|Shenandoah Cycles)$/;

/** Reads a message of GCInspector, of 1.0–2.0 (`GC for X: n ms for m collections`) or 2.1–5.0 (`X GC in nms.`). */
export function readInspectedGc(message: string): InspectedGc | undefined {
  const old = /^GC for (.+?): (\d+) ms for (\d+) collections?, (\d+) used; max is (\d+)$/.exec(
    message,
  );
  if (old !== null) {
    const [ms = 0, collections = 1, usedBytes, maxBytes] = old.slice(2).map(Number);
    const collector = old[1] ?? "";
    return {
      collector,
      ms,
      collections,
      pools: {},
      usedBytes,
      maxBytes,
      isCycle: CYCLES.test(collector),
    };
  }
  const match = /^(.+?) GC in (\d+)ms\.\s*(.*)$/.exec(message);
  if (match === null) return undefined;
  const collector = match[1] ?? "";
  const pools: Record<string, readonly [number, number]> = {};
  for (const part of (match[3] ?? "").split("; ")) {
    const pool = /^(.+): (\d+) -> (\d+)$/.exec(part.trim());
    if (pool !== null) pools[pool[1] ?? ""] = [Number(pool[2]), Number(pool[3])];
  }
  return {
    collector,
    ms: Number(match[2]),
    collections: 1,
    pools,
    usedBytes: undefined,
    maxBytes: undefined,
    isCycle: CYCLES.test(collector),
  };
}
