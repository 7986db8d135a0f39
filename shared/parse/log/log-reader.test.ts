import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absent, samples, sampleText } from "../../../test/fixtures/parse/samples.ts";
import { readInspectedGc } from "./gc-inspector.ts";
import { readGossipEvent } from "./gossip-event.ts";
import type { LogEvent } from "./log-event.ts";
import { readLogLine } from "./log-line.ts";
import { createLogReader, type TimedLogEvent } from "./log-reader.ts";
import { createPeerStates } from "./peer-states.ts";

function eventsOf(text: string, zoneMinutes = 0): readonly TimedLogEvent[] {
  return createLogReader(zoneMinutes).push(text).value;
}

/** Changes of peers' states in a log, as "HH:MM:SS address state". */
function changesOf(text: string): string[] {
  const peers = createPeerStates();
  return eventsOf(text).flatMap(({ at, event }) => {
    if (event.kind === "process" && event.step === "starting") peers.forget();
    const change = event.kind === "gossip" ? peers.apply(event, at) : undefined;
    return change === undefined
      ? []
      : [`${new Date(change.at).toISOString().slice(11, 19)} ${change.address} ${change.to}`];
  });
}

const steps = (text: string) =>
  eventsOf(text).flatMap(({ event }) => (event.kind === "process" ? [event.step] : []));

describe("the log of a real 5.0.6 ring through a kill, a stop, a shutdown and a removal", () => {
  test("one node's view changes once for each thing that happened, however often it is logged", () => {
    const text = sampleText("log", "system-5.0.6-n1.txt");
    expect(text.match(/InetAddress \/127\.0\.0\.2:7000 is now UP/g)?.length).toBeGreaterThan(20);
    expect(changesOf(text)).toEqual([
      "01:24:48 127.0.0.3 up",
      "01:24:49 127.0.0.2 up",
      "01:25:21 127.0.0.3 down",
      "01:27:21 127.0.0.3 up",
      "01:28:21 127.0.0.2 down",
      "01:28:44 127.0.0.2 up",
      "01:29:12 127.0.0.2 down",
      "01:29:45 127.0.0.2 left",
    ]);
  });

  test("4.0 and 4.1 write the same lines", () => {
    expect(
      changesOf(sampleText("log", "system-4.0.19-n1.txt")).map((line) => line.slice(9)),
    ).toEqual(["127.0.0.2 up", "127.0.0.3 up", "127.0.0.3 down", "127.0.0.3 up"]);
    expect(changesOf(sampleText("log", "system-4.1.10-n1.txt")).at(-1)).toMatch(/ up$/);
    for (const release of ["4.0.19", "4.1.10"]) {
      expect(steps(sampleText("log", `system-${release}-n1.txt`))).toContain("complete");
    }
  });

  test("a node that was stopped saw nothing go down, and its own pause is in its log", () => {
    const events = eventsOf(sampleText("log", "system-5.0.6-n2.txt"));
    const pauses = events.flatMap(({ event }) => (event.kind === "local pause" ? [event.ms] : []));
    expect(pauses.at(-1)).toBeCloseTo(42_280.358891, 3);
    expect(changesOf(sampleText("log", "system-5.0.6-n2.txt"))).not.toContain(
      "01:28:44 127.0.0.1 down",
    );
  });

  test("start, clients, shutdown and the replay of a killed node are told apart", () => {
    const text = sampleText("log", "system-5.0.6-n3.txt");
    const start = "starting, starting, takes clients, complete";
    expect(steps(text).join(", ")).toBe(
      `${start}, ${start}, no clients, announces shutdown, ended`,
    );
    expect(eventsOf(text).flatMap(({ event }) => (event.kind === "replay" ? [event] : []))).toEqual(
      [
        { kind: "replay", step: "none", mutations: undefined, ms: undefined },
        { kind: "replay", step: "begun", mutations: undefined, ms: undefined },
        { kind: "replay", step: "done", mutations: 1116, ms: 1514 },
      ],
    );
  });

  test("hints that were sent, and sent in part, are told apart", () => {
    const hints = eventsOf(sampleText("log", "system-5.0.6-n2.txt")).flatMap(({ event }) =>
      event.kind === "hints" ? [`${event.address} ${event.outcome}`] : [],
    );
    expect(hints).toEqual([
      "127.0.0.3 partly sent",
      "127.0.0.3 sent",
      "127.0.0.3 sent",
      "127.0.0.3 sent",
    ]);
  });

  test("read in pieces it gives the same events, and the zone of the host is taken off", () => {
    const text = sampleText("log", "system-5.0.6-n1.txt");
    const whole = eventsOf(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 }), (cuts) => {
        const reader = createLogReader(0);
        const bounds = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const parts = bounds.flatMap(
          (from, index) => reader.push(text.slice(from, bounds[index + 1] ?? from)).value,
        );
        expect(parts).toEqual(whole);
      }),
      { numRuns: 20 },
    );
    expect(eventsOf(text, 60)[0]?.at).toBe((whole[0]?.at ?? NaN) - 3_600_000);
    expect(eventsOf(text.replaceAll("\n", "\r\n"))).toEqual(whole);
  });
});

describe("lines of system.log", () => {
  test.each(samples("log", "gcinspector-"))("$name gives its collections", ({ text, expected }) => {
    const lines = text
      .trim()
      .split("\n")
      .map((line) => readLogLine(line));
    const shown = lines.map((line) => {
      const gc = readInspectedGc(line?.message ?? "");
      return {
        level: line?.level,
        at: line?.localMs,
        gc: gc?.collector,
        durationMs: gc?.ms,
        collections: gc?.collections,
        usedBytes: gc?.usedBytes,
        maxBytes: gc?.maxBytes,
        pools: gc?.pools,
      };
    });
    expect(shown).toEqual(
      absent(expected).events.map(
        ({
          time,
          pools,
          collections,
          ...event
        }: {
          time: string;
          pools?: object;
          collections?: number;
        }) => ({
          ...event,
          at: Date.parse(`${time.replace(" ", "T").replace(",", ".")}Z`),
          pools: pools ?? {},
          collections: collections ?? 1,
        }),
      ),
    );
  });

  test("the cycle of a concurrent collector is no pause", () => {
    expect(
      readInspectedGc("ConcurrentMarkSweep GC in 12011ms.  CMS Old Gen: 2 -> 1")?.isCycle,
    ).toBe(true);
    expect(readInspectedGc("ParNew GC in 291ms.  CMS Old Gen: 2 -> 1")?.isCycle).toBe(false);
  });

  test("a line that is no head of an entry is none: stack traces, cut lines, greetings", () => {
    for (const line of [
      "",
      "\tat java.base/java.lang.Thread.run(Thread.java:840)",
      "INFO  [main] 2026-12-01",
      "Welcome",
    ]) {
      expect(readLogLine(line)).toBeUndefined();
    }
  });

  test("warnings and errors of no known kind are kept with their text", () => {
    const line =
      "ERROR [main] 2026-12-01 01:28:54,212 StorageService.java:5386 - Error while decommissioning node";
    const wanted: LogEvent = {
      kind: "problem",
      level: "ERROR",
      text: "Error while decommissioning node",
    };
    expect(eventsOf(`${line}\n`)[0]?.event).toEqual(wanted);
  });
});

describe("gossip in the log", () => {
  test("addresses with and without ports, with names, of version 6", () => {
    const of = (message: string) => {
      const event = readGossipEvent(message);
      return event === undefined
        ? undefined
        : `${event.address} ${event.port ?? "-"} ${event.change}`;
    };
    expect(of("InetAddress /192.0.2.1 is now DOWN")).toBe("192.0.2.1 - down");
    expect(of("InetAddress node1.example.com/192.0.2.1:7000 is now UP")).toBe("192.0.2.1 7000 up");
    expect(of("InetAddress /[2001:db8::1]:7000 is now DOWN")).toBe("2001:db8::1 7000 down");
    expect(of("InetAddress /2001:db8:0:0:0:0:0:1 is now UP")).toBe("2001:db8:0:0:0:0:0:1 - up");
    expect(of("Node /192.0.2.1:7000 has restarted, now UP")).toBe("192.0.2.1 7000 restarted");
    expect(of("Node /192.0.2.1:7000 state jump to shutdown")).toBe("192.0.2.1 7000 shutdown");
    expect(of("Removing tokens [1, 2] for /192.0.2.1:7000")).toBe("192.0.2.1 7000 removed");
    expect(of("Node /192.0.2.1:7000 is now part of the cluster")).toBe("192.0.2.1 7000 joined");
    expect(of("InetAddress /192.0.2.1 is now a joke")).toBeUndefined();
  });

  test("how often a peer changed is counted by states, and forgotten with the observer's start", () => {
    const peers = createPeerStates();
    for (const [at, change] of [
      [1, "up"],
      [2, "up"],
      [3, "down"],
      [4, "up"],
      [5, "restarted"],
      [6, "normal"],
    ] as const) {
      peers.apply({ address: "a", port: undefined, change }, at);
    }
    expect(peers.states().get("a")).toEqual({ state: "up", since: 4, changes: [3, 4] });
    peers.forget();
    expect(peers.states().size).toBe(0);
  });
});
