import type { CqlType } from "../../cql/cql-type.ts";
import { CqlValueError } from "../../cql/cql-value-error.ts";
import { encodeValue } from "../../cql/encode-value.ts";
import { parseDateTime } from "./date-time.ts";
import { CqlServerError } from "../../cql/server-error.ts";
import type { CqlValue } from "../../cql/value.ts";
import type { Term } from "./statement.ts";

/**
 * The bytes of a literal for a column of `type`, null for NULL.
 * @throws CqlServerError (invalid) when the literal is of another type, with Cassandra's sentence
 */
export function literalBytes(term: Term, type: CqlType, column: string): Uint8Array | null {
  if (term.kind === "null") return null;
  try {
    return encodeValue(type, literalValue(term, type, column));
  } catch (error) {
    if (error instanceof CqlValueError) throw wrongType(term, type, column);
    throw error;
  }
}

function literalValue(term: Term, type: CqlType, column: string): CqlValue {
  const no = (): never => {
    throw wrongType(term, type, column);
  };
  switch (type.kind) {
    case "varchar":
    case "ascii":
    case "inet":
    case "date":
    case "time":
      return term.kind === "string" ? term.text : no();
    case "uuid":
    case "timeuuid":
      return term.kind === "uuid" ? term.text : no();
    case "decimal":
      return term.kind === "integer" || term.kind === "float" ? term.text : no();
    case "int":
    case "smallint":
    case "tinyint":
    case "bigint":
    case "counter":
    case "varint":
      return term.kind === "integer" ? BigInt(term.text) : no();
    case "timestamp":
      if (term.kind === "integer") return BigInt(term.text);
      return term.kind === "string" ? (parseDateTime(term.text) ?? no()) : no();
    case "float":
    case "double":
      return term.kind === "integer" || term.kind === "float" ? numberOf(term.text) : no();
    case "boolean":
      return term.kind === "boolean" ? term.text === "true" : no();
    case "blob":
      return term.kind === "blob" ? bytesOfHex(term.text) : no();
    case "list":
      return term.kind === "list"
        ? term.of.map((each) => literalValue(each, type.of, column))
        : no();
    case "set":
      // `{}` is read as an empty map.
      if (term.kind === "map" && term.entries.length === 0) return [];
      return term.kind === "set"
        ? term.of.map((each) => literalValue(each, type.of, column))
        : no();
    case "map":
      return term.kind === "map"
        ? new Map(
            term.entries.map(([key, value]) => [
              literalValue(key, type.key, column),
              literalValue(value, type.value, column),
            ]),
          )
        : no();
    case "tuple":
    case "udt":
    case "duration":
    case "custom":
      return no();
  }
}

function numberOf(text: string): number {
  if (text === "nan") return Number.NaN;
  return text === "infinity" ? Number.POSITIVE_INFINITY : Number(text);
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function wrongType(term: Term, type: CqlType, column: string): CqlServerError {
  return new CqlServerError({
    kind: "invalid",
    message: `Invalid ${term.kind.toUpperCase()} constant for "${column}" of type ${type.kind}`,
  });
}
