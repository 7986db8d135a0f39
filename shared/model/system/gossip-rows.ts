import type { CqlRow } from "../../cql/value.ts";
import type { ModelNode } from "../node/model-node.ts";
import type { ProcessFacts } from "./system-rows.ts";

/**
 * `system_views.gossip_info`, as 5.0.6 fills it: no up or down, a killed node stays NORMAL and only its heartbeat
 * stands still; one that shut down says so.
 */
export function gossipRows(
  node: ModelNode,
  { storagePort, nativePort }: Pick<ProcessFacts, "storagePort" | "nativePort">,
): readonly CqlRow[] {
  return [node.gossip.self, ...node.gossip.peers()].map((state) => {
    const { address, generation, heartbeat, application } = state;
    const status =
      application.status === "NORMAL" ? `NORMAL,${application.tokens[0] ?? ""}` : "shutdown,true";
    return {
      address,
      port: storagePort,
      dc: application.dc,
      generation,
      heartbeat,
      host_id: application.hostId,
      hostname: address,
      internal_address_and_port: `${address}:${storagePort}`,
      load: String(application.loadBytes.toFixed(1)),
      native_address_and_port: `${address}:${nativePort}`,
      net_version: "12",
      rack: application.rack,
      release_version: application.release,
      rpc_address: address,
      rpc_ready: String(application.rpcReady),
      schema: application.schemaVersion,
      sstable_versions: "big-nb",
      status: null,
      status_with_port: status,
    };
  });
}
