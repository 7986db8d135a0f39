import { writeBatch } from "./batch-body.ts";
import { beginFrame, endFrame, opcodes } from "./frame.ts";
import { writeQueryParameters } from "./query-parameters.ts";
import type { CqlRequest } from "./request.ts";
import type { WireWriter } from "./wire-writer.ts";

const opcodeOf = {
  startup: opcodes.startup,
  options: opcodes.options,
  "auth response": opcodes.authResponse,
  query: opcodes.query,
  prepare: opcodes.prepare,
  execute: opcodes.execute,
  register: opcodes.register,
  batch: opcodes.batch,
} as const;

/**
 * Appends a request's frame to what the writer holds; `stream` is 0..32767. When it throws (CqlValueError,
 * RangeError) nothing was appended.
 */
export function writeRequest(writer: WireWriter, stream: number, request: CqlRequest): void {
  const before = writer.length;
  try {
    const start = beginFrame(writer, "request", 0, stream, opcodeOf[request.kind]);
    writeBody(writer, request);
    endFrame(writer, start);
  } catch (error) {
    writer.length = before;
    throw error;
  }
}

function writeBody(writer: WireWriter, request: CqlRequest): void {
  switch (request.kind) {
    case "startup":
      return writer.stringMap(request.options);
    case "options":
      return;
    case "auth response":
      return writer.bytes(request.token);
    case "query":
      writer.longString(request.cql);
      return writeQueryParameters(writer, request.parameters);
    case "prepare":
      return writer.longString(request.cql);
    case "execute":
      writer.shortBytes(request.id);
      return writeQueryParameters(writer, request.parameters);
    case "register":
      return writer.stringList(request.events);
    case "batch":
      return writeBatch(writer, request);
  }
}
