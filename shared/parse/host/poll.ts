/** The answer of a poll script, part by part. A part that failed costs its own figure and no other. */
import { parseClock, type HostClock } from "./clock.ts";
import { parseDf, type FileSystem } from "./df.ts";
import { parseDiskstats, type DiskCounters } from "./diskstats.ts";
import { parseHintFiles, type HintFiles } from "./hint-files.ts";
import { parseLoadavg, type LoadAverage } from "./loadavg.ts";
import { readLogPiece, type LogPiece } from "./log-piece.ts";
import { parseMeminfo, type Memory } from "./meminfo.ts";
import { parseNetdev, type InterfaceCounters } from "./netdev.ts";
import type { PollPart } from "./poll-script.ts";
import { parsePressure, type Pressure } from "./pressure.ts";
import { parseProcesses, type CassandraProcess } from "./processes.ts";
import { parseSections, type Section } from "./sections.ts";
import { readServiceState, type ServiceState } from "./service-state.ts";
import { parseStat, type HostStat } from "./stat.ts";
import type { Parsed } from "../parsed.ts";

/** A part's value with the text it was read from, or why there is none. */
export type Reading<T> = { readonly value: T; readonly raw: string } | { readonly why: string };

export interface HostPoll {
  /** The host's clocks when the script began and when it ended; undefined when that part did not arrive. */
  readonly started: HostClock | undefined;
  readonly ended: HostClock | undefined;
  /** True when the text ends before the script did. */
  readonly cut: boolean;
  readonly stat: Reading<HostStat>;
  readonly memory: Reading<Memory>;
  readonly loadAverage: Reading<LoadAverage>;
  readonly disks: Reading<ReadonlyMap<string, DiskCounters>>;
  readonly network: Reading<ReadonlyMap<string, InterfaceCounters>>;
  readonly pressure: Reading<{
    readonly cpu: Pressure;
    readonly io: Pressure;
    readonly memory: Pressure;
  }>;
  readonly processes: Reading<readonly CassandraProcess[]>;
  /** File system of each path that was asked for, in that order; the reason where `df` failed for one. */
  readonly fileSystems: Reading<readonly (FileSystem | { readonly why: string })[]>;
  readonly hints: Reading<readonly HintFiles[]>;
  readonly log: LogPiece | { readonly why: string };
  readonly gcLog: LogPiece | { readonly why: string };
  readonly service: Reading<ServiceState>;
}

/**
 * Reads what `pollScript` printed.
 * @param service the kind of service control that was asked for, if any
 */
export function parsePoll(
  text: string,
  marker: string,
  service?: "systemd" | "init" | "script",
): HostPoll {
  const { value: sections, incomplete } = parseSections(text, marker);
  return {
    started: parseClock(sections.get("clock")?.text ?? "").value,
    ended: parseClock(sections.get("end")?.text ?? "").value,
    cut: incomplete,
    stat: read(sections, "stat", parseStat),
    memory: read(sections, "meminfo", parseMeminfo),
    loadAverage: read(sections, "loadavg", parseLoadavg),
    disks: read(sections, "diskstats", parseDiskstats),
    network: read(sections, "netdev", parseNetdev),
    pressure: read(sections, "pressure", parsePressures, true),
    processes: read(sections, "process", parseProcesses, true),
    fileSystems: read(sections, "df", parseFileSystems, true),
    hints: read(sections, "hints", parseHintFiles),
    log: readLogPiece(sections, "log"),
    gcLog: readLogPiece(sections, "gclog"),
    service: read(
      sections,
      "service",
      (answer, code) => readServiceState(service, answer, code),
      true,
    ),
  };
}

function read<T>(
  sections: ReadonlyMap<string, Section>,
  part: PollPart,
  parse: (text: string, code: number) => Parsed<T | undefined>,
  anyCode = false,
): Reading<T> {
  const section = sections.get(part);
  if (section === undefined) return { why: "not asked for" };
  if (section.code === undefined) return { why: "the answer was cut off" };
  const said = section.text.trim().slice(0, 300);
  if (section.code !== 0 && !anyCode)
    return { why: said === "" ? `exit code ${section.code}` : said };
  const { value, incomplete } = parse(section.text, section.code);
  if (value === undefined || incomplete)
    return { why: said === "" ? "no output" : `not understood: ${said}` };
  return { value, raw: section.text };
}

/** Cuts a text at its lines `#name`. */
function blocks(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const block of text.split(/^#/m).slice(1)) {
    const end = block.indexOf("\n");
    found.set(block.slice(0, end < 0 ? undefined : end), end < 0 ? "" : block.slice(end + 1));
  }
  return found;
}

function parsePressures(
  text: string,
): Parsed<{ readonly cpu: Pressure; readonly io: Pressure; readonly memory: Pressure }> {
  const found = blocks(text);
  const [cpu, io, memory] = ["cpu", "io", "memory"].map((name) =>
    parsePressure(found.get(name) ?? ""),
  );
  const none: Pressure = { some: undefined, full: undefined };
  return {
    value: { cpu: cpu?.value ?? none, io: io?.value ?? none, memory: memory?.value ?? none },
    understood: (cpu?.understood ?? 0) + (io?.understood ?? 0) + (memory?.understood ?? 0),
    ignored: [],
    unreadable: [],
    incomplete:
      cpu?.incomplete !== false && io?.incomplete !== false && memory?.incomplete !== false,
  };
}

function parseFileSystems(
  text: string,
): Parsed<readonly (FileSystem | { readonly why: string })[]> {
  const answers = [...blocks(text).values()].map((block) => {
    const fileSystem = parseDf(block).value[0];
    return fileSystem ?? { why: block.trim() === "" ? "df did not answer in 5 s" : block.trim() };
  });
  return {
    value: answers,
    understood: answers.length,
    ignored: [],
    unreadable: [],
    incomplete: answers.length === 0,
  };
}
