import { writeError } from "./error-body.ts";
import { beginFrame, endFrame, frameFlags, opcodes } from "./frame.ts";
import { writePrepared } from "./prepared-body.ts";
import type { CqlResponse, ResponseEnvelope } from "./response.ts";
import { writeRows } from "./rows-body.ts";
import { writeEvent, writeSchemaChange } from "./schema-change-body.ts";
import type { WireWriter } from "./wire-writer.ts";

const opcodeOf = {
  ready: opcodes.ready,
  error: opcodes.error,
  authenticate: opcodes.authenticate,
  "auth challenge": opcodes.authChallenge,
  "auth success": opcodes.authSuccess,
  supported: opcodes.supported,
  event: opcodes.event,
  void: opcodes.result,
  rows: opcodes.result,
  "set keyspace": opcodes.result,
  prepared: opcodes.result,
  "schema change": opcodes.result,
} as const;

/**
 * Appends an answer's frame to what the writer holds; `stream` is that of the request, -1 for events. When it throws
 * (CqlValueError, RangeError) nothing was appended.
 */
export function writeResponse(
  writer: WireWriter,
  stream: number,
  response: CqlResponse,
  envelope: ResponseEnvelope = {},
): void {
  const before = writer.length;
  try {
    const { tracingId, warnings, customPayload } = envelope;
    const flags =
      (tracingId === undefined ? 0 : frameFlags.tracing) |
      (warnings === undefined ? 0 : frameFlags.warning) |
      (customPayload === undefined ? 0 : frameFlags.customPayload);
    const start = beginFrame(writer, "response", flags, stream, opcodeOf[response.kind]);
    if (tracingId !== undefined && !writer.uuid(tracingId)) {
      throw new RangeError(`Not a UUID: ${tracingId}`);
    }
    if (warnings !== undefined) writer.stringList(warnings);
    if (customPayload !== undefined) writer.bytesMap(customPayload);
    writeBody(writer, response);
    endFrame(writer, start);
  } catch (error) {
    writer.length = before;
    throw error;
  }
}

function writeBody(writer: WireWriter, response: CqlResponse): void {
  switch (response.kind) {
    case "ready":
      return;
    case "error":
      return writeError(writer, response.error);
    case "authenticate":
      return writer.string(response.authenticator);
    case "auth challenge":
    case "auth success":
      return writer.bytes(response.token);
    case "supported":
      return writer.stringMultimap(response.options);
    case "event":
      return writeEvent(writer, response.event);
    case "void":
      return writer.int(0x01);
    case "rows":
      writer.int(0x02);
      return writeRows(writer, response);
    case "set keyspace":
      writer.int(0x03);
      return writer.string(response.keyspace);
    case "prepared":
      writer.int(0x04);
      return writePrepared(writer, response.prepared);
    case "schema change":
      writer.int(0x05);
      return writeSchemaChange(writer, response.change);
  }
}
