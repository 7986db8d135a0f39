import { murmur3Token } from "../../cql/murmur3-token.ts";

const mostArguments = 4_096;

/**
 * A partition's place as a text that sorts by token and then by key: eight letters for the token, one for each byte of
 * the key. Letters are U+0000 to U+00FF, which engines keep in one byte each.
 */
export function placeOf(key: Uint8Array, token = murmur3Token(key)): string {
  const letters = lettersOf(token);
  // One flat text: one that is put together piece by piece takes several times the memory.
  if (key.length <= mostArguments) return String.fromCharCode(...letters, ...key);
  let text = String.fromCharCode(...letters);
  for (let at = 0; at < key.length; at += mostArguments) {
    text += String.fromCharCode(...key.subarray(at, at + mostArguments));
  }
  return text;
}

/** The place before all partitions of the token. */
export function placeOfToken(token: bigint): string {
  return String.fromCharCode(...lettersOf(token));
}

/** The place after all partitions of the token. */
export function placeAfterToken(token: bigint): string {
  // No key begins with U+0100.
  return `${placeOfToken(token)}\u0100`;
}

/** The key in a place. */
export function keyOfPlace(place: string): Uint8Array {
  const key = new Uint8Array(place.length - 8);
  for (let i = 0; i < key.length; i++) key[i] = place.charCodeAt(i + 8);
  return key;
}

function lettersOf(token: bigint): number[] {
  const shifted = BigInt.asUintN(64, token + 2n ** 63n);
  const high = Number(shifted >> 32n);
  const low = Number(shifted & 0xffff_ffffn);
  return [high, low]
    .flatMap((half) => [half >>> 24, half >>> 16, half >>> 8, half])
    .map((part) => part & 0xff);
}
