import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LogPiece } from "./log-piece.ts";
import { parsePoll, type HostPoll } from "./poll.ts";
import {
  pollArguments,
  pollParts,
  pollScript,
  type PollPart,
  type PollRequest,
} from "./poll-script.ts";
import { parseSections } from "./sections.ts";

const marker = "abcdefgh12345678";
const nothing: PollRequest = {
  marker,
  pid: undefined,
  service: undefined,
  hintsDirectory: undefined,
  log: undefined,
  gcLog: undefined,
  paths: [],
};

function run(parts: readonly PollPart[], request: Partial<PollRequest>): string {
  const args = pollArguments({ ...nothing, ...request });
  const answer = spawnSync("sh", ["-s", "--", ...args], {
    input: pollScript(parts),
    encoding: "utf8",
  });
  expect(answer.stderr).toBe("");
  expect(answer.status).toBe(0);
  return answer.stdout;
}

describe("the poll script on this host", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "poll-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function look(
    position: { inode: string; offset: number },
    limit = 4096,
    name: "log" | "gclog" = "log",
  ): LogPiece {
    const followed = {
      path: join(folder, name === "log" ? "system.log" : "gc.log"),
      limit,
      ...position,
    };
    const poll = parsePoll(
      run([name], name === "log" ? { log: followed } : { gcLog: followed }),
      marker,
    );
    const piece = name === "log" ? poll.log : poll.gcLog;
    if ("why" in piece) throw new Error(piece.why);
    return piece;
  }

  const start = { inode: "", offset: 0 };

  test("every part answers, and the figures are those of the host", () => {
    writeFileSync(
      join(folder, "d81fbbd6-94e4-4521-844a-1c4159d8fc4b-1700000000000-2.hints"),
      "x".repeat(700),
    );
    writeFileSync(join(folder, "d81fbbd6-94e4-4521-844a-1c4159d8fc4b-1700000000000-2.crc32"), "x");
    const poll: HostPoll = parsePoll(
      run(pollParts, {
        hintsDirectory: folder,
        paths: [folder, "/", "/not there"],
        service: { kind: "script", name: "/bin/true" },
      }),
      marker,
      "script",
    );
    expect(poll.cut).toBe(false);
    const value = <T>(reading: { readonly value: T } | { readonly why: string }): T => {
      if ("why" in reading) throw new Error(reading.why);
      return reading.value;
    };
    expect(value(poll.stat).total?.idle).toBeGreaterThan(0);
    expect(value(poll.memory).totalBytes).toBeGreaterThan(1e8);
    expect(value(poll.loadAverage).one).toBeGreaterThanOrEqual(0);
    expect(value(poll.network).has("lo")).toBe(true);
    expect(value(poll.disks).size).toBeGreaterThan(0);
    expect(value(poll.hints)).toEqual([
      { hostId: "d81fbbd6-94e4-4521-844a-1c4159d8fc4b", files: 1, bytes: 700 },
    ]);
    expect(value(poll.service)).toMatchObject({ state: "running" });
    const root = statfsSync("/");
    const [first, second, third] = value(poll.fileSystems);
    expect(first).toHaveProperty("mount");
    expect(second).toMatchObject({ mount: "/", totalBytes: root.blocks * root.bsize });
    expect(third).toEqual({ why: expect.stringContaining("/not there") });
    expect(poll.log).toEqual({ why: "not asked for" });
    expect(Math.abs((poll.started?.epochMs ?? 0) - Date.now())).toBeLessThan(60_000);
    expect((poll.ended?.uptimeMs ?? 0) - (poll.started?.uptimeMs ?? 0)).toBeGreaterThanOrEqual(0);
    expect(poll.started?.bootId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a log is followed in whole lines: a line without an end waits until it has one", () => {
    const path = join(folder, "system.log");
    writeFileSync(path, "one\ntwo\nthr");
    const first = look(start);
    expect(first).toMatchObject({ text: "one\ntwo\n", gap: "first look", behindBytes: 3 });
    appendFileSync(path, "ee\nfour\n");
    const second = look(first.next);
    expect(second).toMatchObject({ text: "three\nfour\n", gap: undefined, behindBytes: 0 });
    expect(look(second.next)).toMatchObject({ text: "", gap: undefined, next: second.next });
  });

  test("the first look takes the end of a long log, from the start of a line", () => {
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i} äöü`);
    writeFileSync(join(folder, "system.log"), `${lines.join("\n")}\n`);
    const { text } = look(start, 1024);
    expect(text.split("\n")[0]).toMatch(/^line \d+ äöü$/);
    expect(text.endsWith("line 499 äöü\n")).toBe(true);
  });

  test("a rotation loses no line", () => {
    const path = join(folder, "system.log");
    writeFileSync(path, "one\n");
    const first = look(start);
    appendFileSync(path, "two\n");
    renameSync(path, `${path}.1`);
    writeFileSync(path, "three\n");
    const second = look(first.next);
    expect(second).toMatchObject({ text: "two\nthree\n", gap: undefined });
    expect(second.next.inode).not.toBe(first.next.inode);
    expect(look(second.next).text).toBe("");
  });

  test("a hole is said: rotated away, cut to nothing, too much to read", () => {
    const path = join(folder, "system.log");
    writeFileSync(path, "one\ntwo\n");
    const { next } = look(start);
    renameSync(path, join(folder, "elsewhere"));
    writeFileSync(path, "three\n");
    expect(look(next)).toMatchObject({ text: "three\n", gap: "rotated away" });
    const long = look(look(start).next);
    truncateSync(path, 0);
    appendFileSync(path, "4\n");
    expect(look(long.next)).toMatchObject({ text: "4\n", gap: "cut to nothing" });
    const { next: before } = look(start);
    appendFileSync(path, "some line or other\n".repeat(1000));
    const skipped = look(before, 1024);
    expect(skipped.gap).toBe("too much to read");
    expect(skipped.text.startsWith("some line or other\n")).toBe(true);
  });

  test("a line longer than the limit does not stop the reading", () => {
    const path = join(folder, "system.log");
    writeFileSync(path, "one\n");
    let { next } = look(start);
    appendFileSync(path, `${"x".repeat(3000)}\nend\n`);
    let text = "";
    for (let i = 0; i < 5; i++) {
      const piece = look(next, 1024);
      text += piece.text;
      next = piece.next;
    }
    expect(text).toBe(`${"x".repeat(3000)}\nend\n`);
  });

  test("a unified GC log is thinned on the node, one of Java 8 is not", () => {
    const path = join(folder, "gc.log");
    const pause =
      "[2026-11-30T21:45:59.138+0000][1.661s][info ] GC(106) Pause Young (Normal) 201M->84M(256M) 4.668ms";
    writeFileSync(
      path,
      `[2026-11-30T21:45:59.100+0000][1.600s][trace] GC(106) |   0|0x00|\n${pause}\n`,
    );
    expect(look(start, 4096, "gclog").text).toBe(`${pause}\n`);
    rmSync(path);
    const old =
      "2014-03-01T00:01:27.461+0100: 0.0165: [GC pause (young), 0.0665670 secs]\n   [Parallel Time: 50.1 ms]\n";
    writeFileSync(`${path}.0.current`, old);
    expect(look(start, 4096, "gclog").text).toBe(old);
  });

  test("a file that is not there is said in words", () => {
    const poll = parsePoll(
      run(["log"], { log: { path: "/no such/system.log", limit: 4096, ...start } }),
      marker,
    );
    expect(poll.log).toEqual({ why: expect.stringContaining("/no such/system.log") });
  });

  test("names that look like shell are only names", () => {
    const evil = join(folder, 'a\'; touch $(echo pwned) `id` "x" #');
    mkdirSync(evil);
    const poll = parsePoll(run(["df", "hints"], { paths: [evil], hintsDirectory: evil }), marker);
    expect(poll.fileSystems).toMatchObject({ value: [{ mount: expect.any(String) }] });
    expect(poll.hints).toMatchObject({ value: [] });
  });
});

describe("the answer of the poll script", () => {
  const answer = run(["stat", "meminfo", "df"], { paths: ["/"] });

  test("cut anywhere it says so and keeps the parts that arrived", () => {
    for (let at = 0; at < answer.length - 30; at += 97) {
      const poll = parsePoll(answer.slice(0, at), marker);
      expect(poll.cut).toBe(true);
    }
    const half = parsePoll(answer.slice(0, answer.indexOf(":meminfo=")), marker);
    expect(half.stat).toHaveProperty("value");
    expect(half.memory).toEqual({ why: "the answer was cut off" });
    expect(half.fileSystems).toEqual({ why: "not asked for" });
  });

  test("a greeting, CRLF and text with another marker change nothing", () => {
    const plain = parseSections(answer, marker).value;
    const noisy = `Welcome!\n@@othermarker:stat\n${answer.replaceAll("\n", "\r\n")}bye\n`;
    expect(parseSections(noisy, marker).value).toEqual(plain);
    expect(parseSections(answer, marker).incomplete).toBe(false);
  });

  test("a file cannot fake the end of a part without the marker", () => {
    const text = `@@${marker}:log\n@@other:log=0\n@@${marker}:\n\n@@${marker}:log=0\n@@${marker}:end\n\n@@${marker}:end=0\n`;
    const parsed = parseSections(text, marker);
    expect(parsed.value.get("log")?.text).toBe(`@@other:log=0\n@@${marker}:\n`);
    expect(parsed.incomplete).toBe(false);
  });
});

describe("what the poll script is told", () => {
  test("a marker that could be guessed or a relative path is refused", () => {
    expect(() => pollArguments({ ...nothing, marker: "short" })).toThrow(RangeError);
    expect(() => pollArguments({ ...nothing, marker: "abcdefgh; rm" })).toThrow(RangeError);
    expect(() => pollArguments({ ...nothing, paths: ["-rf"] })).toThrow(RangeError);
    const log = { path: "/a", inode: "$(id)", offset: 0, limit: 4096 };
    expect(() => pollArguments({ ...nothing, log })).toThrow(RangeError);
  });

  test("the text depends on the parts alone, in a fixed order", () => {
    expect(pollScript(["df", "stat"])).toBe(pollScript(["stat", "df"]));
    expect(pollScript(["stat"])).not.toContain("df -P");
  });
});
