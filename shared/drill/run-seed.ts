/** The seed of a run's payloads, the same for everybody who knows the run's id. */
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** A number from 0 to 2^32 − 1. */
export function runSeed(runId: string): number {
  const digest = sha256(utf8ToBytes(runId));
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
}
