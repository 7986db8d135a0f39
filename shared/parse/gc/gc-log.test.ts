import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absent, cuts, samples, type Sample } from "../../../test/fixtures/parse/samples.ts";
import { noEvents, type GcEvents, type GcStamp } from "./gc-event.ts";
import { createGcLogReader, parseGcLog } from "./gc-log.ts";

const all = samples("gc", "gc-");

interface WantedEvent {
  readonly time?: string;
  readonly uptimeSeconds?: number;
  readonly [field: string]: unknown;
}

/** Stamp of a sidecar's event, only with what it has. */
function stamp({ time, uptimeSeconds }: WantedEvent): Partial<GcStamp> {
  return {
    ...(time === undefined ? {} : { at: Date.parse(time.replace(/(\d\d)(\d\d)$/, "$1:$2")) }),
    ...(uptimeSeconds === undefined ? {} : { uptimeMs: expect.closeTo(uptimeSeconds * 1000, 3) }),
  };
}

/** What a sidecar says of a pause, in the words of the parser. */
function wantedPause(event: WantedEvent, unified: boolean): Record<string, unknown> {
  const bytes = (value: unknown, exact = unified) =>
    value === undefined ? {} : exact ? value : expect.closeTo(value as number, -5);
  const fields: Record<string, unknown> = {
    ...stamp(event),
    ms: expect.closeTo(event["durationMs"] as number, 4),
  };
  if (event["gcId"] !== undefined) fields["gcId"] = event["gcId"];
  if (event["beforeBytes"] !== undefined) {
    fields["heapBeforeBytes"] = bytes(event["beforeBytes"]);
    fields["heapAfterBytes"] = bytes(event["afterBytes"]);
    fields["heapCapacityBytes"] = bytes(event["capacityBytes"]);
  }
  if (event["heapUsedBytes"] !== undefined) {
    fields["heapAfterBytes"] = event["heapUsedBytes"];
    fields["heapCapacityBytes"] = event["heapBytes"];
  }
  if (event["generation"] !== undefined) fields["generation"] = event["generation"];
  if (event["cause"] !== undefined) fields["cause"] = event["cause"];
  if (event["concurrentModeFailure"] === true) fields["alarms"] = ["concurrent mode failure"];
  if (!unified) fields["kind"] = String(event["name"]).replace("-", " ");
  return fields;
}

function totalMs(events: GcEvents): number {
  return events.pauses.reduce((sum, pause) => sum + pause.ms, 0);
}

const isUnified = (sample: Sample) => /jdk(9|1\d|2\d)/.test(sample.name);

describe("GC logs", () => {
  test.each(all)("$name gives its pauses", (sample) => {
    const expected = absent(sample.expected);
    const parsed = parseGcLog(sample.text);
    const { value } = parsed;
    expect(value.pauses).toMatchObject(
      expected.pauses.map((event: WantedEvent) => wantedPause(event, isUnified(sample))),
    );
    expect(value.pauses).toHaveLength(expected.pauses.length);
    expect(totalMs(value)).toBeCloseTo(expected.totalPauseMs, 3);
    if (expected.maxPauseMs !== undefined) {
      expect(Math.max(...value.pauses.map((pause) => pause.ms))).toBeCloseTo(
        expected.maxPauseMs,
        4,
      );
    }
    if (expected.collector !== undefined) expect(value.collector).toBe(expected.collector);
    expect(parsed.unreadable).toHaveLength(expected.corruptLines ?? 0);
  });

  test.each(all)("$name keeps safepoints, stalls, cycles and concurrent work apart", (sample) => {
    const { value } = parseGcLog(sample.text);
    const expected = absent(sample.expected);
    expect(value.safepoints).toMatchObject(
      (expected.safepoints ?? []).map((event: WantedEvent) => ({
        ...stamp(event),
        operation: event["operation"],
        ms: expect.closeTo(event["totalMs"] as number, 5),
        reachMs:
          event["reachMs"] === undefined
            ? undefined
            : expect.closeTo(event["reachMs"] as number, 5),
      })),
    );
    expect(value.stalls).toMatchObject(
      (expected.stalls ?? []).map((event: WantedEvent) => ({
        ...stamp(event),
        thread: event["thread"],
        ms: event["durationMs"],
      })),
    );
    expect(value.cycles).toMatchObject(
      (expected.cycles ?? []).map((event: WantedEvent) => ({
        ...stamp(event),
        name: event["name"],
        ms: event["durationMs"],
        heapBeforeBytes: event["beforeBytes"],
        heapAfterBytes: event["afterBytes"],
      })),
    );
    if (expected.concurrent !== undefined) {
      expect(value.concurrent.map(({ name, ms }) => ({ name, durationMs: ms }))).toEqual(
        expected.concurrent.map(({ name, durationMs }: WantedEvent) => ({ name, durationMs })),
      );
    }
  });

  test.each(all)("$name read in pieces gives the same as read at once", ({ text }) => {
    const { collector: _, maxHeapBytes: __, ...whole } = parseGcLog(text).value;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: Math.max(2, text.length) }), { maxLength: 6 }),
        (at) => {
          const reader = createGcLogReader();
          const total = noEvents();
          const add = (events: GcEvents) => {
            total.pauses.push(...events.pauses);
            total.stalls.push(...events.stalls);
            total.safepoints.push(...events.safepoints);
            total.cycles.push(...events.cycles);
            total.concurrent.push(...events.concurrent);
          };
          const bounds = [0, ...at.toSorted((a, b) => a - b), text.length];
          for (const [index, from] of bounds.entries())
            add(reader.push(text.slice(from, bounds[index + 1] ?? from)).value);
          add(reader.end().value);
          expect(total).toEqual(whole);
        },
      ),
      { numRuns: 20 },
    );
  });

  test.each(all)(
    "$name with CRLF, after a greeting and cut anywhere gives no other pauses",
    ({ text }) => {
      const { pauses } = parseGcLog(text).value;
      expect(parseGcLog(text.replaceAll("\n", "\r\n")).value.pauses).toEqual(pauses);
      expect(
        parseGcLog(`OpenJDK 64-Bit Server VM (25.252-b09)\nMemory: 4k page\n${text}`).value.pauses,
      ).toEqual(pauses);
      for (const cut of cuts(text)) {
        const kept = parseGcLog(cut).value.pauses;
        expect(kept.map((pause) => [pause.at, pause.ms])).toEqual(
          pauses.slice(0, kept.length).map((pause) => [pause.at, pause.ms]),
        );
      }
    },
  );

  test("a pause without a duration is one that has only begun", () => {
    const parsed = parseGcLog(
      "2014-03-01T00:01:27.461+0100: 0.016: [GC pause (G1 Evacuation Pause) (young)\nDesired survivor size 1 bytes\n",
    );
    expect(parsed).toMatchObject({ value: { pauses: [] }, incomplete: true });
    expect(parseGcLog("")).toMatchObject({ incomplete: true });
  });

  test("a log with uptimes only is placed in time by the start of the JVM", () => {
    const { value } = parseGcLog(
      "[1.500s][info][gc] GC(0) Pause Young (Allocation Failure) 68M->5M(247M) 6.659ms\n",
      1_000_000,
    );
    expect(value.pauses).toEqual([
      {
        at: 1_001_500,
        uptimeMs: 1500,
        gcId: 0,
        kind: "young",
        cause: "Allocation Failure",
        ms: 6.659,
        heapBeforeBytes: 68 * 1024 ** 2,
        heapAfterBytes: 5 * 1024 ** 2,
        heapCapacityBytes: 247 * 1024 ** 2,
        generation: undefined,
        alarms: [],
      },
    ]);
  });

  test("kind and cause are told from how a pause was", () => {
    const of = (name: string) => {
      const [pause] = parseGcLog(`[1.5s][info][gc] GC(0) Pause ${name} 1.0ms\n`).value.pauses;
      return [pause?.kind, pause?.cause];
    };
    expect(of("Young (Mixed) (G1 Evacuation Pause)")).toEqual(["mixed", "G1 Evacuation Pause"]);
    expect(of("Young (Concurrent Start) (Metadata GC Threshold)")).toEqual([
      "young",
      "Metadata GC Threshold",
    ]);
    expect(of("Full (System.gc())")).toEqual(["full", "System.gc()"]);
    expect(of("Remark")).toEqual(["remark", undefined]);
    expect(of("Degenerated GC (Mark)")).toEqual(["degenerated gc", "Mark"]);
  });

  test("the greatest size of the heap is learnt from the JVM's own line", () => {
    expect(parseGcLog("[0.004s][info][gc,init] Heap Max Capacity: 320M\n").value.maxHeapBytes).toBe(
      320 * 1024 ** 2,
    );
  });
});
