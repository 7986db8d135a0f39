import { readBatch } from "./batch-body.ts";
import { frameFlags, opcodes, protocolVersion } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";
import { readQueryParameters } from "./query-parameters.ts";
import type { CqlRequest } from "./request.ts";
import { WireReader } from "./wire-reader.ts";

/**
 * The request in a v4 frame of a client; byte fields are views of its body.
 * @throws MalformedCql for another version, a compressed body, or bytes that are missing or left over
 */
export function decodeRequest(frame: Frame): CqlRequest {
  if (frame.version !== protocolVersion) {
    throw new MalformedCql(`Protocol version ${frame.version} instead of ${protocolVersion}`);
  }
  if ((frame.flags & frameFlags.compressed) !== 0) throw new MalformedCql("A compressed frame");
  const reader = new WireReader(frame.body);
  if ((frame.flags & frameFlags.customPayload) !== 0) reader.bytesMap();
  const request = readBody(frame.opcode, reader);
  if (reader.left > 0) throw new MalformedCql(`${reader.left} bytes follow the ${request.kind}`);
  return request;
}

function readBody(opcode: number, reader: WireReader): CqlRequest {
  switch (opcode) {
    case opcodes.startup:
      return { kind: "startup", options: reader.stringMap() };
    case opcodes.options:
      return { kind: "options" };
    case opcodes.authResponse:
      return { kind: "auth response", token: reader.bytes() };
    case opcodes.query:
      return { kind: "query", cql: reader.longString(), parameters: readQueryParameters(reader) };
    case opcodes.prepare:
      return { kind: "prepare", cql: reader.longString() };
    case opcodes.execute:
      return { kind: "execute", id: reader.shortBytes(), parameters: readQueryParameters(reader) };
    case opcodes.register:
      return { kind: "register", events: reader.stringList() };
    case opcodes.batch:
      return readBatch(reader);
    default:
      throw new MalformedCql(`Opcode 0x${opcode.toString(16)} is not a request`);
  }
}
