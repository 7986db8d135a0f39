import { consistencyCode, consistencyOf } from "./consistency-level.ts";
import type { ConsistencyLevel } from "./consistency-level.ts";
import type { CqlType } from "./cql-type.ts";
import { CqlValueError } from "./cql-value-error.ts";
import { writeValue } from "./encode-value.ts";
import { MalformedCql } from "./malformed.ts";
import type { CqlValue } from "./value.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** A value as it is on the wire: bytes, null, or undefined for "not set", which leaves a column as it is. */
export type WireValue = Uint8Array | null | undefined;

/** Values with the types that a PREPARE gave for them; encoded straight into the frame. */
export interface TypedValues {
  readonly types: readonly CqlType[];
  readonly values: readonly CqlValue[];
}

/** What QUERY and EXECUTE carry beside the statement (v4 specification, section 4.1.4). */
export interface QueryParameters {
  readonly consistency: ConsistencyLevel;
  readonly values?: readonly WireValue[] | TypedValues | undefined;
  /** Names of the values, for a QUERY with named markers; as many as values. */
  readonly names?: readonly string[] | undefined;
  /** Asks for rows without a description of their columns. */
  readonly skipMetadata?: boolean | undefined;
  /** Rows a page. */
  readonly pageSize?: number | undefined;
  readonly pagingState?: Uint8Array | undefined;
  readonly serialConsistency?: ConsistencyLevel | undefined;
  /** Write time, microseconds since the epoch. */
  readonly timestampMicros?: bigint | undefined;
}

const flags = {
  values: 0x01,
  skipMetadata: 0x02,
  pageSize: 0x04,
  pagingState: 0x08,
  serialConsistency: 0x10,
  timestamp: 0x20,
  names: 0x40,
} as const;

/** Writes the <query_parameters>. @throws CqlValueError when values do not fit their types or number */
export function writeQueryParameters(writer: WireWriter, parameters: QueryParameters): void {
  const { values, names, pageSize, pagingState, serialConsistency, timestampMicros } = parameters;
  writer.short(consistencyCode(parameters.consistency));
  writer.byte(
    (values === undefined ? 0 : flags.values) |
      (parameters.skipMetadata === true ? flags.skipMetadata : 0) |
      (pageSize === undefined ? 0 : flags.pageSize) |
      (pagingState === undefined ? 0 : flags.pagingState) |
      (serialConsistency === undefined ? 0 : flags.serialConsistency) |
      (timestampMicros === undefined ? 0 : flags.timestamp) |
      (values === undefined || names === undefined ? 0 : flags.names),
  );
  if (values !== undefined) writeValues(writer, values, names);
  if (pageSize !== undefined) writer.int(pageSize);
  if (pagingState !== undefined) writer.bytes(pagingState);
  if (serialConsistency !== undefined) writer.short(consistencyCode(serialConsistency));
  if (timestampMicros !== undefined) writer.long(timestampMicros);
}

/** Reads <query_parameters>. @throws MalformedCql */
export function readQueryParameters(reader: WireReader): QueryParameters {
  const consistency = readConsistency(reader);
  const given = reader.byte();
  const has = (flag: number) => (given & flag) !== 0;
  let values: WireValue[] | undefined;
  let names: string[] | undefined;
  if (has(flags.values)) {
    values = [];
    if (has(flags.names)) names = [];
    for (let left = reader.short(); left > 0; left--) {
      names?.push(reader.string());
      values.push(reader.value());
    }
  }
  return {
    consistency,
    values,
    names,
    skipMetadata: has(flags.skipMetadata),
    pageSize: has(flags.pageSize) ? reader.int() : undefined,
    pagingState: has(flags.pagingState) ? (reader.bytes() ?? undefined) : undefined,
    serialConsistency: has(flags.serialConsistency) ? readConsistency(reader) : undefined,
    timestampMicros: has(flags.timestamp) ? reader.long() : undefined,
  };
}

/** Reads a [consistency]. @throws MalformedCql for a code that v4 does not have */
export function readConsistency(reader: WireReader): ConsistencyLevel {
  const code = reader.short();
  const level = consistencyOf(code);
  if (level === undefined) throw new MalformedCql(`Unknown consistency level ${code}`);
  return level;
}

function writeValues(
  writer: WireWriter,
  given: readonly WireValue[] | TypedValues,
  names: readonly string[] | undefined,
): void {
  const typed = isTyped(given) ? given : undefined;
  const values: readonly unknown[] = isTyped(given) ? given.values : given;
  if (typed !== undefined && typed.types.length !== values.length) {
    throw new CqlValueError(
      `The statement has ${typed.types.length} values to bind; given were ${values.length}`,
    );
  }
  writer.short(values.length);
  for (let i = 0; i < values.length; i++) {
    if (names !== undefined) writer.string(names[i] ?? "");
    if (typed === undefined) writer.value(values[i] as WireValue);
    else writeValue(writer, typed.types[i] as CqlType, typed.values[i] as CqlValue);
  }
}

function isTyped(values: readonly WireValue[] | TypedValues): values is TypedValues {
  return "types" in values;
}
