import { decodeValue } from "../../cql/decode-value.ts";
import type { CqlResponse } from "../../cql/response.ts";
import type { CqlRow, CqlValue } from "../../cql/value.ts";
import type { Level } from "../../consistency/levels.ts";
import type { Done, Outcome } from "../coordinator/coordination.ts";
import type { ScannedRow, ScanPage } from "../coordinator/scan.ts";
import { startOfRing } from "../coordinator/scan.ts";
import type { SelectStatement } from "../cql/statement.ts";
import type { ModelNode } from "../node/model-node.ts";
import type { TableDefinition } from "../schema/definitions.ts";
import { keyOfPlace, placeOf } from "../storage/partition-place.ts";
import { valuesOf, type Row } from "../storage/row.ts";
import type { BoundValues } from "./bound-values.ts";
import type { FoundTable } from "./catalog.ts";
import { decodePaging, encodePaging } from "./paging-state.ts";
import { keyColumns, selectedKeys } from "./partition-keys.ts";
import type { Prepared } from "./prepare.ts";

export interface SelectFacts {
  readonly node: ModelNode;
  readonly prepared: Prepared;
  readonly statement: SelectStatement;
  readonly found: FoundTable & { readonly kind: "replicated" };
  readonly bound: BoundValues;
  readonly level: Level;
  readonly pageSize: number | undefined;
  readonly pagingState: Uint8Array | undefined;
}

/** Rows a scan asks the replicas for at once when the client sets no page. */
const scanStep = 1_000;

/** Answers a SELECT on a replicated table. @throws CqlServerError */
export function executeSelect(facts: SelectFacts, done: (response: CqlResponse) => void): void {
  const { node, found, statement, bound, level } = facts;
  const keys = selectedKeys(found.table, statement.where, bound);
  const limit = bound.whole(statement.limit, "[limit]");
  const place =
    facts.pagingState === undefined
      ? { after: startOfRing, remaining: limit ?? -1 }
      : decodePaging(facts.pagingState);
  if (keys !== undefined) return readKeys(facts, keys, place.remaining, done);
  const counting = statement.selectors === "count";
  const wanted = counting
    ? Number.POSITIVE_INFINITY
    : Math.min(
        facts.pageSize ?? Number.POSITIVE_INFINITY,
        place.remaining < 0 ? Number.POSITIVE_INFINITY : place.remaining,
      );
  const rows: CqlRow[] = [];
  let count = 0;
  const step = (after: string): void => {
    const ask = Math.max(1, Math.min(wanted - rows.length, scanStep));
    node.scan(found.keyspace, found.table, after, ask, level, (outcome: Outcome<ScanPage>) => {
      if (!outcome.ok) return done({ kind: "error", error: outcome.error });
      for (const { place: at, row } of outcome.value.rows) {
        const values = liveRow(facts, keyOfPlace(at), row);
        if (values === undefined) continue;
        count++;
        if (!counting) rows.push(values);
      }
      const { next } = outcome.value;
      if (next !== undefined && rows.length < wanted) return step(next);
      if (counting) return done(countOf(facts, count));
      const remaining = place.remaining < 0 ? -1 : place.remaining - rows.length;
      const more = next !== undefined && remaining !== 0;
      done({
        kind: "rows",
        columns: facts.prepared.columns,
        rows,
        ...(more ? { pagingState: encodePaging({ after: next, remaining }) } : {}),
      });
    });
  };
  step(place.after);
}

function readKeys(
  facts: SelectFacts,
  keys: readonly Uint8Array[],
  limit: number,
  done: (response: CqlResponse) => void,
): void {
  const { node, found, level, prepared } = facts;
  const distinct = [...new Map(keys.map((key) => [placeOf(key), key]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const rows: CqlRow[] = [];
  const next: Done<readonly ScannedRow[]> = (outcome) => {
    if (!outcome.ok) return done({ kind: "error", error: outcome.error });
    for (const { place, row } of outcome.value) {
      const values = liveRow(facts, keyOfPlace(place), row);
      if (values !== undefined) rows.push(values);
    }
    if (facts.statement.selectors === "count") return done(countOf(facts, rows.length));
    done({
      kind: "rows",
      columns: prepared.columns,
      rows: limit < 0 ? rows : rows.slice(0, limit),
    });
  };
  const found_: ScannedRow[] = [];
  const step = (index: number): void => {
    const entry = distinct[index];
    if (entry === undefined) return next({ ok: true, value: found_ });
    const [place, key] = entry;
    node.read(found.keyspace, found.table, key, level, (outcome: Outcome<Row>) => {
      if (!outcome.ok) return next(outcome);
      found_.push({ place, row: outcome.value });
      step(index + 1);
    });
  };
  step(0);
}

function liveRow({ node, prepared, found, statement }: SelectFacts, key: Uint8Array, row: Row) {
  const values = valuesOf(row, node.world.now() / 1_000);
  if (values === undefined) return undefined;
  const bytes = new Map([...values, ...keyColumns(found.table, key)]);
  if (statement.selectors === "count") return {};
  return pickColumns(prepared, statement, found.table, bytes);
}

function pickColumns(
  { columns }: Prepared,
  { selectors }: SelectStatement,
  table: TableDefinition,
  bytes: ReadonlyMap<string, Uint8Array>,
): CqlRow {
  const row: Record<string, CqlValue> = {};
  for (const [i, { name, type }] of columns.entries()) {
    const selector = Array.isArray(selectors) ? selectors[i] : undefined;
    const column = selector?.column ?? table.columns[i]?.name ?? name;
    row[name] = decodeValue(type, bytes.get(column) ?? null);
  }
  return row;
}

function countOf({ prepared }: SelectFacts, count: number): CqlResponse {
  return { kind: "rows", columns: prepared.columns, rows: [{ count: BigInt(count) }] };
}
