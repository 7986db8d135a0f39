/** Pauses and heap of a node from its GC log, piece by piece as it grows. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isStale } from "../../../shared/facts/fact.ts";
import type { GcEvents } from "../../../shared/parse/gc/gc-event.ts";
import { createGcLogReader, type GcLogReader } from "../../../shared/parse/gc/gc-log.ts";
import { readCommandLine } from "../../../shared/parse/host/command-line.ts";
import type { NodeState } from "../session/node-state.ts";
import type { HostAnswer } from "./host-look.ts";

type Gc = Extract<NodeView["gc"], { readonly value: unknown }>["value"];

const keepMs = 3_600_000;
/** Of many pauses the view carries the longest and the newest; sums are over all. */
const listed = 100;

export class GcBook {
  #reader: GcLogReader | undefined;
  #pauses: Gc["pauses"] = [];
  #since: number | undefined;
  #heapBytes: number | undefined;
  #pid: number | undefined;

  /** Takes what a look brought of the log, and writes the figures `gc` and `heap`. */
  take(node: NodeState, answer: HostAnswer): void {
    if (!answer.whole) return;
    const { gcLog } = answer.poll;
    if ("why" in gcLog) {
      node.sheet.withhold("gc", `GC log: ${gcLog.why}`);
      if (!this.#heapFromTool(node)) node.sheet.withhold("heap", `GC log: ${gcLog.why}`);
      return;
    }
    const { process } = answer;
    const restarted = process?.pid !== undefined && process.pid !== this.#pid;
    if (
      this.#reader === undefined ||
      gcLog.gap !== undefined ||
      (restarted && this.#pid !== undefined)
    ) {
      this.#reader = createGcLogReader(startOf(answer));
      if (gcLog.gap !== undefined) this.#since = undefined;
      this.#heapBytes = undefined;
    }
    this.#pid = process?.pid ?? this.#pid;
    this.#add(this.#reader.push(gcLog.text).value, node, answer.at);
    this.#set(node, answer);
  }

  #add(events: GcEvents, node: NodeState, now: number): void {
    const offset = node.clock?.offsetMs ?? 0;
    const times: number[] = [];
    for (const { at } of events.safepoints) if (at !== undefined) times.push(at - offset);
    for (const pause of events.pauses) {
      if (pause.at === undefined) continue;
      times.push(pause.at - offset);
      this.#pauses.push({ at: pause.at - offset, kind: pause.kind, ms: pause.ms });
    }
    for (const stall of events.stalls) {
      if (stall.at !== undefined)
        this.#pauses.push({ at: stall.at - offset, kind: "allocation stall", ms: stall.ms });
    }
    for (const { heapAfterBytes } of [...events.pauses, ...events.cycles]) {
      this.#heapBytes = heapAfterBytes ?? this.#heapBytes;
    }
    this.#since ??= Math.min(now, ...times);
    this.#pauses = this.#pauses.filter((pause) => pause.at > now - keepMs);
  }

  #set(node: NodeState, { at, process, paths, source }: HostAnswer): void {
    const line = process === undefined ? undefined : readCommandLine(process.args);
    const lengths = this.#pauses.map((pause) => pause.ms);
    const longest = lengths.length === 0 ? undefined : Math.max(...lengths);
    const collector = this.#reader?.collector ?? line?.collector ?? "unknown collector";
    const what = `GC log ${paths.gcLog ?? ""}`;
    node.sheet.set(
      "gc",
      {
        collector,
        pauses: some(this.#pauses),
        ...(longest === undefined ? {} : { longestMs: longest }),
        totalMs: lengths.reduce((sum, ms) => sum + ms, 0),
        since: Math.max(this.#since ?? at, at - keepMs),
      },
      at,
      source(what),
    );
    const maxBytes = this.#reader?.maxHeapBytes ?? line?.maxHeapBytes;
    if (this.#heapBytes !== undefined) {
      const heap = { usedBytes: this.#heapBytes, ...(maxBytes === undefined ? {} : { maxBytes }) };
      node.sheet.set("heap", heap, at, source(`${what}, after its last collection`));
    } else if (!this.#heapFromTool(node)) {
      node.sheet.withhold("heap", "the GC log holds no collection with heap sizes yet");
    }
  }

  /** nodetool's figure stands until the log has one. */
  #heapFromTool(node: NodeState): boolean {
    const heap = node.sheet.get("heap");
    return hasValue(heap) && !isStale(heap) && heap.source.what === "nodetool info";
  }
}

function some(pauses: Gc["pauses"]): Gc["pauses"] {
  if (pauses.length <= 2 * listed) return [...pauses];
  const newest = pauses.slice(-listed);
  const longest = pauses
    .slice(0, -listed)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, listed);
  return [...longest, ...newest].toSorted((a, b) => a.at - b.at);
}

/** Start of the process on the node's clock, for logs that only have uptimes. */
function startOf({ poll, process }: HostAnswer): number | undefined {
  const { started } = poll;
  if (started?.uptimeMs === undefined || process?.startedAfterBootMs === undefined)
    return undefined;
  return started.epochMs - started.uptimeMs + process.startedAfterBootMs;
}
