import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { integerOf, textOf } from "./row.ts";

/** Hints that this node keeps for another. */
export interface PendingHints {
  readonly hostId: string;
  readonly address: string | undefined;
  /** UP or DOWN as this node's failure detector has it: the only liveness that CQL gives. */
  readonly status: string | undefined;
  readonly files: number | undefined;
  /** Since after 5.0. */
  readonly bytes: number | undefined;
  readonly oldestMs: number | undefined;
  readonly newestMs: number | undefined;
}

/** Reads `system_views.pending_hints` (4.1+). No row means no hints. Times are milliseconds since the epoch. */
export function readPendingHints(rows: readonly CqlRow[]): Parsed<readonly PendingHints[]> {
  const tally = new Tally();
  const hints: PendingHints[] = [];
  for (const row of rows) {
    const hostId = textOf(row, "host_id");
    if (hostId === undefined) {
      tally.fail("a row without a host id");
      continue;
    }
    hints.push({
      hostId,
      address: textOf(row, "address"),
      status: textOf(row, "status"),
      files: integerOf(row, "files"),
      bytes: integerOf(row, "total_size"),
      oldestMs: integerOf(row, "oldest"),
      newestMs: integerOf(row, "newest"),
    });
    tally.took();
  }
  return tally.done(hints, false);
}
