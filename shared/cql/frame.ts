import type { WireWriter } from "./wire-writer.ts";

/** The version that is spoken: 4, known to Cassandra 2.2 and later. */
export const protocolVersion = 4;

/** Largest body that is read or written, in bytes: the protocol's own limit. */
export const maxBodyBytes = 256 * 1024 * 1024;

/** v4 specification, section 2.4. */
export const opcodes = {
  error: 0x00,
  startup: 0x01,
  ready: 0x02,
  authenticate: 0x03,
  options: 0x05,
  supported: 0x06,
  query: 0x07,
  result: 0x08,
  prepare: 0x09,
  execute: 0x0a,
  register: 0x0b,
  event: 0x0c,
  batch: 0x0d,
  authChallenge: 0x0e,
  authResponse: 0x0f,
  authSuccess: 0x10,
} as const;

/** v4 specification, section 2.2. */
export const frameFlags = {
  compressed: 0x01,
  tracing: 0x02,
  customPayload: 0x04,
  warning: 0x08,
} as const;

/** One frame of either direction. `body` may be a view of the chunk that it came in. */
export interface Frame {
  /** Version without the direction bit. */
  readonly version: number;
  readonly flags: number;
  /** Which request this is or answers; -1 for events. */
  readonly stream: number;
  readonly opcode: number;
  readonly body: Uint8Array;
}

/** Writes a header whose length is not known yet; gives the place for `endFrame`. */
export function beginFrame(
  writer: WireWriter,
  direction: "request" | "response",
  flags: number,
  stream: number,
  opcode: number,
): number {
  const at = writer.take(9);
  const data = writer.data;
  data[at] = direction === "request" ? protocolVersion : protocolVersion | 0x80;
  data[at + 1] = flags;
  data[at + 2] = stream >> 8;
  data[at + 3] = stream;
  data[at + 4] = opcode;
  return at;
}

/** Completes the header at `start` once the body is written. @throws RangeError when it is too long */
export function endFrame(writer: WireWriter, start: number): void {
  const length = writer.length - start - 9;
  if (length > maxBodyBytes) throw new RangeError(`A frame of ${length} bytes is too long`);
  writer.intAt(start + 5, length);
}
