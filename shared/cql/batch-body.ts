import { consistencyCode } from "./consistency-level.ts";
import { MalformedCql } from "./malformed.ts";
import { readConsistency } from "./query-parameters.ts";
import type { WireValue } from "./query-parameters.ts";
import type { BatchStatement, CqlRequest } from "./request.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

type BatchRequest = Extract<CqlRequest, { kind: "batch" }>;

const types = ["logged", "unlogged", "counter"] as const;
const flags = { serialConsistency: 0x10, timestamp: 0x20, names: 0x40 } as const;

/** Writes the body of a BATCH (v4 specification, section 4.1.7). */
export function writeBatch(writer: WireWriter, request: BatchRequest): void {
  const { statements, serialConsistency, timestampMicros } = request;
  writer.byte(types.indexOf(request.type));
  writer.short(statements.length);
  for (const { statement, values } of statements) {
    writer.byte(typeof statement === "string" ? 0 : 1);
    if (typeof statement === "string") writer.longString(statement);
    else writer.shortBytes(statement);
    writer.short(values.length);
    for (const value of values) writer.value(value);
  }
  writer.short(consistencyCode(request.consistency));
  writer.byte(
    (serialConsistency === undefined ? 0 : flags.serialConsistency) |
      (timestampMicros === undefined ? 0 : flags.timestamp),
  );
  if (serialConsistency !== undefined) writer.short(consistencyCode(serialConsistency));
  if (timestampMicros !== undefined) writer.long(timestampMicros);
}

/** Reads the body of a BATCH. @throws MalformedCql, also for named values, which v4 cannot decode (CASSANDRA-10246) */
export function readBatch(reader: WireReader): BatchRequest {
  const type = types[reader.byte()];
  if (type === undefined) throw new MalformedCql("Unknown type of batch");
  const statements: BatchStatement[] = [];
  for (let left = reader.short(); left > 0; left--) statements.push(readStatement(reader));
  const consistency = readConsistency(reader);
  const given = reader.byte();
  if ((given & flags.names) !== 0) throw new MalformedCql("A batch with named values");
  return {
    kind: "batch",
    type,
    statements,
    consistency,
    serialConsistency:
      (given & flags.serialConsistency) === 0 ? undefined : readConsistency(reader),
    timestampMicros: (given & flags.timestamp) === 0 ? undefined : reader.long(),
  };
}

function readStatement(reader: WireReader): BatchStatement {
  const kind = reader.byte();
  if (kind > 1) throw new MalformedCql(`Unknown kind ${kind} of statement in a batch`);
  const statement = kind === 0 ? reader.longString() : reader.shortBytes();
  const values: WireValue[] = [];
  for (let left = reader.short(); left > 0; left--) values.push(reader.value());
  return { statement, values };
}
