import type { Parsed } from "../parsed.ts";
import type { DroppedStats, PoolStats, Tpstats } from "./tpstats.ts";

/**
 * Reads `nodetool tpstats -F json`: one line by json-simple in 3.10–3.11 (which may hold a bare NaN), pretty by
 * Jackson in 4.0+. Gives undefined for a text that is not this JSON.
 */
export function readTpstatsJson(text: string): Parsed<Tpstats> | undefined {
  const root = parse(text);
  const pools = objectAt(root, "ThreadPools");
  const drops = objectAt(root, "DroppedMessage");
  if (pools === undefined || drops === undefined) return undefined;
  const waits = objectAt(root, "WaitLatencies");
  const value: Tpstats = {
    pools: Object.entries(pools).map(([name, pool]): PoolStats => ({
      name,
      active: numberAt(pool, "ActiveTasks"),
      pending: numberAt(pool, "PendingTasks"),
      completed: numberAt(pool, "CompletedTasks"),
      blocked: numberAt(pool, "CurrentlyBlockedTasks"),
      blockedTotal: numberAt(pool, "TotalBlockedTasks"),
    })),
    dropped: Object.entries(drops).map(([message, count]): DroppedStats => ({
      message,
      dropped: typeof count === "number" ? count : undefined,
      waitMicros: readWaits(waits?.[message]),
    })),
    error: undefined,
  };
  const understood = text.trimEnd().split("\n").length;
  return { value, understood, ignored: [], unreadable: [], incomplete: value.pools.length === 0 };
}

/** Parses from the first brace to the last, bare NaN and Infinity taken as null. */
function parse(text: string): unknown {
  const end = text.lastIndexOf("}");
  try {
    return JSON.parse(
      text.slice(text.indexOf("{"), end + 1).replace(/([:[,]\s*)(?:NaN|-?Infinity)\b/g, "$1null"),
    );
  } catch {
    return undefined; // cut off, or not JSON at all: the caller reads it as a table
  }
}

function objectAt(value: unknown, key: string): Record<string, unknown> | undefined {
  const field = isObject(value) ? value[key] : undefined;
  return isObject(field) ? field : undefined;
}

function numberAt(value: unknown, key: string): number | undefined {
  const field = isObject(value) ? value[key] : undefined;
  return typeof field === "number" ? field : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** p50, p75, p95, p98, p99, min, max. */
function readWaits(value: unknown): DroppedStats["waitMicros"] {
  if (!Array.isArray(value)) return undefined;
  const [p50, , p95, , p99, , max] = value.map((item: unknown) =>
    typeof item === "number" ? item : undefined,
  );
  return { p50, p95, p99, max };
}
