/** A short proof of which tokens a node has. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 (hex) of the tokens, sorted as text and joined by commas: the order in which they were read does not matter. */
export function tokenDigest(tokens: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(tokens.toSorted().join(","))));
}
