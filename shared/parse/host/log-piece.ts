import type { Section } from "./sections.ts";
import { readInteger } from "../text/number.ts";
import type { LogPosition } from "./poll-script.ts";

/** What was new in a followed log, in whole lines. */
export interface LogPiece {
  readonly text: string;
  /** Where the next look goes on. */
  readonly next: LogPosition;
  /** Bytes that were there and did not fit in this look. */
  readonly behindBytes: number;
  /** Why lines may be missing before this piece; undefined when it follows on without a hole. */
  readonly gap: "first look" | "rotated away" | "cut to nothing" | "too much to read" | undefined;
}

const GAPS: Readonly<Record<string, LogPiece["gap"]>> = {
  first: "first look",
  lost: "rotated away",
  shrunk: "cut to nothing",
  skipped: "too much to read",
};

/**
 * Reads the sections of a followed log (`log` or `gclog`) of a poll: the rest of a rotated file, if any, and the
 * new lines of the current one. Gives the reason in words when the log could not be read.
 */
export function readLogPiece(
  sections: ReadonlyMap<string, Section>,
  name: "log" | "gclog",
): LogPiece | { readonly why: string } {
  const at = sections.get(`${name}.at`);
  const current = sections.get(name);
  if (at === undefined) return { why: "not asked for" };
  const [inode, from, end, size, state] = at.text.split(" ");
  const [fromByte, endByte, sizeBytes] = [from, end, size].map(readInteger);
  if (
    fromByte === undefined ||
    endByte === undefined ||
    sizeBytes === undefined ||
    inode === undefined
  ) {
    return { why: at.text.trim() === "" ? "no such file" : at.text.trim() };
  }
  if (current?.code === undefined) return { why: "the answer was cut off" };
  if (current.code !== 0) return { why: current.text.trim() };
  const old = sections.get(`${name}.old`);
  // The rest of the rotated file did not fit: what was left of it is lost.
  const oldAt = sections.get(`${name}.old.at`)?.text.split(" ");
  const oldWhole = oldAt === undefined || oldAt[2] === oldAt[3];
  const gap = GAPS[state ?? ""] ?? (oldWhole ? undefined : "too much to read");
  return {
    text: (old?.code === 0 ? old.text : "") + current.text,
    next: { inode, offset: endByte },
    behindBytes: sizeBytes - endByte,
    gap,
  };
}
