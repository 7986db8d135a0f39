/** Who led a node back before Ringdrill asked for it, read from the note of the helper's phase `rolled-back`. */
import type { DrillStatus } from "./node-helper-status.ts";

/** The helper's words after `by=`, see `verb_rollback` and `verb_start_hook`. A request is one of Ringdrill's own. */
const words: Readonly<Record<string, string>> = {
  lease: "the guard, when the lease was over",
  limit: "the guard, at the hard limit",
  unfinished: "the guard, which finished a rollback that was cut off",
  settle: "the guard",
  mend: "a scan: its guard was gone",
  start: "a start of the node",
};

/** @returns undefined while it is not back, when nothing had been injected, and when a rollback was asked for. */
export function broughtBackBy(
  status: Pick<DrillStatus, "phase" | "phaseNote">,
): string | undefined {
  if (status.phase !== "rolled-back" || status.phaseNote.includes("nothing was injected"))
    return undefined;
  const by = /(?:^| )by=([a-z]+)/.exec(status.phaseNote)?.[1];
  return by === undefined ? undefined : words[by];
}
