import { expect, test } from "vitest";
import {
  decide,
  heartbeatSays,
  modeLetter,
  nextHeartbeat,
  type Heartbeat,
  type Opinion,
} from "./peer-opinion.ts";

const beatMs = 1_000;

/** Heartbeats looked at each second from 0 on: `versions[i]` at second i. */
function looked(versions: readonly number[], generation = 7): Heartbeat {
  return versions.reduce<Heartbeat | undefined>(
    (before, version, second) => nextHeartbeat(before, generation, version, second * 1_000),
    undefined,
  ) as Heartbeat;
}

const rising = (seconds: number): number[] => Array.from({ length: seconds + 1 }, (_, i) => i);
const stillFrom = (at: number, until: number): number[] =>
  rising(until).map((s) => Math.min(s, at));

const at = (now: number, logReadAt?: number) => ({ now, beatMs, logReadAt });

test("a counter says nothing at its first look, up once it rose, and down only after it stood for 20 s and a beat", () => {
  expect(heartbeatSays(looked([5]), beatMs)).toBeUndefined();
  expect(heartbeatSays(looked([5, 6]), beatMs)).toBe("up");
  expect(heartbeatSays(looked(stillFrom(10, 30)), beatMs)).toBe("up");
  expect(heartbeatSays(looked(stillFrom(10, 31)), beatMs)).toBe("down");
});

test("a restarted process counts as rising although its counter began anew", () => {
  const before = looked(rising(10));
  expect(nextHeartbeat(before, 8, 0, 11_000)).toMatchObject({ generation: 8, roseAt: 11_000 });
});

test("lines of a log that is being read decide, with the time of the line", () => {
  const opinion: Opinion = {
    log: { state: "down", since: 30_000, line: "…" },
    heartbeat: looked(stillFrom(12, 31)),
    status: "NORMAL",
  };
  expect(decide(opinion, at(31_000, 31_000))).toEqual({
    cell: { state: "DN", since: 30_000, at: 31_000, source: "system.log" },
    doubt: undefined,
  });
});

test("nodetool's newer word stands against an older line, and the log tells since when if it agrees", () => {
  const opinion: Opinion = {
    log: { state: "up", since: 5_000, line: "…" },
    tool: { state: "UL", since: undefined, at: 20_000 },
    heartbeat: looked(rising(21)),
  };
  expect(decide(opinion, at(21_000, 21_000)).cell).toEqual({
    state: "UL",
    since: 5_000,
    at: 21_000,
    source: "nodetool status",
  });
});

test("up by nodetool and a counter that stands still is a doubt that wants a new read", () => {
  const opinion: Opinion = {
    tool: { state: "UN", since: undefined, at: 1_000 },
    heartbeat: looked(stillFrom(3, 40)),
  };
  const { cell, doubt } = decide(opinion, at(40_000));
  expect(doubt).toMatch(/stands still for 37 s, but nodetool status says up/);
  expect(cell).toMatchObject({ state: "DN", since: 3_000, source: "gossip heartbeats" });
});

test("a rising counter against a line that says down is a doubt, but the log still decides while it is read", () => {
  const opinion: Opinion = {
    log: { state: "down", since: 10_000, line: "…" },
    heartbeat: looked(rising(30)),
  };
  const { cell, doubt } = decide(opinion, at(30_000, 30_000));
  expect(doubt).toBe("its heartbeat rises, but system.log says down");
  expect(cell).toMatchObject({ state: "DN", source: "system.log", why: doubt });
});

test("a counter that was still rising when the line was written is no doubt", () => {
  const opinion: Opinion = {
    log: { state: "down", since: 28_000, line: "…" },
    heartbeat: looked(rising(30)),
  };
  expect(decide(opinion, at(30_000, 30_000)).doubt).toBeUndefined();
});

test("the second letter comes from the status in gossip", () => {
  expect(
    ["NORMAL", "LEAVING", "BOOT", "BOOT_REPLACE", "MOVING", "shutdown", undefined].map(modeLetter),
  ).toEqual(["N", "L", "J", "J", "M", "N", "N"]);
});
