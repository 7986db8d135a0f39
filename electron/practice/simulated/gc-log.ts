import { appendFileSync, renameSync, statSync } from "node:fs";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

const rollAtBytes = 2 * 2 ** 20;

/** Detail of a "gc" entry, which the types of Node leave open. */
interface GcDetail {
  readonly kind: number;
}

/**
 * Writes this process's own garbage collections into a log in the unified layout of Java 9 and later
 * (`-Xlog:gc*:file=…:time,uptime,level,tags`): the pauses are real, they are those of the simulator itself.
 */
export function startGcLog(file: string): { close(): void } {
  let count = 0;
  const write = (tags: string, text: string, at = Date.now()): void => {
    const uptime = (process.uptime() - (Date.now() - at) / 1_000).toFixed(3);
    appendFileSync(file, `[${zoned(new Date(at))}][${uptime}s][info][${tags}] ${text}\n`, {
      mode: 0o600,
    });
  };
  const heap = getHeapStatistics();
  // Of the collectors that Java has, this is the one that stops everything as V8 does.
  write("gc", "Using Serial");
  write("gc,init", "Version: none (simulated node, no Java)");
  write("gc,init", `Heap Max Capacity: ${mebibytes(heap.heap_size_limit)}`);
  let before = heap.used_heap_size;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { readonly detail: GcDetail }).detail;
      const young = kind === constants.NODE_PERFORMANCE_GC_MINOR;
      // Incremental steps and weak callbacks are no collections.
      if (!young && kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue;
      const now = getHeapStatistics();
      const what = young ? "Pause Young (Allocation Failure)" : "Pause Full (Allocation Failure)";
      const sizes = `${mebibytes(Math.max(before, now.used_heap_size))}->${mebibytes(now.used_heap_size)}(${mebibytes(now.total_heap_size)})`;
      const end = performance.timeOrigin + entry.startTime + entry.duration;
      write("gc", `GC(${count++}) ${what} ${sizes} ${entry.duration.toFixed(3)}ms`, end);
      before = now.used_heap_size;
    }
    if (statSync(file).size > rollAtBytes) renameSync(file, `${file}.0`);
  });
  observer.observe({ entryTypes: ["gc"] });
  return {
    close: () => {
      observer.disconnect();
    },
  };
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)}M`;
}

/** `2026-12-01T00:38:51.077+0000`, in the host's zone. */
function zoned(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 23);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}${two(Math.abs(offset) % 60)}`;
  return local + zone;
}
