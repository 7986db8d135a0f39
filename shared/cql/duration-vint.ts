import { MalformedCql } from "./malformed.ts";
import { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** A CQL duration. The three parts have the same sign; the server refuses others. */
interface CqlDuration {
  readonly [part: string]: number | bigint;
  readonly months: number;
  readonly days: number;
  readonly nanoseconds: bigint;
}

/** Reads the three signed vints of a duration (v5 specification 6.7, also what 3.10+ stores). @throws MalformedCql */
export function readDuration(bytes: Uint8Array, start: number, end: number): CqlDuration {
  const reader = new WireReader(bytes, start, end);
  const months = BigInt.asIntN(32, readVint(reader));
  const days = BigInt.asIntN(32, readVint(reader));
  const nanoseconds = readVint(reader);
  if (reader.left > 0) throw new MalformedCql(`${reader.left} bytes follow a duration`);
  return { months: Number(months), days: Number(days), nanoseconds };
}

/** Writes a duration's three vints, without a length; 32, 32 and 64 bits. */
export function writeDuration(writer: WireWriter, duration: CqlDuration): void {
  writeVint(writer, BigInt(duration.months));
  writeVint(writer, BigInt(duration.days));
  writeVint(writer, duration.nanoseconds);
}

/** The number of leading ones of the first byte is the number of bytes that follow; the number is zigzag-coded. */
function readVint(reader: WireReader): bigint {
  const first = reader.byte();
  const more = Math.clz32(~(first << 24));
  let value = BigInt(more >= 8 ? 0 : first & (0xff >> more));
  for (let i = 0; i < more; i++) value = (value << 8n) | BigInt(reader.byte());
  return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
}

function writeVint(writer: WireWriter, signed: bigint): void {
  const value = BigInt.asUintN(64, (signed << 1n) ^ (signed >> 63n));
  let more = 0;
  while (more < 8 && value >> BigInt(7 * (more + 1)) !== 0n) more++;
  const ones = (0xff << (8 - more)) & 0xff;
  writer.byte(more === 8 ? 0xff : ones | Number(value >> BigInt(8 * more)));
  for (let i = more - 1; i >= 0; i--) writer.byte(Number((value >> BigInt(8 * i)) & 0xffn));
}
