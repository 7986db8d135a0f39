import { CqlServerError } from "../../cql/server-error.ts";
import type { Cursor } from "./cursor.ts";
import { parseWhere } from "./parse-relations.ts";
import { notKnown } from "./not-known.ts";
import type { Assignment, Condition, ModifyStatement, Term, Using } from "./statement.ts";

/** What follows INSERT. @throws CqlServerError */
export function parseInsert(cursor: Cursor): ModifyStatement {
  cursor.expect("into");
  const into = cursor.tableName();
  if (cursor.accept("json")) throw notKnown("INSERT … JSON");
  cursor.expect("(");
  const columns = cursor.listUntil(")", () => cursor.name());
  cursor.expect("values", "(");
  const terms = cursor.listUntil(")", () => cursor.term());
  if (columns.length !== terms.length) {
    throw new CqlServerError({
      kind: "invalid",
      message: "Unmatched column names/values",
    });
  }
  const assignments = columns.map((column, i): Assignment => ({
    column,
    term: terms[i] as Term,
  }));
  let condition: Condition | undefined;
  if (cursor.accept("if", "not", "exists")) condition = { kind: "not exists" };
  return { kind: "insert", into, assignments, using: parseUsing(cursor), condition };
}

/** What follows UPDATE. @throws CqlServerError */
export function parseUpdate(cursor: Cursor): ModifyStatement {
  const into = cursor.tableName();
  const using = parseUsing(cursor);
  cursor.expect("set");
  const assignments: Assignment[] = [];
  do {
    const column = cursor.name();
    if (cursor.peek().text === "[" || cursor.peek().text === ".")
      throw notKnown("an update of a part of a column");
    cursor.expect("=");
    const term = cursor.peek();
    if (term.kind === "word" && ["+", "-"].includes(cursor.peek(1).text))
      throw notKnown("counters and updates that add to a column");
    assignments.push({ column, term: cursor.term() });
  } while (cursor.accept(","));
  cursor.expect("where");
  const where = parseWhere(cursor);
  return { kind: "update", into, assignments, where, using, condition: parseCondition(cursor) };
}

/** What follows DELETE. @throws CqlServerError */
export function parseDelete(cursor: Cursor): ModifyStatement {
  const columns: string[] = [];
  while (!cursor.accept("from")) {
    columns.push(cursor.name());
    if (cursor.peek().text === "[") throw notKnown("a deletion of a part of a column");
    if (cursor.peek().text !== "from") cursor.expect(",");
  }
  const into = cursor.tableName();
  const using = parseUsing(cursor);
  cursor.expect("where");
  const where = parseWhere(cursor);
  return { kind: "delete", into, columns, where, using, condition: parseCondition(cursor) };
}

function parseCondition(cursor: Cursor): Condition | undefined {
  if (!cursor.accept("if")) return undefined;
  if (cursor.accept("exists")) return { kind: "exists" };
  return { kind: "columns", relations: parseWhere(cursor) };
}

function parseUsing(cursor: Cursor): Using {
  let ttl: Term | undefined;
  let timestamp: Term | undefined;
  if (cursor.accept("using")) {
    do {
      if (cursor.accept("ttl")) ttl = cursor.term();
      else {
        cursor.expect("timestamp");
        timestamp = cursor.term();
      }
    } while (cursor.accept("and"));
  }
  return { ttl, timestamp };
}
