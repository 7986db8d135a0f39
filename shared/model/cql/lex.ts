import { CqlServerError } from "../../cql/server-error.ts";

/** One word of a CQL statement, with the place where it begins. */
export interface Token {
  readonly kind:
    "word" | "name" | "string" | "integer" | "float" | "uuid" | "blob" | "symbol" | "end";
  /** Words in lower case, names and strings without their quotes, blobs without 0x, symbols as they are. */
  readonly text: string;
  readonly at: number;
}

const pattern = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|//[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<uuid>[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})`,
    String.raw`(?<blob>0[xX][0-9a-fA-F]*)`,
    String.raw`(?<float>\d+\.\d*(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)`,
    String.raw`(?<integer>\d+)`,
    String.raw`(?<word>[A-Za-z][A-Za-z0-9_]*)`,
    String.raw`(?<name>"(?:[^"]|"")+")`,
    String.raw`(?<string>'(?:[^']|'')*'|\$\$[^]*?\$\$)`,
    String.raw`(?<symbol><=|>=|!=|[?:;,.()\[\]{}=<>*+-])`,
  ].join("|"),
  "y",
);

/**
 * Cuts a statement into its words; comments and blanks are left out, the last token is the end.
 * @throws CqlServerError (syntax) at a character that begins none
 */
export function lex(cql: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < cql.length) {
    pattern.lastIndex = at;
    const match = pattern.exec(cql);
    if (match === null) throw syntaxError(cql, at, cql.slice(at, at + 1));
    const groups = match.groups ?? {};
    const kind = (Object.keys(groups) as (Token["kind"] | "space")[]).find(
      (name) => groups[name] !== undefined,
    );
    const text = match[0];
    if (kind !== undefined && kind !== "space") tokens.push({ kind, text: plain(kind, text), at });
    at += text.length;
  }
  tokens.push({ kind: "end", text: "", at });
  return tokens;
}

/** The error that Cassandra's parser answers with: `line 1:7 no viable alternative at input 'x'`. */
export function syntaxError(cql: string, at: number, found: string): CqlServerError {
  const before = cql.slice(0, at).split("\n");
  const column = (before.at(-1) ?? "").length;
  const what = found === "" ? "<EOF>" : found.slice(0, 100);
  return new CqlServerError({
    kind: "syntax",
    message: `line ${before.length}:${column} no viable alternative at input '${what}'`,
  });
}

function plain(kind: Token["kind"], text: string): string {
  switch (kind) {
    case "word":
      return text.toLowerCase();
    case "name":
      return text.slice(1, -1).replaceAll('""', '"');
    case "string":
      return text.startsWith("$") ? text.slice(2, -2) : text.slice(1, -1).replaceAll("''", "'");
    case "blob":
      return text.slice(2);
    default:
      return text;
  }
}
