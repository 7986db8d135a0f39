/**
 * GC logs of Java 8 and older (-XX:+PrintGCDetails). An event spans up to 40 lines, concurrent phases print into
 * the line of a pause, and two threads may break each other's lines; so lines are joined until the brackets
 * balance, and an event that begins inside a line begins a new one.
 */
import { readNumber } from "../text/number.ts";
import type { Tally } from "../parsed.ts";
import type { GcEvents, GcPause, GcStamp } from "./gc-event.ts";
import { alarmsIn, gcBytes, gcTime, GC_SIZE, secondsToMs } from "./gc-text.ts";
import { addSafepoint } from "./unified-line.ts";

const STAMP = String.raw`(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.,]\d{3}[-+]\d{4}): )?(?:(\d+[.,]\d{3,4}): )?`;
const HEAD = new RegExp(
  String.raw`${STAMP}(\[(?:Full )?GC(?! concurrent| Worker)\b|Total time for which application threads)`,
  "g",
);
const CONCURRENT = new RegExp(
  String.raw`${STAMP}\[((?:CMS|GC )-?concurrent-[a-z-]+?)(?:-start\]|-end, ([\d.,]+) secs\]|: ([\d.,]+)\/[\d.,]+ secs\](?: \[Times: [^\]]*\])?)`,
  "g",
);
const SECS = /(\d+[.,]\d+) secs\]/g;
const HEAP = new RegExp(String.raw`(${GC_SIZE})->(${GC_SIZE})\((${GC_SIZE})\)`);
const G1_HEAP = new RegExp(
  String.raw`Heap: (${GC_SIZE})\((?:${GC_SIZE})\)->(${GC_SIZE})\((${GC_SIZE})\)`,
);
const CMS_HEAP = new RegExp(
  String.raw`CMS-(?:initial-mark|remark): [^\]]*\] (${GC_SIZE})\((${GC_SIZE})\), `,
);

interface Open {
  readonly stamp: GcStamp;
  text: string;
  lines: number;
}

export interface LegacyLog {
  /** Takes one line; finished events are added to `events`. */
  line(line: string, events: GcEvents, tally: Tally): void;
  /** Ends the event that is still open, if any. True when it was whole. */
  end(events: GcEvents, tally: Tally): boolean;
}

/**
 * Reads a log line by line.
 * @param stampOf adds the wall clock to a stamp that has only an uptime
 */
export function createLegacyLog(stampOf: (stamp: GcStamp) => GcStamp): LegacyLog {
  let open: Open | undefined;

  function end(events: GcEvents, tally: Tally): boolean {
    const event = open;
    open = undefined;
    if (event === undefined) return true;
    const pause = readPause(event);
    if (pause === undefined) {
      tally.fail(event.text.split("\n")[0] ?? "");
      return false;
    }
    events.pauses.push(pause);
    tally.took(event.lines);
    return true;
  }

  function line(whole: string, events: GcEvents, tally: Tally): void {
    const rest = whole.replace(
      CONCURRENT,
      (_, date: string, uptime: string, name: string, end8: string, cms: string) => {
        const ms = secondsToMs(end8 ?? cms);
        const stamp = stampOf({ at: gcTime(date), uptimeMs: secondsToMs(uptime) });
        const phase = {
          ...stamp,
          gcId: undefined,
          name,
          ms,
          heapBeforeBytes: undefined,
          heapAfterBytes: undefined,
        };
        if (ms !== undefined) events.concurrent.push(phase);
        return "";
      },
    );
    if (rest.trim() === "") {
      tally.took();
      return;
    }
    let from = 0;
    for (const head of rest.matchAll(HEAD)) {
      const before = rest.slice(from, head.index);
      // A head in the middle of a line: two writes were mixed, what stands before is broken off.
      if (before.trim() !== "") {
        if (open !== undefined) tally.fail(before);
        else tally.ignore(before);
      }
      end(events, tally);
      const stamp = stampOf({ at: gcTime(head[1]), uptimeMs: secondsToMs(head[2]) });
      const text = rest.slice(head.index + (head[0].length - (head[3]?.length ?? 0)));
      from = rest.length;
      if (text.startsWith("Total")) {
        if (addSafepoint(text, stamp, events)) tally.took();
        else tally.fail(rest);
      } else open = { stamp, text, lines: 1 };
      break;
    }
    if (from === 0) {
      if (open === undefined) {
        tally.ignore(rest);
        return;
      }
      open.text += `\n${rest}`;
      open.lines += 1;
    }
    if (open !== undefined && /\[Times: [^\]]*\]\s*$/.test(open.text) && isBalanced(open.text))
      end(events, tally);
  }

  return { line, end };
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) depth += sign === "[" ? 1 : sign === "]" ? -1 : 0;
  return depth <= 0;
}

/** The text with everything in brackets below the first level taken out. */
function outermost(text: string): string {
  let depth = 0;
  let result = "";
  for (const sign of text) {
    if (sign === "[") depth++;
    if (depth <= 1) result += sign;
    if (sign === "]") {
      depth--;
      if (depth <= 0) break;
    }
  }
  return result;
}

function readPause({ stamp, text }: Open): GcPause | undefined {
  const own = outermost(text);
  const seconds = [...own.matchAll(SECS)].at(-1)?.[1];
  const ms = secondsToMs(seconds);
  if (ms === undefined || readNumber(seconds) === undefined) return undefined;
  const g1 = G1_HEAP.exec(text);
  const cms = CMS_HEAP.exec(text);
  const heap = g1 ?? HEAP.exec(own);
  return {
    ...stamp,
    gcId: undefined,
    ...nameParts(own, text),
    ms,
    heapBeforeBytes: gcBytes(heap?.[1]),
    heapAfterBytes: gcBytes(heap?.[2] ?? cms?.[1]),
    heapCapacityBytes: gcBytes(heap?.[3] ?? cms?.[2]),
    generation: undefined,
    alarms: alarmsIn(text),
  };
}

function nameParts(own: string, text: string): { kind: string; cause: string | undefined } {
  const head =
    /^\[((?:Full )?GC(?: pause| remark| cleanup)?)((?: \((?:[^()]|\([^()]*\))*\))*)/.exec(own);
  const groups = [...(head?.[2] ?? "").matchAll(/\(((?:[^()]|\([^()]*\))*)\)/g)].map(
    (group) => group[1] ?? "",
  );
  const causes = groups.filter(
    (group) =>
      !/^(young|mixed|initial-mark|to-space exhausted|CMS Initial Mark|CMS Final Remark)$/.test(
        group,
      ),
  );
  return { kind: kindOf(head?.[1] ?? "", groups, text), cause: causes[0] };
}

function kindOf(head: string, groups: readonly string[], text: string): string {
  if (head.startsWith("Full")) return "full";
  if (head === "GC remark" || /CMS-remark/.test(text)) return "remark";
  if (head === "GC cleanup") return "cleanup";
  if (/CMS-initial-mark/.test(text)) return "initial mark";
  return groups.includes("mixed") ? "mixed" : "young";
}

/** The collector that a line of these logs belongs to, by the names of its generations. */
export function legacyCollector(line: string): string | undefined {
  if (/PSYoungGen|ParOldGen|PSOldGen/.test(line)) return "Parallel";
  if (/\[ParNew|\[CMS|CMS-/.test(line)) return "CMS";
  if (/\[GC pause/.test(line)) return "G1";
  return /\[DefNew|\[Tenured/.test(line) ? "Serial" : undefined;
}
