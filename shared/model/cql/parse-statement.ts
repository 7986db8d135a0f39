import { Cursor } from "./cursor.ts";
import { notKnown } from "./not-known.ts";
import { parseAlter, parseCreate, parseDrop } from "./parse-schema.ts";
import { parseDelete, parseInsert, parseUpdate } from "./parse-modify.ts";
import { parseSelect } from "./parse-select.ts";
import type { Statement } from "./statement.ts";

/**
 * A CQL statement as a value, with the number of its markers.
 * @throws CqlServerError: syntax for what is not CQL, invalid for CQL that the simulator does not know
 */
export function parseStatement(cql: string): {
  readonly statement: Statement;
  readonly markers: number;
} {
  const cursor = new Cursor(cql);
  const statement = readStatement(cursor, cql);
  cursor.expectEnd();
  return { statement, markers: cursor.markers };
}

/** Statements that a real node knows and the simulator does not. */
const notSimulated = new Set(["grant", "revoke", "list", "begin", "apply", "describe", "desc"]);

function readStatement(cursor: Cursor, cql: string): Statement {
  const first = cursor.next();
  switch (first.kind === "word" ? first.text : "") {
    case "select":
      return parseSelect(cursor);
    case "insert":
      return parseInsert(cursor);
    case "update":
      return parseUpdate(cursor);
    case "delete":
      return parseDelete(cursor);
    case "create":
      return parseCreate(cursor);
    case "alter":
      return parseAlter(cursor);
    case "drop":
      return parseDrop(cursor);
    case "use":
      return { kind: "use", keyspace: cursor.name() };
    case "truncate":
      cursor.accept("table");
      return { kind: "truncate", name: cursor.tableName() };
    default:
      if (notSimulated.has(first.text)) throw notKnown(cql);
      throw cursor.unexpected(first);
  }
}
