import type { CqlType, PlainKind } from "../../cql/cql-type.ts";
import { CqlServerError } from "../../cql/server-error.ts";

const plain = new Set<string>([
  "ascii",
  "bigint",
  "blob",
  "boolean",
  "counter",
  "decimal",
  "double",
  "float",
  "int",
  "timestamp",
  "uuid",
  "varint",
  "timeuuid",
  "inet",
  "date",
  "time",
  "smallint",
  "tinyint",
  "duration",
]);

/**
 * Reads a type as `system_schema.columns` writes it: `text`, `frozen<map<text, int>>`. Frozen is dropped: the wire
 * does not know it.
 * @throws CqlServerError (invalid) for a type that does not exist
 */
export function parseTypeText(text: string): CqlType {
  const match = /^\s*([A-Za-z]\w*)\s*(?:<(.*)>)?\s*$/.exec(text);
  const name = match?.[1]?.toLowerCase() ?? "";
  const inner = match?.[2] === undefined ? [] : splitTypes(match[2]);
  const [first, second] = inner;
  if (inner.length === 0) {
    if (name === "text" || name === "varchar") return { kind: "varchar" };
    if (plain.has(name)) return { kind: name as PlainKind };
  } else if (name === "frozen" && first !== undefined && inner.length === 1) {
    return parseTypeText(first);
  } else if ((name === "list" || name === "set") && first !== undefined && inner.length === 1) {
    return { kind: name, of: parseTypeText(first) };
  } else if (name === "map" && first !== undefined && second !== undefined && inner.length === 2) {
    return { kind: "map", key: parseTypeText(first), value: parseTypeText(second) };
  } else if (name === "tuple") {
    return { kind: "tuple", of: inner.map(parseTypeText) };
  }
  throw new CqlServerError({ kind: "invalid", message: `Unknown type ${text}` });
}

/** Cuts `text, map<int, text>` at the commas outside of angle brackets. */
function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">") depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
