/** What a missing node does to a keyspace at a level, in words: drills.md B1 has the two phases, B6 the levels. */
import type { Impact } from "../contract/drill.ts";

/**
 * @param reach shares of the keyspace's rows that have the missing node as a replica, and that cannot be served
 *   without it (`availabilityOf` on the real ring).
 * @param announced true when the peers are told (a drain): then no request is sent to the node in vain.
 */
export function impactOf(
  keyspace: string,
  consistency: string,
  operation: "read" | "write",
  reach: { readonly touchedShare: number; readonly unavailableShare: number },
  announced: boolean,
): Impact {
  const none = reach.touchedShare === 0;
  const fails = reach.unavailableShare > 0;
  return {
    keyspace,
    consistency,
    operation,
    affectedShare: reach.touchedShare,
    failingShare: reach.unavailableShare,
    undetected: none ? "not affected" : fails && !announced ? "times out" : "goes on",
    detected: none ? "not affected" : fails ? "refused" : "goes on",
  };
}
