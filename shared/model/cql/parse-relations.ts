import type { Cursor } from "./cursor.ts";
import { notKnown } from "./not-known.ts";
import type { Relation } from "./statement.ts";

/** Relations joined by AND, after WHERE or IF. @throws CqlServerError */
export function parseWhere(cursor: Cursor): readonly Relation[] {
  const relations: Relation[] = [];
  do relations.push(parseRelation(cursor));
  while (cursor.accept("and"));
  return relations;
}

function parseRelation(cursor: Cursor): Relation {
  if (cursor.peek().text === "(") throw notKnown("a relation on several columns");
  const column = cursor.name();
  if (cursor.peek().text === "(") throw notKnown(`${column}(…) in a relation`);
  if (cursor.accept("in")) {
    if (!cursor.accept("(")) {
      return { column, operator: "in", terms: [cursor.term()], wholeList: true };
    }
    return {
      column,
      operator: "in",
      terms: cursor.listUntil(")", () => cursor.term()),
      wholeList: false,
    };
  }
  const token = cursor.next();
  switch (token.text) {
    case "=":
    case "<":
    case ">":
    case "<=":
    case ">=":
    case "!=":
      return { column, operator: token.text, terms: [cursor.term()], wholeList: false };
    case "contains":
    case "like":
    case "is":
    case "between":
      throw notKnown(`${token.text.toUpperCase()} in a relation`);
    default:
      throw cursor.unexpected(token);
  }
}
