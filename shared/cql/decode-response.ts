import type { ColumnsMemo } from "./column-specs.ts";
import { readError } from "./error-body.ts";
import { frameFlags, opcodes } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";
import { readPrepared } from "./prepared-body.ts";
import type { CqlResponse, ResponseEnvelope } from "./response.ts";
import { readRows } from "./rows-body.ts";
import { readEvent, readSchemaChange } from "./schema-change-body.ts";
import { WireReader } from "./wire-reader.ts";

/**
 * The answer in a frame of a node. Bytes that follow it are ignored: newer servers append fields to errors.
 * `memo` belongs to the statement that is answered and makes its next rows cheaper to read.
 * @throws MalformedCql
 */
export function decodeResponse(frame: Frame, memo?: ColumnsMemo): CqlResponse {
  const reader = new WireReader(frame.body);
  if (frame.flags !== 0) readEnvelope(reader, frame.flags);
  switch (frame.opcode) {
    case opcodes.error:
      return { kind: "error", error: readError(reader) };
    case opcodes.ready:
      return { kind: "ready" };
    case opcodes.authenticate:
      return { kind: "authenticate", authenticator: reader.string() };
    case opcodes.authChallenge:
      return { kind: "auth challenge", token: reader.bytes() };
    case opcodes.authSuccess:
      return { kind: "auth success", token: reader.bytes() };
    case opcodes.supported:
      return { kind: "supported", options: reader.stringMultimap() };
    case opcodes.event:
      return { kind: "event", event: readEvent(reader) };
    case opcodes.result:
      return readResult(reader, memo);
    default:
      throw new MalformedCql(`Opcode 0x${frame.opcode.toString(16)} is not an answer`);
  }
}

/** What stands before the answer: tracing id, warnings, custom payload. @throws MalformedCql */
export function decodeEnvelope(frame: Frame): ResponseEnvelope {
  return readEnvelope(new WireReader(frame.body), frame.flags);
}

function readEnvelope(reader: WireReader, flags: number): ResponseEnvelope {
  if ((flags & frameFlags.compressed) !== 0) throw new MalformedCql("A compressed frame");
  return {
    tracingId: (flags & frameFlags.tracing) === 0 ? undefined : reader.uuid(),
    warnings: (flags & frameFlags.warning) === 0 ? undefined : reader.stringList(),
    customPayload: (flags & frameFlags.customPayload) === 0 ? undefined : reader.bytesMap(),
  };
}

function readResult(reader: WireReader, memo: ColumnsMemo | undefined): CqlResponse {
  const kind = reader.int();
  switch (kind) {
    case 0x01:
      return { kind: "void" };
    case 0x02:
      return readRows(reader, memo);
    case 0x03:
      return { kind: "set keyspace", keyspace: reader.string() };
    case 0x04:
      return { kind: "prepared", prepared: readPrepared(reader) };
    case 0x05:
      return { kind: "schema change", change: readSchemaChange(reader) };
    default:
      throw new MalformedCql(`Unknown kind ${kind} of result`);
  }
}
