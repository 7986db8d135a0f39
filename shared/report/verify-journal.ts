/**
 * The pure part of `report verify`: does the journal's chain hold, does the folder hold what the journal says, and which
 * copies of the chain's head agree. A check that could not be made is neither passed nor failed, and says why.
 */
import type { VerifyResult } from "../contract/report.ts";
import { lineHash, readJournalText } from "../drill/journal-chain.ts";
import type { JournalLine } from "../drill/journal-entry.ts";

export interface VerifySources {
  readonly folder: string;
  readonly runId: string;
  /** Text of journal.ndjson. */
  readonly journal: string;
  /** The folder's files as they are now, but the journal. */
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** Copies of the head kept elsewhere: the hash, or why it could not be read. */
  readonly copies: readonly {
    readonly where: string;
    readonly head?: string;
    readonly why?: string;
  }[];
}

type Check = VerifyResult["checks"][number];

/** Entries that may only come after another one was there. */
const needsBefore: readonly (readonly [type: string, before: string])[] = [
  ["act", "plan"],
  ["phase", "plan"],
  ["result", "plan"],
  ["closed", "result"],
];

/** Files that are made from the run and may be made again. */
const madeLater = /^(report\.(json|html|md|pdf)|journal\.cut)$/;

/** Every check in words; `ok` is true only when none failed and the journal is a whole one that was closed. */
export function verifyJournal(sources: VerifySources): VerifyResult {
  const read = readJournalText(sources.journal);
  const hashes = sources.journal.split("\n").slice(0, -1).map(lineHash);
  const checks = [
    chainCheck(read.problems, read.lines.length),
    orderCheck(read.lines),
    closedCheck(read.lines, hashes, sources.journal),
    ledgerCheck(read.lines, sources.files),
    ...evidenceChecks(read.lines, sources.files),
    ...copyChecks(read.lines, sources.copies),
  ];
  const failed = checks.some(({ ok }) => ok === false);
  const closed = checks.some(({ what, ok }) => what === "closed" && ok === true);
  return {
    ok: !failed && closed,
    folder: sources.folder,
    runId: sources.runId,
    checks,
  };
}

function chainCheck(problems: readonly string[], lines: number): Check {
  const what = "journal chain";
  if (lines === 0) return { what, ok: false, text: "The journal holds no line." };
  if (problems.length > 0)
    return { what, ok: false, text: `The journal is not whole: ${problems.join("; ")}.` };
  return { what, ok: true, text: `${lines} lines, each holds the SHA-256 of the one before it.` };
}

function orderCheck(lines: readonly JournalLine[]): Check {
  const what = "order of entries";
  const seen = new Set<string>();
  // A resumed run is written by another process, whose monotonic clock has another zero.
  let restarts = lines.filter(({ entry }) => entry.type === "resumed").length;
  let before = -Infinity;
  for (const { n, mono, entry } of lines) {
    const missing = needsBefore.find(([type, first]) => type === entry.type && !seen.has(first));
    if (missing !== undefined) {
      return {
        what,
        ok: false,
        text: `Line ${n} is a "${entry.type}" with no "${missing[1]}" before it.`,
      };
    }
    if (entry.type === "plan" && seen.has("plan")) {
      return { what, ok: false, text: `Line ${n} is a second plan.` };
    }
    if (seen.has("closed")) {
      return { what, ok: false, text: `Line ${n} stands after the run was closed.` };
    }
    if (mono < before) {
      restarts -= 1;
      if (restarts < 0) {
        return {
          what,
          ok: false,
          text: `Line ${n} was written before the line above it, by the monotonic clock.`,
        };
      }
    }
    before = mono;
    seen.add(entry.type);
  }
  return {
    what,
    ok: true,
    text: "The plan comes first, acts and result after it, nothing after the close.",
  };
}

/** The head that was given away is that of the line "result"; the close names it. */
function closedCheck(
  lines: readonly JournalLine[],
  hashes: readonly string[],
  journal: string,
): Check {
  const what = "closed";
  const closed = headOf(lines);
  if (closed === undefined)
    return {
      what,
      ok: null,
      text: "The run was not closed: nobody can say whether lines are missing at the end of its journal.",
    };
  const texts = journal.split("\n");
  const at = hashes.findLastIndex((_, i) => /"entry":\{"type":"result"/.test(texts[i] ?? ""));
  if (at >= 0 && hashes[at] === closed)
    return { what, ok: true, text: `The close names the hash of the result, ${closed}.` };
  return {
    what,
    ok: false,
    text: `The close names ${closed}, which is not the hash of the result.`,
  };
}

function ledgerCheck(lines: readonly JournalLine[], files: VerifySources["files"]): Check {
  const what = "ledger.bin";
  const entry = lines.findLast((line) => line.entry.type === "ledger")?.entry;
  if (entry?.type !== "ledger")
    return {
      what,
      ok: null,
      text: "The journal does not name the ledger: the run did not come to its audit.",
    };
  const file = files.find(({ name }) => name === what);
  if (file === undefined)
    return { what, ok: false, text: "The journal names a ledger, but it is not in the folder." };
  if (file.sha256 === entry.sha256)
    return {
      what,
      ok: true,
      text: `The ledger is the one that was audited (${entry.bytes} bytes, SHA-256 ${entry.sha256}).`,
    };
  return {
    what,
    ok: false,
    text: `The ledger was changed: SHA-256 ${file.sha256}, the journal says ${entry.sha256}.`,
  };
}

function evidenceChecks(lines: readonly JournalLine[], files: VerifySources["files"]): Check[] {
  const what = "evidence";
  const entry = lines.findLast((line) => line.entry.type === "evidence")?.entry;
  if (entry?.type !== "evidence")
    return [{ what, ok: null, text: "The journal lists no files: the run was not closed." }];
  const now = new Map(files.map((file) => [file.name, file]));
  const wrong = entry.files.flatMap((file): Check[] => {
    const found = now.get(file.name);
    if (found === undefined)
      return [
        {
          what: file.name,
          ok: false,
          text: "The file is listed in the journal and is not in the folder.",
        },
      ];
    if (found.sha256 === file.sha256) return [];
    return [
      {
        what: file.name,
        ok: false,
        text: `The file was changed: SHA-256 ${found.sha256}, the journal says ${file.sha256}.`,
      },
    ];
  });
  const same = entry.files.length - wrong.length;
  const listed = new Set(entry.files.map(({ name }) => name));
  const more = files
    .filter(({ name }) => !listed.has(name) && !madeLater.test(name))
    .map(({ name }) => name);
  return [
    ...(wrong.length > 0 && same === 0
      ? []
      : [
          {
            what,
            ok: wrong.length === 0,
            text: `${same} of ${entry.files.length} files are as the journal lists them.`,
          },
        ]),
    ...wrong,
    ...(more.length === 0
      ? []
      : [{ what: "other files", ok: null, text: `Not part of the evidence: ${more.join(", ")}.` }]),
  ];
}

function copyChecks(lines: readonly JournalLine[], copies: VerifySources["copies"]): Check[] {
  const head = headOf(lines);
  if (copies.length === 0) {
    return [
      {
        what: "copies of the head",
        ok: null,
        text: "No copy of the chain's head was compared: neither the cluster nor a node was asked.",
      },
    ];
  }
  return copies.map(({ where, head: copy, why }): Check => {
    const what = `copy of the head, ${where}`;
    if (copy === undefined)
      return { what, ok: null, text: `Could not be compared: ${why ?? "no copy there"}.` };
    if (head === undefined)
      return {
        what,
        ok: null,
        text: `The copy says ${copy}; the journal is not closed, so there is nothing to compare it with.`,
      };
    return copy === head
      ? { what, ok: true, text: `The same: ${copy}.` }
      : {
          what,
          ok: false,
          text: `The copy says ${copy}, the journal ${head}: one of them was changed.`,
        };
  });
}

function headOf(lines: readonly JournalLine[]): string | undefined {
  const entry = lines.findLast((line) => line.entry.type === "closed")?.entry;
  return entry?.type === "closed" ? entry.head : undefined;
}
