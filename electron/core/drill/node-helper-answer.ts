/** Reads what the helper prints: key=value lines, strictly. Anything else is a failure, never a guess. */
import type { ExecResult } from "../deps.ts";
import { Failure } from "../../../shared/facts/failure.ts";

const refusals = ["refused", "failed", "busy", "unwritable", "usage"] as const;

/** The helper answered and did not do what it was asked. */
export interface HelperNo {
  readonly ok: false;
  /** refused: by a safety rule, nothing was done · failed: tried and not done · busy: another verb runs · unwritable: the disk. */
  readonly result: (typeof refusals)[number];
  /** For programs: "no-guard", "lease-over", "other-process", "bad-plan", … */
  readonly code: string;
  /** For people, one sentence. */
  readonly why: string;
}

export type HelperAnswer<T> = { readonly ok: true; readonly value: T } | HelperNo;

/** Lines in order; `one` and the others throw when a line is missing, given twice or not of the right form. */
export interface HelperLines {
  readonly all: readonly (readonly [key: string, value: string])[];
  one(key: string): string;
  optional(key: string): string | undefined;
  many(key: string): readonly string[];
  number(key: string): number;
  optionalNumber(key: string): number | undefined;
  oneOf<T extends string>(key: string, words: readonly T[]): T;
  unreadable(what: string): Failure;
}

/** A refusal that the driver itself states. */
export function no(result: HelperNo["result"], code: string, why: string): HelperNo {
  return { ok: false, result, code, why };
}

/** The typed answer of one verb. @throws Failure (hop "command" or "parse") when the helper did not answer in its form. */
export function readAnswer<T>(
  host: string,
  verb: string,
  result: ExecResult,
  read: (lines: HelperLines) => T,
): HelperAnswer<T> {
  const lines = helperLines(host, verb, result);
  const word = lines.oneOf("result", ["ok", ...refusals]);
  if (word !== "ok") return no(word, lines.one("code"), lines.one("why"));
  if (result.code !== 0) throw lines.unreadable(`result=ok with exit ${String(result.code)}`);
  return { ok: true, value: read(lines) };
}

/** Splits an output into its lines. @throws Failure when it is cut, silent or not made of key=value lines. */
export function helperLines(host: string, verb: string, result: ExecResult): HelperLines {
  const failure = (kind: "unknown layout" | "partial output", message: string): Failure =>
    new Failure({
      hop: kind === "unknown layout" ? "parse" : "command",
      kind,
      node: host,
      message,
      next: "Look at the helper's state folder on that node; its start script brings the node back.",
      command: `ringdrill-helper ${verb}`,
      said: `${result.stdout}\n${result.stderr}`.trim().slice(0, 2000),
    });
  if (result.truncated)
    throw failure("partial output", `The drill helper on ${host} said more than is read`);
  // A shell in between says 128 + signal.
  if (result.code === null || (result.code > 128 && result.stdout === "")) {
    const by = result.signal ?? (result.code === null ? "a signal" : `signal ${result.code - 128}`);
    throw failure("partial output", `The drill helper on ${host} was ended by ${by}`);
  }
  const unreadable = (what: string): Failure =>
    failure(
      "unknown layout",
      `The drill helper on ${host} answered ${verb} in an unknown form: ${what}`,
    );
  const all = result.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line): [string, string] => {
      const match = /^([a-z_]+)=(.*)$/.exec(line);
      if (match?.[1] === undefined || match[2] === undefined)
        throw unreadable(JSON.stringify(line.slice(0, 80)));
      return [match[1], match[2]];
    });
  return lookUp(all, unreadable);
}

/** The same look-ups over a part of an answer, for answers that hold several blocks. */
export function lookUp(
  all: readonly (readonly [string, string])[],
  unreadable: (what: string) => Failure,
): HelperLines {
  const many = (key: string): string[] =>
    all.filter(([name]) => name === key).map(([, value]) => value);
  const one = (key: string): string => {
    const [value, second] = many(key);
    if (value === undefined || second !== undefined)
      throw unreadable(`${key} ${value === undefined ? "missing" : "twice"}`);
    return value;
  };
  const optional = (key: string): string | undefined =>
    many(key).length === 0 || one(key) === "" ? undefined : one(key);
  const toNumber = (key: string, text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw unreadable(`${key} is no number`);
    return Number(text);
  };
  return {
    all,
    one,
    optional,
    many,
    number: (key) => toNumber(key, one(key)),
    optionalNumber: (key) => {
      const text = optional(key);
      return text === undefined ? undefined : toNumber(key, text);
    },
    oneOf: (key, words) => {
      const word = words.find((each) => each === one(key));
      if (word === undefined) throw unreadable(`${key} is none of ${words.join(", ")}`);
      return word;
    },
    unreadable,
  };
}
