import { murmur3Token } from "../../cql/murmur3-token.ts";

/**
 * A partition's place as a text that sorts by token and then by key: eight letters for the token, one for each byte of
 * the key. Letters are U+0000 to U+00FF, which engines keep in one byte each.
 */
export function placeOf(key: Uint8Array, token = murmur3Token(key)): string {
  return placeOfToken(token) + latin1(key);
}

/** The place before all partitions of the token. */
export function placeOfToken(token: bigint): string {
  let rest = BigInt.asUintN(64, token + 2n ** 63n);
  const letters: number[] = [];
  for (let i = 0; i < 8; i++) {
    letters.unshift(Number(rest & 0xffn));
    rest >>= 8n;
  }
  return String.fromCharCode(...letters);
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

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
