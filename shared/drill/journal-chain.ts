/**
 * The hash chain of `journal.ndjson`: each line holds the SHA-256 of the text of the line before it (without its line
 * feed), so that a changed, missing or reordered line shows. The last line's hash, the head, is kept elsewhere too.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { journalLineSchema, type JournalEntry, type JournalLine } from "./journal-entry.ts";

/** What the first line holds in place of a hash. */
export const chainStart = "0".repeat(64);

/** SHA-256 of a line's exact text, as hex. */
export function lineHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The line after the one whose hash is `prev`: the value and its text without line feed. */
export function nextLine(
  n: number,
  at: number,
  mono: number,
  prev: string,
  entry: JournalEntry,
): { readonly line: JournalLine; readonly text: string } {
  const line: JournalLine = { n, at, mono, prev, entry };
  return { line, text: JSON.stringify(line) };
}

export interface JournalText {
  readonly lines: readonly JournalLine[];
  /** Sentences about what is wrong, none for a whole chain. */
  readonly problems: readonly string[];
  /** Hash of the last whole line, 64 zeros when there is none. */
  readonly head: string;
  /** Text after the last line feed: a line that was being written when the writer died. */
  readonly cut: string;
}

/** Reads a journal's text; a line that cannot be read is left out and said, as is every break of the chain. */
export function readJournalText(text: string): JournalText {
  const parts = text.split("\n");
  const cut = parts.pop() ?? "";
  const lines: JournalLine[] = [];
  const problems: string[] = [];
  let head = chainStart;
  parts.forEach((part, i) => {
    const here = `line ${i + 1}`;
    const line = lineOf(part);
    if (line === undefined) problems.push(`${here} cannot be read`);
    else {
      if (line.prev !== head) {
        problems.push(
          `${here} does not continue the line before it: the journal was changed there`,
        );
      }
      if (line.n !== i + 1) problems.push(`${here} calls itself line ${line.n}`);
      lines.push(line);
    }
    head = lineHash(part);
  });
  if (cut !== "")
    problems.push(`line ${parts.length + 1} is cut off after ${utf8ToBytes(cut).length} bytes`);
  return { lines, problems, head, cut };
}

function lineOf(text: string): JournalLine | undefined {
  try {
    const checked = journalLineSchema.safeParse(JSON.parse(text));
    return checked.success ? checked.data : undefined;
  } catch {
    return undefined;
  }
}
