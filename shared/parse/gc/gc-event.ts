/** When something was logged: wall clock, time since the JVM's start, or both, as the log has it. */
export interface GcStamp {
  /** Milliseconds since the epoch. Undefined in a log with uptimes only, unless the JVM's start is known. */
  readonly at: number | undefined;
  readonly uptimeMs: number | undefined;
}

/** A time in which the application stood still for the collector. */
export interface GcPause extends GcStamp {
  readonly gcId: number | undefined;
  /**
   * young, mixed, full, remark, cleanup, initial mark, mark start, mark end, relocate start, init mark, final mark,
   * init update refs, final update refs, degenerated gc.
   */
  readonly kind: string;
  /** Why it collected, in the JVM's words: "Allocation Failure", "G1 Evacuation Pause". */
  readonly cause: string | undefined;
  readonly ms: number;
  readonly heapBeforeBytes: number | undefined;
  readonly heapAfterBytes: number | undefined;
  /** What the heap has grown to, not what it may grow to. */
  readonly heapCapacityBytes: number | undefined;
  /** Of generational ZGC. */
  readonly generation: "young" | "old" | undefined;
  /** Words that mean trouble: "to-space exhausted", "concurrent mode failure", "promotion failed", "degenerated". */
  readonly alarms: readonly string[];
}

/** A thread that waited for memory: under ZGC this is the pause that users feel. */
interface GcStall extends GcStamp {
  readonly thread: string;
  readonly ms: number;
}

/** A time in which all threads stood still, for a collection or for anything else. It contains pauses: never add. */
interface Safepoint extends GcStamp {
  readonly operation: string | undefined;
  readonly ms: number;
  /** How long it took until all threads stood. */
  readonly reachMs: number | undefined;
}

/** Work beside the application, or a whole cycle of a concurrent collector. No pause. */
interface GcPhase extends GcStamp {
  readonly gcId: number | undefined;
  readonly name: string;
  readonly ms: number | undefined;
  readonly heapBeforeBytes: number | undefined;
  readonly heapAfterBytes: number | undefined;
}

export interface GcEvents {
  readonly pauses: GcPause[];
  readonly stalls: GcStall[];
  readonly safepoints: Safepoint[];
  readonly cycles: GcPhase[];
  readonly concurrent: GcPhase[];
}

/** No events yet. */
export function noEvents(): GcEvents {
  return { pauses: [], stalls: [], safepoints: [], cycles: [], concurrent: [] };
}
