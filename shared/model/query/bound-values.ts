import type { CqlType } from "../../cql/cql-type.ts";
import { decodeValue } from "../../cql/decode-value.ts";
import { encodeValue } from "../../cql/encode-value.ts";
import { MalformedCql } from "../../cql/malformed.ts";
import type { QueryParameters, WireValue } from "../../cql/query-parameters.ts";
import { literalBytes } from "../cql/term-value.ts";
import type { Term } from "../cql/statement.ts";
import { invalid } from "./catalog.ts";
import type { Prepared } from "./prepare.ts";

/** The values of a statement's markers, checked once, and its literals beside them. */
export class BoundValues {
  readonly #values: readonly WireValue[];

  /** @throws CqlServerError (invalid) when number or bytes do not fit the markers */
  constructor(prepared: Prepared, parameters: QueryParameters) {
    this.#values = valuesFor(prepared, parameters);
    for (const [i, { type, name }] of prepared.binds.entries()) {
      checkBytes(type, this.#values[i], name);
    }
  }

  /** Bytes of a term; null for NULL, undefined for "not set". @throws CqlServerError (invalid) */
  bytes(term: Term, type: CqlType, column: string): WireValue {
    return term.kind === "marker" ? this.#values[term.index] : literalBytes(term, type, column);
  }

  /** A whole number, of `LIMIT` and the like; undefined when it is not given or not set. */
  whole(term: Term | undefined, name: string): number | undefined {
    if (term === undefined) return undefined;
    const type: CqlType = name === "[timestamp]" ? { kind: "bigint" } : { kind: "int" };
    const bytes = this.bytes(term, type, name);
    if (bytes === undefined) return undefined;
    const value = decodeValue(type, bytes);
    if (typeof value !== "number" && typeof value !== "bigint")
      throw invalid(`Invalid null value of ${name}`);
    return Number(value);
  }

  /** The elements of `IN ?` or `IN (…)`. */
  list(terms: readonly Term[], wholeList: boolean, type: CqlType, column: string): WireValue[] {
    const [first] = terms;
    if (!wholeList || first === undefined)
      return terms.map((term) => this.bytes(term, type, column));
    const bytes = this.bytes(first, { kind: "list", of: type }, column);
    const list = bytes == null ? null : decodeValue({ kind: "list", of: type }, bytes);
    if (!Array.isArray(list)) throw invalid(`Invalid null value for IN restriction of ${column}`);
    return list.map((value) => encodeValue(type, value));
  }
}

function valuesFor(prepared: Prepared, { values, names }: QueryParameters): readonly WireValue[] {
  const given = values === undefined || "types" in values ? [] : values;
  if (names !== undefined) {
    return prepared.binds.map(({ name }) => {
      const at = names.indexOf(name);
      if (at < 0) throw invalid(`Missing value for the marker :${name}`);
      return given[at];
    });
  }
  if (given.length !== prepared.binds.length) {
    throw invalid(
      `Invalid amount of bind variables: ${given.length} given, ${prepared.binds.length} wanted`,
    );
  }
  return given;
}

function checkBytes(type: CqlType, bytes: WireValue, name: string): void {
  if (bytes == null) return;
  try {
    decodeValue(type, bytes);
  } catch (error) {
    if (error instanceof MalformedCql) throw invalid(`Invalid value of ${name}: ${error.message}`);
    throw error;
  }
}
