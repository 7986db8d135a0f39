import { CqlServerError } from "../../cql/server-error.ts";
import type { Cursor } from "./cursor.ts";
import { notKnown } from "./not-known.ts";
import type { Options, SchemaStatement, Term } from "./statement.ts";

/** What follows CREATE. @throws CqlServerError */
export function parseCreate(cursor: Cursor): SchemaStatement {
  const kind = cursor.next();
  if (kind.text === "keyspace" || kind.text === "schema") {
    const ifNotExists = cursor.accept("if", "not", "exists");
    return {
      kind: "create keyspace",
      keyspace: cursor.name(),
      ifNotExists,
      options: parseOptions(cursor),
    };
  }
  if (kind.text === "table" || kind.text === "columnfamily") return parseCreateTable(cursor);
  throw notKnown(`CREATE ${kind.text.toUpperCase()}`);
}

/** What follows ALTER. @throws CqlServerError */
export function parseAlter(cursor: Cursor): SchemaStatement {
  const kind = cursor.next();
  if (kind.text !== "keyspace" && kind.text !== "schema")
    throw notKnown(`ALTER ${kind.text.toUpperCase()}`);
  return { kind: "alter keyspace", keyspace: cursor.name(), options: parseOptions(cursor) };
}

/** What follows DROP. @throws CqlServerError */
export function parseDrop(cursor: Cursor): SchemaStatement {
  const kind = cursor.next();
  const ifExists = cursor.accept("if", "exists");
  switch (kind.text) {
    case "keyspace":
    case "schema":
      return { kind: "drop keyspace", keyspace: cursor.name(), ifExists };
    case "table":
    case "columnfamily":
      return { kind: "drop table", name: cursor.tableName(), ifExists };
    default:
      throw notKnown(`DROP ${kind.text.toUpperCase()}`);
  }
}

function parseCreateTable(cursor: Cursor): SchemaStatement {
  const ifNotExists = cursor.accept("if", "not", "exists");
  const name = cursor.tableName();
  const columns: { name: string; type: string }[] = [];
  let partitionKey: string[] = [];
  let clustering: string[] = [];
  const keys = (found: string[], rest: string[]): void => {
    if (partitionKey.length > 0) {
      throw new CqlServerError({
        kind: "syntax",
        message: "Multiple PRIMARY KEYs specified (exactly one required)",
      });
    }
    partitionKey = found;
    clustering = rest;
  };
  cursor.expect("(");
  cursor.listUntil(")", () => {
    if (cursor.accept("primary", "key", "(")) {
      const first = cursor.accept("(")
        ? cursor.listUntil(")", () => cursor.name())
        : [cursor.name()];
      const rest = cursor.accept(",") ? cursor.listUntil(")", () => cursor.name()) : [];
      if (rest.length === 0) cursor.expect(")");
      keys(first, rest);
      return;
    }
    const column = cursor.name();
    columns.push({ name: column, type: parseTypeText(cursor) });
    if (cursor.accept("static")) throw notKnown("static columns");
    if (cursor.accept("primary", "key")) keys([column], []);
  });
  return {
    kind: "create table",
    name,
    ifNotExists,
    columns,
    partitionKey,
    clustering,
    options: parseOptions(cursor),
  };
}

/** A type's text without blanks: `map<text,int>`. */
function parseTypeText(cursor: Cursor): string {
  let text = cursor.name();
  if (!cursor.accept("<")) return text;
  text += `<${cursor.listUntil(">", () => parseTypeText(cursor)).join(", ")}>`;
  return text;
}

function parseOptions(cursor: Cursor): Options {
  const options = new Map<string, Term>();
  if (!cursor.accept("with")) return options;
  do {
    const name = cursor.name();
    if (name === "clustering" || name === "compact") throw notKnown(`WITH ${name.toUpperCase()} …`);
    cursor.expect("=");
    options.set(name, cursor.term());
  } while (cursor.accept("and"));
  return options;
}
