import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { noEvents, type GcEvents, type GcStamp } from "./gc-event.ts";
import { gcBytes } from "./gc-text.ts";
import { createLegacyLog, legacyCollector } from "./legacy-log.ts";
import { addUnifiedEvent, readUnifiedLine } from "./unified-line.ts";

/** Reads a GC log piece by piece as it grows. */
export interface GcLogReader {
  /** Takes the next piece, which may end inside a line or an event, and gives the events that it completed. */
  push(text: string): Parsed<GcEvents>;
  /** Ends what is still open: at the end of a file, or where pieces are missing. */
  end(): Parsed<GcEvents>;
  /** As the JVM calls it ("G1", "The Z Garbage Collector"), once a line has told. */
  readonly collector: string | undefined;
  /** Greatest size of the heap, once a line has told (`Heap Max Capacity`). */
  readonly maxHeapBytes: number | undefined;
}

/**
 * A reader for GC logs of Java 8 (-Xloggc) to 25 (-Xlog:gc) of CMS, G1, Parallel, Serial, Shenandoah and ZGC. Times
 * are those of the line: the end of a pause in unified logs, its beginning in those of Java 8.
 * @param jvmStartMs start of the process, milliseconds since the epoch, for logs that have uptimes only
 */
export function createGcLogReader(jvmStartMs?: number): GcLogReader {
  let rest = "";
  let collector: string | undefined;
  let maxHeapBytes: number | undefined;
  const stampOf = (stamp: GcStamp): GcStamp =>
    stamp.at !== undefined || stamp.uptimeMs === undefined || jvmStartMs === undefined
      ? stamp
      : { ...stamp, at: jvmStartMs + stamp.uptimeMs };
  const legacy = createLegacyLog(stampOf);

  function take(line: string, events: GcEvents, tally: Tally): void {
    const unified = readUnifiedLine(line);
    if (unified === undefined) {
      collector ??= legacyCollector(line);
      legacy.line(line, events, tally);
      return;
    }
    const { message } = unified;
    const using =
      /^Using (Serial|Parallel|G1|Shenandoah|Epsilon|Concurrent Mark Sweep|The Z Garbage Collector)$/.exec(
        message,
      );
    const heap = /^Heap Max Capacity: (\S+)$/.exec(message);
    if (using !== null) collector = using[1];
    if (heap !== null) maxHeapBytes = gcBytes(heap[1]);
    const known =
      using !== null ||
      heap !== null ||
      addUnifiedEvent(message, stampOf({ at: unified.at, uptimeMs: unified.uptimeMs }), events);
    if (known) tally.took();
    else tally.ignore(line);
  }

  return {
    push(text) {
      const events = noEvents();
      const tally = new Tally();
      const whole = rest + text;
      const end = whole.lastIndexOf("\n") + 1;
      rest = whole.slice(end);
      for (const line of linesOf(whole.slice(0, end))) take(line, events, tally);
      return tally.done(events, false);
    },
    end() {
      const events = noEvents();
      const tally = new Tally();
      if (rest.trim() !== "") take(rest.trimEnd(), events, tally);
      rest = "";
      const complete = legacy.end(events, tally);
      return tally.done(events, !complete);
    },
    get collector() {
      return collector;
    },
    get maxHeapBytes() {
      return maxHeapBytes;
    },
  };
}

export interface GcLog extends GcEvents {
  readonly collector: string | undefined;
  readonly maxHeapBytes: number | undefined;
}

/** Reads a whole GC log. Incomplete when its last event is cut or when nothing in it was recognised. */
export function parseGcLog(text: string, jvmStartMs?: number): Parsed<GcLog> {
  const reader = createGcLogReader(jvmStartMs);
  const [first, last] = [reader.push(text), reader.end()];
  const understood = first.understood + last.understood;
  return {
    value: {
      pauses: [...first.value.pauses, ...last.value.pauses],
      stalls: [...first.value.stalls, ...last.value.stalls],
      safepoints: [...first.value.safepoints, ...last.value.safepoints],
      cycles: [...first.value.cycles, ...last.value.cycles],
      concurrent: [...first.value.concurrent, ...last.value.concurrent],
      collector: reader.collector,
      maxHeapBytes: reader.maxHeapBytes,
    },
    understood,
    ignored: [...first.ignored, ...last.ignored],
    unreadable: [...first.unreadable, ...last.unreadable],
    incomplete: first.incomplete || last.incomplete || understood === 0,
  };
}
