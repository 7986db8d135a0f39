import type { Level } from "../../consistency/levels.ts";
import type { RangePart } from "../ring/placement.ts";
import type { KeyspaceDefinition, TableDefinition } from "../schema/definitions.ts";
import { placeAfterToken } from "../storage/partition-place.ts";
import { mergeRows, noRow, type Row } from "../storage/row.ts";
import { decodeRow } from "../storage/row-record.ts";
import {
  Acks,
  planFor,
  timeouts,
  unavailable,
  type Coordination,
  type Done,
  type Plan,
} from "./coordination.ts";
import { contacted, readError } from "./read.ts";

export interface ScannedRow {
  readonly place: string;
  readonly row: Row;
}

export interface ScanPage {
  /** In order of tokens, deleted rows included. */
  readonly rows: readonly ScannedRow[];
  /** Where the next page begins; undefined at the end of the ring. */
  readonly next: string | undefined;
}

/** The place before all rows. */
export const startOfRing = "";
const endOfRing = "\uffff";

/**
 * The next rows of a whole table after `after`: one part of the ring after the other, each from as many of its replicas
 * as the level wants. Gives at least one row unless there are none, and about `limit` at most.
 */
export function scanRows(
  coordination: Coordination,
  keyspace: KeyspaceDefinition,
  table: TableDefinition,
  after: string,
  limit: number,
  level: Level,
  done: Done<ScanPage>,
): void {
  const parts = joined(coordination, keyspace, level).filter((part) => part.upTo > after);
  const rows: ScannedRow[] = [];
  const step = (index: number, from: string): void => {
    const part = parts[index];
    if (part === undefined) return done({ ok: true, value: { rows, next: undefined } });
    readPart(coordination, table, part, from, limit - rows.length, (outcome) => {
      if (!outcome.ok) return done(outcome);
      rows.push(...outcome.value.rows);
      const { complete, reached } = outcome.value;
      if (rows.length >= limit) {
        const next = complete ? part.upTo : reached;
        return done({ ok: true, value: { rows, next: next === endOfRing ? undefined : next } });
      }
      if (complete) step(index + 1, part.upTo);
      else step(index, reached);
    });
  };
  step(0, after);
}

interface Part {
  readonly after: string;
  readonly upTo: string;
  readonly plan: Plan;
}

/** Neighbouring ranges with the same replicas are read together. */
function joined(
  coordination: Coordination,
  keyspace: KeyspaceDefinition,
  level: Level,
): readonly Part[] {
  const parts: Part[] = [];
  const placesOf = ({ after, upTo }: RangePart) => ({
    after: after === undefined ? startOfRing : placeAfterToken(after),
    upTo: upTo === undefined ? endOfRing : placeAfterToken(upTo),
  });
  let before = "";
  for (const range of coordination.placement().rangesOf(keyspace)) {
    const name = range.replicas.toSorted().join(" ");
    const { after, upTo } = placesOf(range);
    const last = parts.at(-1);
    if (last !== undefined && name === before) parts[parts.length - 1] = { ...last, upTo };
    else parts.push({ after, upTo, plan: planFor(coordination, keyspace, level, range.replicas) });
    before = name;
  }
  return parts;
}

function readPart(
  coordination: Coordination,
  table: TableDefinition,
  part: Part,
  from: string,
  limit: number,
  done: Done<ScanPage & { readonly complete: boolean; readonly reached: string }>,
): void {
  const placement = coordination.placement();
  const refused = unavailable(part.plan, placement);
  if (refused !== undefined) return done({ ok: false, error: refused });
  const { chosen } = contacted(coordination, part.plan);
  const acks = new Acks(part.plan.requirement, placement);
  const merged = new Map<string, Row>();
  // A replica that stopped at its limit has said nothing of what comes after its last row.
  let reached = part.upTo;
  let outstanding = chosen.length;
  let failures = 0;
  const after = from > part.after ? from : part.after;
  const request = { kind: "range", tableId: table.id, after, upTo: part.upTo, limit } as const;
  for (const address of chosen) {
    coordination.request(address, request, timeouts.rangeMs, (reply) => {
      outstanding--;
      if (reply?.kind === "rows") {
        acks.add(address);
        for (const [place, row] of reply.rows) {
          merged.set(place, mergeRows(merged.get(place) ?? noRow, decodeRow(row)));
        }
        const last = reply.rows.at(-1)?.[0];
        if (reply.rows.length >= limit && last !== undefined && last < reached) reached = last;
      } else if (reply !== undefined) failures++;
      if (outstanding > 0) return;
      if (!acks.met) {
        const error = readError(part.plan, acks.received, failures, merged.size > 0);
        return done({ ok: false, error });
      }
      const rows = [...merged]
        .filter(([place]) => place <= reached)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([place, row]) => ({ place, row }));
      done({
        ok: true,
        value: { rows, next: undefined, complete: reached === part.upTo, reached },
      });
    });
  }
}
