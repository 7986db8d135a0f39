import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { integerOf, textOf } from "./row.ts";

/** A stage of the server, as in `nodetool tpstats`. */
export interface ThreadPool {
  readonly name: string;
  readonly active: number | undefined;
  readonly limit: number | undefined;
  readonly pending: number | undefined;
  readonly completed: number | undefined;
  readonly blocked: number | undefined;
  readonly blockedTotal: number | undefined;
}

/** Reads `system_views.thread_pools` (4.0+). Pools come and go with releases: look them up by name. */
export function readThreadPools(rows: readonly CqlRow[]): Parsed<readonly ThreadPool[]> {
  const tally = new Tally();
  const pools: ThreadPool[] = [];
  for (const row of rows) {
    const name = textOf(row, "name");
    if (name === undefined) {
      tally.fail("a row without a name");
      continue;
    }
    pools.push({
      name,
      active: integerOf(row, "active_tasks"),
      limit: integerOf(row, "active_tasks_limit"),
      pending: integerOf(row, "pending_tasks"),
      completed: integerOf(row, "completed_tasks"),
      blocked: integerOf(row, "blocked_tasks"),
      blockedTotal: integerOf(row, "blocked_tasks_all_time"),
    });
    tally.took();
  }
  return tally.done(pools, pools.length === 0);
}
