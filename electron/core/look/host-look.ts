/** One look at a node's host: a single read-only script over SSH, and the figures in its answer. */
import type { Profile } from "../../../shared/contract/profile.ts";
import { parsePoll, type HostPoll } from "../../../shared/parse/host/poll.ts";
import {
  pollArguments,
  pollParts,
  pollScript,
  type LogPosition,
  type PollRequest,
} from "../../../shared/parse/host/poll-script.ts";
import type { Source } from "../../../shared/facts/fact.ts";
import type { Clock, SshSession } from "../deps.ts";
import { within } from "../session/deadline.ts";
import type { NodeState } from "../session/node-state.ts";
import type { RawStore } from "../session/raw-store.ts";
import { pathFor } from "../session/targets.ts";
import { clockOffset, OffsetEstimate } from "./clock-offset.ts";
import { nodePaths, processOf, type NodePaths } from "./node-paths.ts";
import type { CassandraProcess } from "../../../shared/parse/host/processes.ts";

/** The script limits itself to 30 s on the node; the way there and back comes on top. */
const scriptMs = 30_000;
const maxBytes = 1024 * 1024;
const logLimit = 128 * 1024;
/** Pressure is not shown anywhere yet: reading it would be work for nothing. */
const wholeScript = pollScript(pollParts.filter((part) => part !== "pressure"));
/** What a drill watches each second; the rest costs the node as much again and changes slowly. */
const shortScript = pollScript(["stat", "process", "hints", "log"]);

/** What a look needs from the one before. */
export class HostMemory {
  readonly offset = new OffsetEstimate();
  poll: HostPoll | undefined;
  /** The last one of the whole script: rates of what only that reads are worked out from it. */
  whole: HostPoll | undefined;
  pid: number | undefined;
  log: { readonly path: string; readonly position: LogPosition } | undefined;
  gcLog: { readonly path: string; readonly position: LogPosition } | undefined;
}

export interface HostAnswer {
  readonly poll: HostPoll;
  /** False: disks, network, memory, GC log and file systems were not asked for, and their figures stand. */
  readonly whole: boolean;
  readonly before: HostPoll | undefined;
  readonly beforeWhole: HostPoll | undefined;
  readonly at: number;
  readonly process: CassandraProcess | undefined;
  /** Where things were looked for in this poll. */
  readonly paths: NodePaths;
  /** True when paths became known through this very answer: the next look should not wait. */
  readonly pathsChanged: boolean;
  source(what: string): Source;
}

export interface HostAsker {
  readonly clock: Clock;
  readonly raws: RawStore;
  readonly profile: Profile;
  random(): number;
}

/**
 * Runs the script and keeps its raw text.
 * @throws Late, Failure
 */
export async function lookAtHost(
  asker: HostAsker,
  ssh: SshSession,
  node: NodeState,
  memory: HostMemory,
  whole: boolean,
): Promise<HostAnswer> {
  const { clock } = asker;
  const paths = nodePaths(node, lastProcess(node, memory));
  const service = serviceOf(asker.profile, node.address);
  const marker = markerFrom(asker.random);
  const request: PollRequest = {
    marker,
    pid: memory.pid,
    service,
    hintsDirectory: paths.hints,
    log: followed(paths.systemLog, memory.log),
    gcLog: followed(paths.gcLog, memory.gcLog),
    paths: [...paths.holds.keys()],
  };
  const sent = clock.now();
  const began = clock.monotonicMs();
  const run = ssh.exec(whole ? wholeScript : shortScript, {
    args: pollArguments(request),
    timeoutMs: scriptMs,
    maxBytes,
  });
  const result = await within(clock, scriptMs + 20_000, run);
  const tookMs = Math.round(clock.monotonicMs() - began);
  const at = clock.now();
  const what = whole ? "host script" : "host script (short)";
  const raw = asker.raws.put({
    node: node.address,
    what,
    at,
    tookMs,
    exit: result.code === null ? `signal ${result.signal ?? "?"}` : String(result.code),
    text: () =>
      result.stderr === "" ? result.stdout : `${result.stdout}\n--- stderr ---\n${result.stderr}`,
  });
  const poll = parsePoll(result.stdout, marker, service?.kind);
  const { poll: before, whole: beforeWhole } = memory;
  if (whole) memory.whole = poll;
  memory.poll = poll;
  if (poll.started !== undefined && poll.ended !== undefined) {
    const seconds = poll.started.epochMs % 1_000 === 0 && poll.ended.epochMs % 1_000 === 0;
    const offset = clockOffset(
      sent,
      sent + tookMs,
      poll.started.epochMs,
      poll.ended.epochMs,
      seconds,
    );
    node.clock = memory.offset.add(offset, at);
  }
  const process =
    "value" in poll.processes ? processOf(node, poll.processes.value, pidOf(poll)) : undefined;
  memory.pid = process?.pid;
  if (paths.systemLog !== undefined && "next" in poll.log)
    memory.log = { path: paths.systemLog, position: poll.log.next };
  if (paths.gcLog !== undefined && "next" in poll.gcLog)
    memory.gcLog = { path: paths.gcLog, position: poll.gcLog.next };
  const now = nodePaths(node, process);
  const pathsChanged =
    now.systemLog !== paths.systemLog ||
    now.gcLog !== paths.gcLog ||
    now.holds.size !== paths.holds.size;
  return {
    poll,
    whole,
    before,
    beforeWhole,
    at,
    process,
    paths,
    pathsChanged,
    source: (part) => ({ node: node.address, what: part, tookMs, raw }),
  };
}

function lastProcess(node: NodeState, memory: HostMemory): CassandraProcess | undefined {
  const processes = memory.poll?.processes;
  return processes !== undefined && "value" in processes
    ? processOf(node, processes.value, memory.pid)
    : undefined;
}

function followed(path: string | undefined, last: HostMemory["log"]) {
  if (path === undefined) return undefined;
  const position = last?.path === path ? last.position : { inode: "", offset: 0 };
  return { path, ...position, limit: logLimit };
}

function serviceOf(profile: Profile, address: string): PollRequest["service"] {
  const { service } = profile;
  switch (service.kind) {
    case "systemd":
      return { kind: "systemd", name: service.unit };
    case "init":
      return { kind: "init", name: service.name };
    case "scripts":
      return { kind: "script", name: pathFor(service.status, address) };
    case "none":
      return undefined;
  }
}

/** The pid that the service control names, or one that its words hold and that is a Cassandra process. */
function pidOf(poll: HostPoll): number | undefined {
  if (!("value" in poll.service)) return undefined;
  const { pid, text } = poll.service.value;
  if (pid !== undefined) return pid;
  const pids = "value" in poll.processes ? poll.processes.value.map((process) => process.pid) : [];
  return text
    .match(/\d+/g)
    ?.map(Number)
    .find((number) => pids.includes(number));
}

function markerFrom(random: () => number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(
    { length: 20 },
    () => letters[Math.floor(random() * letters.length)] ?? "x",
  ).join("");
}
