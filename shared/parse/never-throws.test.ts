import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../test/fixtures/parse/samples.ts";
import { parseGcLog } from "./gc/gc-log.ts";
import { parseClock } from "./host/clock.ts";
import { parseDf } from "./host/df.ts";
import { parseDiskstats } from "./host/diskstats.ts";
import { parseHintFiles } from "./host/hint-files.ts";
import { parseLoadavg } from "./host/loadavg.ts";
import { parseMeminfo } from "./host/meminfo.ts";
import { parseNetdev } from "./host/netdev.ts";
import { parsePoll } from "./host/poll.ts";
import { parsePressure } from "./host/pressure.ts";
import { parseProcesses } from "./host/processes.ts";
import { parseStat } from "./host/stat.ts";
import { createLogReader } from "./log/log-reader.ts";
import { parseCompactionstats } from "./nodetool/compactionstats.ts";
import { parseDescribecluster } from "./nodetool/describecluster.ts";
import { parseGossipinfo } from "./nodetool/gossipinfo.ts";
import { parseInfo } from "./nodetool/info.ts";
import { parseNetstats } from "./nodetool/netstats.ts";
import { parseProxyhistograms } from "./nodetool/proxyhistograms.ts";
import { parseStatus } from "./nodetool/status.ts";
import { parseRunning } from "./nodetool/statusbinary.ts";
import { parseTpstats } from "./nodetool/tpstats.ts";
import { parseVersion } from "./nodetool/version.ts";
import type { Parsed } from "./parsed.ts";

/** Parsers of text that always holds something, so that an empty answer is incomplete. */
const full: readonly ((text: string) => Parsed<unknown>)[] = [
  parseStatus,
  parseInfo,
  parseGossipinfo,
  parseTpstats,
  parseCompactionstats,
  parseNetstats,
  parseDescribecluster,
  parseProxyhistograms,
  parseVersion,
  parseRunning,
  parseClock,
  parseDf,
  parseDiskstats,
  parseHintFiles,
  parseLoadavg,
  parseMeminfo,
  parseNetdev,
  parsePressure,
  parseStat,
  (text) => parseGcLog(text),
];
const texts = (["nodetool", "host", "gc"] as const).flatMap((folder) =>
  samples(folder, "").map(({ text }) => text),
);

/** A sample with a piece cut out, and another one put in at another place: what a broken transport makes of it. */
const broken = fc
  .record({
    text: fc.constantFrom(...texts),
    other: fc.constantFrom(...texts),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(60),
    noise: fc.string({ unit: "binary", maxLength: 12 }),
  })
  .map(({ text, other, at, length, noise }) => {
    const from = Math.floor(at * text.length);
    return (
      text.slice(0, from) + noise + other.slice(from, from + length) + text.slice(from + length)
    );
  });

describe("parsers", () => {
  test("none throws or keeps a number that is not one, whatever arrives", () => {
    fc.assert(
      fc.property(fc.oneof(broken, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        for (const parse of full)
          expect(JSON.stringify(numbersOf(parse(text).value))).not.toContain("null");
        parseProcesses(text);
        parsePoll(text, "abcdefgh12345678");
        createLogReader(0).push(text);
      }),
      { numRuns: 300 },
    );
  });

  test("each says of an empty answer that it is incomplete", () => {
    for (const parse of full) expect(parse("").incomplete).toBe(true);
  });

  test("none takes time out of proportion for a long line", () => {
    const long = ["UN  ", "[", "(", " ".repeat(50), "1,", "a:", "- ", "\t", "GC(1) Pause "].map(
      (unit) => unit.repeat(Math.floor(20_000 / unit.length)),
    );
    const began = process.threadCpuUsage();
    for (const text of long) for (const parse of full) parse(`Datacenter: a\n${text}\n`);
    for (const text of long) createLogReader(0).push(`${text}\n`);
    const { user } = process.threadCpuUsage(began);
    expect(user / 1000).toBeLessThan(3_000);
  });
});

/** All numbers of a value; JSON turns NaN and infinity into null. */
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value instanceof Map) return [...value.values()].flatMap(numbersOf);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(numbersOf);
  return [];
}
