import { lex, syntaxError, type Token } from "./lex.ts";
import type { TableName, Term } from "./statement.ts";

/** A place in a statement's words, with what every part of the parser asks for. */
export class Cursor {
  readonly #cql: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #markers = 0;

  /** @throws CqlServerError (syntax) */
  constructor(cql: string) {
    this.#cql = cql;
    this.#tokens = lex(cql);
  }

  /** Markers read so far. */
  get markers(): number {
    return this.#markers;
  }

  peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }

  /** Takes the words if they come next, all of them or none. */
  accept(...texts: readonly string[]): boolean {
    const here = texts.every((text, i) => isWord(this.peek(i), text));
    if (here) this.#at += texts.length;
    return here;
  }

  /** @throws CqlServerError (syntax) when something else comes */
  expect(...texts: readonly string[]): void {
    for (const text of texts) if (!this.accept(text)) throw this.unexpected();
  }

  /** An identifier: a plain word, or a quoted name. @throws CqlServerError (syntax) */
  name(): string {
    const token = this.next();
    if (token.kind !== "word" && token.kind !== "name") throw this.unexpected(token);
    return token.text;
  }

  tableName(): TableName {
    const first = this.name();
    return this.accept(".")
      ? { keyspace: first, table: this.name() }
      : { keyspace: undefined, table: first };
  }

  /** Items separated by commas up to `close`, which is taken as well. */
  listUntil<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    if (this.accept(close)) return items;
    do items.push(item());
    while (this.accept(","));
    this.expect(close);
    return items;
  }

  /** A literal or a marker. @throws CqlServerError (syntax) */
  term(): Term {
    const token = this.next();
    switch (token.kind) {
      case "string":
      case "integer":
      case "float":
      case "uuid":
      case "blob":
        return { kind: token.kind, text: token.text };
      case "word":
        if (token.text === "null") return { kind: "null" };
        if (token.text === "true" || token.text === "false")
          return { kind: "boolean", text: token.text };
        if (token.text === "nan" || token.text === "infinity")
          return { kind: "float", text: token.text };
        throw this.unexpected(token);
      case "symbol":
        return this.#symbolTerm(token);
      default:
        throw this.unexpected(token);
    }
  }

  #symbolTerm(token: Token): Term {
    switch (token.text) {
      case "?":
        return { kind: "marker", index: this.#markers++, name: undefined };
      case ":":
        return { kind: "marker", index: this.#markers++, name: this.name() };
      case "-": {
        const number = this.next();
        if (number.kind !== "integer" && number.kind !== "float") throw this.unexpected(number);
        return { kind: number.kind, text: `-${number.text}` };
      }
      case "[":
        return { kind: "list", of: this.listUntil("]", () => this.term()) };
      case "{":
        return this.#setOrMap();
      default:
        throw this.unexpected(token);
    }
  }

  #setOrMap(): Term {
    if (this.accept("}")) return { kind: "map", entries: [] };
    const first = this.term();
    if (!this.accept(":")) {
      const rest = this.accept("}")
        ? []
        : (this.expect(","), this.listUntil("}", () => this.term()));
      return { kind: "set", of: [first, ...rest] };
    }
    const entries: [Term, Term][] = [[first, this.term()]];
    while (this.accept(",")) {
      const key = this.term();
      this.expect(":");
      entries.push([key, this.term()]);
    }
    this.expect("}");
    return { kind: "map", entries };
  }

  /** @throws CqlServerError (syntax) when anything but a semicolon is left */
  expectEnd(): void {
    this.accept(";");
    if (this.peek().kind !== "end") throw this.unexpected();
  }

  /** The syntax error at `token`, or at what comes next. */
  unexpected(token = this.peek()): Error {
    return syntaxError(this.#cql, token.at, token.text);
  }
}

function isWord(token: Token, text: string): boolean {
  return (token.kind === "word" || token.kind === "symbol") && token.text === text;
}
