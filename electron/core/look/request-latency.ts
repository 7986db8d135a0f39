/** Request latency of a node as a coordinator, from system_views.coordinator_read_latency or …_write_latency. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import type { CqlRow } from "../../../shared/cql/value.ts";
import {
  atMost,
  latencyScale,
  readCoordinatorLatency,
} from "../../../shared/parse/vtable/coordinator-latency.ts";

type Latency = Extract<NodeView["readLatency"], { readonly value: unknown }>["value"];

/** Requests of user tables at an earlier look. */
export interface RequestCount {
  readonly at: number;
  readonly count: number;
  /** Requests a second up to then, 0 when there were none; undefined when it could not be counted. */
  readonly perSecond: number | undefined;
}

/** A keyspace that Cassandra itself brings. */
export function isSystemKeyspace(name: string): boolean {
  return /^(system(_|$)|dse_)/.test(name);
}

/**
 * The figure over all user tables, or why there is none. The rate is counted from look to look where that is
 * possible: the table's own is a mean over a minute.
 */
export function requestLatency(
  rows: readonly CqlRow[],
  release: string | undefined,
  at: number,
  before: RequestCount | undefined,
): { readonly figure: Latency | { readonly why: string }; readonly count: RequestCount } {
  const tables = readCoordinatorLatency(rows, latencyScale(release ?? "")).value;
  const sum = atMost(tables);
  const total = sum?.count ?? 0;
  // A count that fell: the node was restarted or a table dropped, so nothing can be counted this time.
  const spanMs = before === undefined || total < before.count ? 0 : at - before.at;
  const counted =
    spanMs > 0 && before !== undefined ? ((total - before.count) * 1_000) / spanMs : undefined;
  const perSecond = counted ?? (sum === undefined ? 0 : sum.ratePerSecond);
  const count = { at, count: total, perSecond };
  if (sum === undefined)
    return { figure: { why: "no request for a user table since the node started" }, count };
  const { p50Ms, p99Ms, maxMs } = sum;
  if (p50Ms === undefined || p99Ms === undefined || maxMs === undefined) {
    return {
      figure: { why: `the unit of this table is not known for release ${release ?? "?"}` },
      count,
    };
  }
  return {
    figure: {
      count: total,
      ...(perSecond === undefined ? {} : { ratePerSecond: perSecond }),
      p50Ms,
      p99Ms,
      maxMs,
    },
    count,
  };
}
