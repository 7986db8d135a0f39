/** One question to one node over CQL, with its raw rows kept and its time taken. */
import type { CqlRow } from "../../../shared/cql/value.ts";
import type { Source } from "../../../shared/facts/fact.ts";
import type { Clock, CqlSession } from "../deps.ts";
import { within } from "../session/deadline.ts";
import type { RawStore } from "../session/raw-store.ts";

/** Longer than a slow answer, shorter than an operator's patience; a frozen node costs one of these a look. */
const answerWithinMs = 5_000;

export interface Asker {
  readonly clock: Clock;
  readonly raws: RawStore;
  /** Address of the node, for the source of a figure. */
  readonly node: string;
}

export interface Answer {
  readonly rows: readonly CqlRow[];
  readonly at: number;
  readonly source: Source;
}

/**
 * Asks and keeps the raw rows under `what` (the table's name).
 * @throws Late when there is no answer in time, Failure or the server's error otherwise
 */
export async function askCql(
  asker: Asker,
  cql: CqlSession,
  what: string,
  query: string,
): Promise<Answer> {
  const { clock } = asker;
  const began = clock.monotonicMs();
  const tookMs = (): number => Math.round((clock.monotonicMs() - began) * 10) / 10;
  const keep = (exit: string, text: () => string): string =>
    asker.raws.put({ node: asker.node, what, at: clock.now(), tookMs: tookMs(), exit, text });
  try {
    const asked = cql.query(query, [], { timeoutMs: answerWithinMs });
    const rows = await within(clock, answerWithinMs + 500, asked);
    const raw = keep("ok", () => [query, ...rows.map(rowText)].join("\n"));
    return { rows, at: clock.now(), source: { node: asker.node, what, tookMs: tookMs(), raw } };
  } catch (error) {
    keep("failed", () => `${query}\n${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

function rowText(row: CqlRow): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === "bigint") return value.toString();
    if (value instanceof Uint8Array) {
      return `0x${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
    }
    return value instanceof Map ? Object.fromEntries(value) : value;
  });
}

/** The text entries of a map cell, also of one that came as an object. */
export function textMapOf(row: CqlRow, column: string): ReadonlyMap<string, string> {
  const value = row[column];
  const entries =
    value instanceof Map
      ? [...value]
      : typeof value === "object" &&
          value !== null &&
          !Array.isArray(value) &&
          !(value instanceof Uint8Array)
        ? Object.entries(value)
        : [];
  return new Map(
    entries.flatMap(([key, item]) =>
      typeof key === "string" && typeof item === "string" ? [[key, item]] : [],
    ),
  );
}
