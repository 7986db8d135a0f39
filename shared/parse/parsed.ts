/**
 * What a parser gives: the value and how much of the text it rests on. A parser never throws; a text it cannot
 * read gives an empty value with `incomplete` set, and every line is accounted for in one of the three lists.
 */
export interface Parsed<T> {
  readonly value: T;
  /** Number of lines that were read into the value or recognised as structure (headers, rules). */
  readonly understood: number;
  /** Lines that are no data: banners, warnings of the JVM, what a wrapper script printed. */
  readonly ignored: readonly string[];
  /** Lines that stand where data was expected and could not be read. */
  readonly unreadable: readonly string[];
  /** True when something that this kind of text always holds is missing or could not be read. */
  readonly incomplete: boolean;
}

/** Keeps the account of lines while a parser walks over them. */
export class Tally {
  #understood = 0;
  readonly #ignored: string[] = [];
  readonly #unreadable: string[] = [];

  /** The line was read. */
  took(lines = 1): void {
    this.#understood += lines;
  }

  /** The line is no data. Blank lines are not worth keeping. */
  ignore(line: string): void {
    if (line.trim() !== "") this.#ignored.push(line);
  }

  /** The line should have been data. */
  fail(line: string): void {
    this.#unreadable.push(line);
  }

  /** The result; a line that could not be read makes it incomplete. */
  done<T>(value: T, missing: boolean): Parsed<T> {
    return {
      value,
      understood: this.#understood,
      ignored: this.#ignored,
      unreadable: this.#unreadable,
      incomplete: missing || this.#unreadable.length > 0,
    };
  }
}
