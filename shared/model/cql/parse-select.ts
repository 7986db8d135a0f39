import type { Cursor } from "./cursor.ts";
import { parseWhere } from "./parse-relations.ts";
import { notKnown } from "./not-known.ts";
import type { SelectStatement, Selector, Term } from "./statement.ts";

/** What follows SELECT. @throws CqlServerError */
export function parseSelect(cursor: Cursor): SelectStatement {
  for (const word of ["json", "distinct"]) {
    if (
      cursor.peek().text === word &&
      cursor.peek(1).text !== "from" &&
      cursor.peek(1).text !== ","
    )
      throw notKnown(`SELECT ${word.toUpperCase()}`);
  }
  const selectors = parseSelectors(cursor);
  cursor.expect("from");
  const from = cursor.tableName();
  const where = cursor.accept("where") ? parseWhere(cursor) : [];
  let limit: Term | undefined;
  let allowFiltering = false;
  for (;;) {
    if (cursor.accept("limit")) limit = cursor.term();
    else if (cursor.accept("allow", "filtering")) allowFiltering = true;
    else break;
  }
  const { text, kind } = cursor.peek();
  if (kind === "word" && ["group", "order", "per"].includes(text))
    throw notKnown(`${text.toUpperCase()} … in a SELECT`);
  return { kind: "select", from, selectors, where, limit, allowFiltering };
}

function parseSelectors(cursor: Cursor): SelectStatement["selectors"] {
  if (cursor.accept("*")) return undefined;
  if (cursor.peek(1).text === "(") {
    if (cursor.accept("count", "(", "*", ")") || cursor.accept("count", "(")) {
      if (cursor.peek().kind === "integer") {
        cursor.next();
        cursor.expect(")");
      }
      return "count";
    }
    throw notKnown(`the function ${cursor.peek().text}`);
  }
  const selectors: Selector[] = [];
  do {
    const column = cursor.name();
    if (cursor.peek().text === "(") throw notKnown(`the function ${column}`);
    selectors.push({ column, as: cursor.accept("as") ? cursor.name() : undefined });
  } while (cursor.accept(","));
  return selectors;
}
