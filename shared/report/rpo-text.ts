/** The RPO in words: a zero is no loss at all, or only of what was confirmed once the fault was already in. */
import type { DrillResult } from "../contract/drill.ts";
import { durationText } from "./figure-text.ts";

export function rpoText(result: DrillResult | undefined): string {
  const rpoMs = result?.rpoMs;
  if (rpoMs === undefined || rpoMs === null) return "unknown: the audit did not come so far";
  if (rpoMs > 0) return durationText(rpoMs);
  return result?.ledger.lost === 0
    ? "0: no confirmed write is missing"
    : "0: what is missing was confirmed at or after the moment of the fault";
}
