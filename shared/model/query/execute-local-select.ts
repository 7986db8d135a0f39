import { encodeValue } from "../../cql/encode-value.ts";
import type { CqlResponse } from "../../cql/response.ts";
import type { CqlRow, CqlValue } from "../../cql/value.ts";
import type { Relation, SelectStatement } from "../cql/statement.ts";
import { notKnown } from "../cql/not-known.ts";
import type { TableDefinition } from "../schema/definitions.ts";
import type { BoundValues } from "./bound-values.ts";
import { invalid, type FoundTable } from "./catalog.ts";
import { decodePaging, encodePaging } from "./paging-state.ts";
import { columnOf, type Prepared } from "./prepare.ts";

/** Answers a SELECT on a table whose rows the node makes itself. @throws CqlServerError */
export function executeLocalSelect(
  prepared: Prepared,
  statement: SelectStatement,
  found: FoundTable,
  all: readonly CqlRow[],
  bound: BoundValues,
  pageSize: number | undefined,
  pagingState: Uint8Array | undefined,
): CqlResponse {
  const { table } = found;
  const tests = statement.where.map((relation) => {
    const { kind } = columnOf(table, relation.column);
    // Virtual tables filter whatever they are asked, as the real ones do.
    if (kind === "regular" && found.kind === "local" && !statement.allowFiltering)
      throw invalid(
        "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING",
      );
    return testOf(table, relation, bound);
  });
  const matching = all.filter((row) => tests.every((test) => test(row)));
  const { columns } = prepared;
  if (statement.selectors === "count")
    return { kind: "rows", columns, rows: [{ count: BigInt(matching.length) }] };
  const limit = bound.whole(statement.limit, "[limit]");
  const limited = limit === undefined ? matching : matching.slice(0, limit);
  const from = pagingState === undefined ? 0 : Number(decodePaging(pagingState).after);
  const page = limited.slice(from, pageSize === undefined ? undefined : from + pageSize);
  const rows = page.map((row) => {
    const picked: Record<string, CqlValue> = {};
    for (const [i, { name }] of columns.entries()) {
      const selector = Array.isArray(statement.selectors) ? statement.selectors[i] : undefined;
      picked[name] = row[selector?.column ?? name] ?? null;
    }
    return picked;
  });
  const next = from + page.length;
  const more = next < limited.length;
  return {
    kind: "rows",
    columns,
    rows,
    ...(more ? { pagingState: encodePaging({ after: String(next), remaining: -1 }) } : {}),
  };
}

function testOf(
  table: TableDefinition,
  { column, operator, terms, wholeList }: Relation,
  bound: BoundValues,
): (row: CqlRow) => boolean {
  if (operator !== "=" && operator !== "in")
    throw notKnown(`the relation ${column} ${operator} … on ${table.keyspace}.${table.name}`);
  const { type } = columnOf(table, column);
  const wanted = new Set(
    bound.list(terms, wholeList, type, column).map((bytes) => {
      if (bytes == null) throw invalid(`Invalid null value in condition for column ${column}`);
      return bytes.join(" ");
    }),
  );
  return (row) => {
    const value = row[column] ?? null;
    return value !== null && wanted.has(encodeValue(type, value)?.join(" ") ?? "");
  };
}
