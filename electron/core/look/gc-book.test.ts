import { expect, test } from "vitest";
import { parsePoll } from "../../../shared/parse/host/poll.ts";
import { newNodeState } from "../session/node-state.ts";
import { GcBook } from "./gc-book.ts";
import type { HostAnswer } from "./host-look.ts";

const hour = 3_600_000;
const start = Date.parse("2026-12-01T00:00:00.000Z");

function pause(at: number, ms: number, after: string): string {
  const time = new Date(at).toISOString().replace("Z", "+0000");
  return `[${time}][9.000s][info][gc] GC(1) Pause Young (Allocation Failure) 90M->${after}(256M) ${ms}ms\n`;
}

/** A look at `at` that brings these lines of the GC log. */
function look(at: number, lines: string, state = "next"): HostAnswer {
  const marker = "m".repeat(16);
  const text = `@@${marker}:gclog.at\n9 0 ${lines.length} ${lines.length} ${state}\n@@${marker}:gclog.at=0\n@@${marker}:gclog\n${lines}\n@@${marker}:gclog=0\n`;
  return {
    poll: parsePoll(text, marker),
    whole: true,
    before: undefined,
    beforeWhole: undefined,
    at,
    process: undefined,
    paths: { holds: new Map(), hints: undefined, systemLog: undefined, gcLog: "/log/gc.log" },
    pathsChanged: false,
    source: (what) => ({ node: "n", what, tookMs: 1 }),
  };
}

function node() {
  return newNodeState({ cqlHost: "n", cqlPort: 9042, sshHost: "n" }, 0, undefined);
}

test("pauses of the last hour are kept on our clock, the longest told, and the heap is that after the last one", () => {
  const of = node();
  of.clock = { offsetMs: 2_000, uncertaintyMs: 1 };
  const book = new GcBook();
  book.take(of, look(start, pause(start - 10 * 60_000, 120, "40M"), "first"));
  book.take(of, look(start + 55 * 60_000, pause(start + 54 * 60_000, 30, "60M")));
  expect(of.sheet.get("gc")).toMatchObject({
    value: {
      pauses: [{ at: start + 54 * 60_000 - 2_000, kind: "young", ms: 30 }],
      longestMs: 30,
      totalMs: 30,
      since: start + 55 * 60_000 - hour,
    },
  });
  expect(of.sheet.get("heap")).toMatchObject({
    value: { usedBytes: 60 * 1_024 ** 2 },
    source: { what: "GC log /log/gc.log, after its last collection" },
  });
});

test("a log that cannot be read withholds pauses, but not a heap that nodetool gave", () => {
  const of = node();
  const book = new GcBook();
  of.sheet.set("heap", { usedBytes: 5 }, 1, { node: "n", what: "nodetool info", tookMs: 1 });
  const missing = { ...look(start, ""), poll: parsePoll("", "m".repeat(16)) };
  book.take(of, missing);
  expect(of.sheet.get("gc")).toEqual({ unknown: "GC log: not asked for" });
  expect(of.sheet.get("heap")).toMatchObject({ value: { usedBytes: 5 } });
  expect(of.sheet.get("heap")).not.toHaveProperty("stale");
});
