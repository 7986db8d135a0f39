import { decodeValue } from "../../cql/decode-value.ts";
import type { CqlResponse } from "../../cql/response.ts";
import type { CqlValue } from "../../cql/value.ts";
import type { Condition, Relation } from "../cql/statement.ts";
import { notKnown } from "../cql/not-known.ts";
import { valuesOf, type Row } from "../storage/row.ts";
import type { BoundValues } from "./bound-values.ts";
import { rowOf, type ModifyFacts } from "./execute-modify.ts";
import { keyColumns } from "./partition-keys.ts";
import { columnOf, specOf } from "./prepare.ts";

type Values = ReadonlyMap<string, Uint8Array> | undefined;

/**
 * Answers a change with IF: `[applied]`, and what is there instead when it was not applied.
 * @throws CqlServerError
 */
export function executeConditional(
  facts: ModifyFacts,
  key: Uint8Array,
  condition: Condition,
  done: (response: CqlResponse) => void,
): void {
  const { node, found, bound } = facts;
  const { table, keyspace } = found;
  const nowSeconds = node.world.now() / 1_000;
  const holds = testOf(condition, facts, bound);
  node.compareAndSet(
    {
      keyspace,
      table,
      key,
      serial: facts.serialLevel,
      commit: facts.level,
      change: (row: Row, at: number) =>
        holds(valuesOf(row, nowSeconds)) ? rowOf(facts, at) : undefined,
    },
    (outcome) => {
      if (!outcome.ok) return done({ kind: "error", error: outcome.error });
      const { applied, row } = outcome.value;
      const values = valuesOf(row, nowSeconds);
      done(answer(facts, key, condition, applied, values));
    },
  );
}

function answer(
  { found }: ModifyFacts,
  key: Uint8Array,
  condition: Condition,
  applied: boolean,
  values: Values,
): CqlResponse {
  const { table } = found;
  const shown =
    applied || values === undefined
      ? []
      : condition.kind === "columns"
        ? condition.relations.map(({ column }) => columnOf(table, column))
        : table.columns;
  const bytes = new Map([...(values ?? []), ...keyColumns(table, key)]);
  const row: Record<string, CqlValue> = { "[applied]": applied };
  for (const { name, type } of shown) row[name] = decodeValue(type, bytes.get(name) ?? null);
  return {
    kind: "rows",
    columns: [
      specOf(table, { name: "[applied]", type: { kind: "boolean" } }),
      ...shown.map((column) => specOf(table, column)),
    ],
    rows: [row],
  };
}

function testOf(
  condition: Condition,
  facts: ModifyFacts,
  bound: BoundValues,
): (values: Values) => boolean {
  switch (condition.kind) {
    case "not exists":
      return (values) => values === undefined;
    case "exists":
      return (values) => values !== undefined;
    case "columns": {
      const tests = condition.relations.map((relation) => relationTest(relation, facts, bound));
      return (values) => tests.every((test) => test(values));
    }
  }
}

function relationTest(
  { column, operator, terms, wholeList }: Relation,
  { found }: ModifyFacts,
  bound: BoundValues,
): (values: Values) => boolean {
  if (operator !== "=" && operator !== "!=" && operator !== "in")
    throw notKnown(`the condition ${column} ${operator} …`);
  const { type } = columnOf(found.table, column);
  const wanted = new Set(
    bound.list(terms, wholeList, type, column).map((bytes) => bytes?.join(" ") ?? null),
  );
  return (values) => wanted.has(values?.get(column)?.join(" ") ?? null) !== (operator === "!=");
}
