import { readInteger } from "../text/number.ts";
import { readEndpoint } from "../text/endpoint.ts";
import { readInspectedGc, type InspectedGc } from "./gc-inspector.ts";
import { readGossipEvent, type GossipEvent } from "./gossip-event.ts";
import type { LogLine } from "./log-line.ts";

/** What a line of system.log tells the collector. */
export type LogEvent =
  | ({ readonly kind: "gossip" } & GossipEvent)
  | ({ readonly kind: "gc" } & InspectedGc)
  /** The node itself stood still: after a SIGSTOP, a long collection or a frozen machine (2.1+). */
  | { readonly kind: "local pause"; readonly ms: number }
  /** A hint file was sent on: all of it, a part, or dropped unsent. */
  | {
      readonly kind: "hints";
      readonly address: string | undefined;
      readonly outcome: "sent" | "partly sent" | "dropped";
    }
  | {
      readonly kind: "replay";
      readonly step: "none" | "begun" | "done";
      readonly mutations: number | undefined;
      readonly ms: number | undefined;
    }
  | {
      readonly kind: "process";
      readonly step:
        | "starting"
        | "takes clients"
        | "complete"
        | "no clients"
        | "announces shutdown"
        | "drained"
        | "ended";
    }
  /** Any other warning or error. */
  | { readonly kind: "problem"; readonly level: "WARN" | "ERROR"; readonly text: string };

const STEPS: readonly (readonly [RegExp, Extract<LogEvent, { kind: "process" }>["step"]])[] = [
  [/^(Hostname: |JVM vendor\/version: )/, "starting"],
  [/^Starting listening for CQL clients on /, "takes clients"],
  [/^(Startup complete|Startup completed! Now serving reads\.)$/, "complete"],
  [/^Stop listening for CQL clients$/, "no clients"],
  [/^Announcing shutdown$/, "announces shutdown"],
  [/^DRAINED$/, "drained"],
  [/^Cassandra shut ?down complete$/, "ended"],
];

/**
 * Tells what a line is about (2.1–5.0; lines seen on 5.0.6 and those of the releases before it). Undefined for
 * the many lines that are about nothing of interest.
 */
export function readLogEvent(line: LogLine): LogEvent | undefined {
  const { message } = line;
  const gossip = readGossipEvent(message);
  if (gossip !== undefined) return { kind: "gossip", ...gossip };
  const gc = line.file.startsWith("GCInspector") ? readInspectedGc(message) : undefined;
  if (gc !== undefined) return { kind: "gc", ...gc };
  const pause = /^Not marking nodes down due to local pause of (\d+)(ns)? > /.exec(message);
  if (pause !== null) return { kind: "local pause", ms: Number(pause[1]) / 1e6 };
  const step = STEPS.find(([pattern]) => pattern.test(message))?.[1];
  if (step !== undefined) return { kind: "process", step };
  const other = readHints(message) ?? readReplay(message);
  if (other !== undefined) return other;
  if (line.level !== "WARN" && line.level !== "ERROR") return undefined;
  return { kind: "problem", level: line.level, text: message.slice(0, 500) };
}

function readHints(message: string): LogEvent | undefined {
  const sent =
    /^Finished hinted handoff of file \S+\.hints to endpoint (\S+?)(?:: \S+?)?(, partially)?$/.exec(
      message,
    );
  if (sent !== null) {
    const address = readEndpoint(sent[1] ?? "")?.address;
    return { kind: "hints", address, outcome: sent[2] === undefined ? "sent" : "partly sent" };
  }
  if (/^(Adding hint for|Created hint)/.test(message)) return undefined;
  const old = /^Finished hinted handoff of \d+ rows to endpoint (\S+)$/.exec(message);
  if (old !== null)
    return { kind: "hints", address: readEndpoint(old[1] ?? "")?.address, outcome: "sent" };
  const dropped =
    /dropped hints, because node is down past configured hint window|^Not storing hints for /.test(
      message,
    );
  return dropped ? { kind: "hints", address: undefined, outcome: "dropped" } : undefined;
}

function readReplay(message: string): LogEvent | undefined {
  const none = { kind: "replay", mutations: undefined, ms: undefined } as const;
  if (/^No commitlog files found; skipping replay$/.test(message)) return { ...none, step: "none" };
  if (/^Replaying \S+CommitLog-/.test(message)) return { ...none, step: "begun" };
  const done = /^Log replay complete, (\d+) replayed mutations(?: in (\d+) ms)?$/.exec(message);
  if (done === null) return undefined;
  return {
    kind: "replay",
    step: "done",
    mutations: readInteger(done[1]),
    ms: readInteger(done[2]),
  };
}
