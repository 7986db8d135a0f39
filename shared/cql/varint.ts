import { MalformedCql } from "./malformed.ts";
import type { WireWriter } from "./wire-writer.ts";

/** Longest varint that is read: 10,000 digits. Printing longer ones takes time that grows with their square. */
const maxVarintBytes = 4096;

/** The big-endian two's complement number in `bytes[start, end)`, which is not empty. @throws MalformedCql */
export function readVarint(bytes: Uint8Array, start: number, end: number): bigint {
  const size = end - start;
  if (size === 0) throw new MalformedCql("A varint without bytes");
  if (size > maxVarintBytes) {
    throw new MalformedCql(`A varint of ${size} bytes; at most ${maxVarintBytes} are read`);
  }
  if (size <= 6) {
    let value = ((bytes[start] as number) << 24) >> 24;
    for (let at = start + 1; at < end; at++) value = value * 256 + (bytes[at] as number);
    return BigInt(value);
  }
  let hex = "0x";
  for (let at = start; at < end; at++) hex += (bytes[at] as number).toString(16).padStart(2, "0");
  return BigInt.asIntN(size * 8, BigInt(hex));
}

/** Writes the shortest two's complement form, without a length. */
export function writeVarint(writer: WireWriter, value: bigint): void {
  // The first byte has to keep the sign bit, hence one bit more than the magnitude needs.
  const magnitude = value < 0n ? ~value : value;
  const bits = magnitude === 0n ? 1 : bitLength(magnitude) + 1;
  const size = Math.ceil(bits / 8);
  const hex = BigInt.asUintN(size * 8, value)
    .toString(16)
    .padStart(size * 2, "0");
  const at = writer.take(size);
  for (let i = 0; i < size; i++) {
    writer.data[at + i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  }
}

function bitLength(positive: bigint): number {
  const hex = positive.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex[0] as string, 16)));
}
