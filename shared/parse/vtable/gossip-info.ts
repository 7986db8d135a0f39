import type { CqlRow } from "../../cql/value.ts";
import { Tally, type Parsed } from "../parsed.ts";
import { readEndpoint } from "../text/endpoint.ts";
import { integerOf, numberOf, textOf } from "./row.ts";

/** What one node's gossip holds of another. It says nothing of up or down: only a heartbeat that rises does. */
export interface GossipState {
  readonly address: string;
  readonly port: number | undefined;
  readonly hostId: string | undefined;
  /** Start of the process, seconds since the epoch. */
  readonly generation: number | undefined;
  /** Rises each second while gossip of the node arrives, and stands still when it does not. */
  readonly heartbeat: number | undefined;
  /** First word of the status: NORMAL, BOOT, LEAVING, LEFT, MOVING, hibernate, shutdown, removed … */
  readonly status: string | undefined;
  readonly datacenter: string | undefined;
  readonly rack: string | undefined;
  readonly release: string | undefined;
  readonly schema: string | undefined;
  readonly loadBytes: number | undefined;
  readonly nativeAddress: string | undefined;
  /** Whether the node takes CQL clients; undefined when it does not say. */
  readonly nativeReady: boolean | undefined;
}

/** Reads `system_views.gossip_info` (4.1+). On 5.0.6 a killed node is still NORMAL there. */
export function readGossipInfo(rows: readonly CqlRow[]): Parsed<readonly GossipState[]> {
  const tally = new Tally();
  const states: GossipState[] = [];
  for (const row of rows) {
    const address = textOf(row, "address");
    if (address === undefined) {
      tally.fail("a row without an address");
      continue;
    }
    const native = textOf(row, "native_address_and_port") ?? textOf(row, "rpc_address");
    const ready = textOf(row, "rpc_ready");
    const load = numberOf(row, "load");
    states.push({
      address,
      port: integerOf(row, "port"),
      hostId: textOf(row, "host_id"),
      generation: integerOf(row, "generation"),
      heartbeat: integerOf(row, "heartbeat"),
      status: (textOf(row, "status_with_port") ?? textOf(row, "status"))?.split(",")[0],
      datacenter: textOf(row, "dc"),
      rack: textOf(row, "rack"),
      release: textOf(row, "release_version"),
      schema: textOf(row, "schema"),
      loadBytes: load === undefined || load < 0 ? undefined : load,
      nativeAddress: native === undefined ? undefined : readEndpoint(native)?.address,
      nativeReady: ready === undefined ? undefined : ready === "true",
    });
    tally.took();
  }
  return tally.done(states, states.length === 0);
}
