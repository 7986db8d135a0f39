import type { CqlRow } from "../../cql/value.ts";
import type { ModelNode } from "../node/model-node.ts";
import type { LocalRows } from "../query/query-engine.ts";
import type { Application } from "../ring/endpoint-state.ts";
import { schemaRows } from "../schema/schema-rows.ts";
import type { SystemTables } from "../schema/system-tables.ts";
import { gossipRows } from "./gossip-rows.ts";
import { diskUsageRows, hintRows, latencyRows, threadPoolRows } from "./metric-rows.ts";

/** What only the process around a node knows. */
export interface ProcessFacts {
  readonly clusterName: string;
  readonly storagePort: number;
  readonly nativePort: number;
  /** system_views.settings, by name; null as the real table has it. */
  settings(): ReadonlyMap<string, string | null>;
  /** system_views.system_properties. */
  properties(): ReadonlyMap<string, string>;
  /** system_views.clients. */
  clients(): readonly CqlRow[];
}

/** The rows of the system's tables as this node sees the cluster. */
export function systemRows(node: ModelNode, system: SystemTables, facts: ProcessFacts): LocalRows {
  const { release } = node.identity;
  return (keyspace, table) => {
    const described = schemaRows(keyspace, table, node.schema, system, release);
    if (described !== undefined) return described;
    switch (`${keyspace}.${table}`) {
      case "system.local":
        return [localRow(node, facts)];
      case "system.peers":
        return peers(node).map(({ address, application }) => ({
          peer: address,
          ...peerColumns(application),
          rpc_address: address,
        }));
      case "system.peers_v2":
        return peers(node).map(({ address, application }) => ({
          peer: address,
          peer_port: facts.storagePort,
          ...peerColumns(application),
          native_address: address,
          native_port: facts.nativePort,
        }));
      case "system_views.gossip_info":
        return gossipRows(node, facts);
      case "system_views.thread_pools":
        return threadPoolRows(node);
      case "system_views.coordinator_read_latency":
        return latencyRows(node, "read");
      case "system_views.coordinator_write_latency":
        return latencyRows(node, "write");
      case "system_views.coordinator_scan_latency":
        return latencyRows(node, "scan");
      case "system_views.disk_usage":
        return diskUsageRows(node);
      case "system_views.pending_hints":
        return hintRows(node, facts.storagePort);
      case "system_views.settings":
        return named(facts.settings());
      case "system_views.system_properties":
        return named(facts.properties());
      case "system_views.clients":
        return facts.clients();
      // It takes no snapshots and has nothing to compact.
      case "system_views.snapshots":
      case "system_views.sstable_tasks":
        return [];
      default:
        return undefined;
    }
  };
}

function peers(node: ModelNode) {
  return node.gossip.peers();
}

function peerColumns(application: Application): CqlRow {
  return {
    data_center: application.dc,
    host_id: application.hostId,
    preferred_ip: null,
    rack: application.rack,
    release_version: application.release,
    schema_version: application.schemaVersion,
    tokens: [...application.tokens],
  };
}

/** CQL and native protocol versions of the releases, as their system.local shows them. */
function versionsOf(release: string): { readonly cql: string; readonly native: string } {
  if (release.startsWith("4.0")) return { cql: "3.4.5", native: "5" };
  return release.startsWith("4.1") ? { cql: "3.4.6", native: "5" } : { cql: "3.4.7", native: "5" };
}

function localRow(node: ModelNode, facts: ProcessFacts): CqlRow {
  const { identity, schema } = node;
  const versions = versionsOf(identity.release);
  return {
    key: "local",
    bootstrapped: "COMPLETED",
    broadcast_address: identity.address,
    broadcast_port: facts.storagePort,
    cluster_name: facts.clusterName,
    cql_version: versions.cql,
    data_center: identity.dc,
    gossip_generation: identity.generation,
    host_id: identity.hostId,
    listen_address: identity.address,
    listen_port: facts.storagePort,
    native_protocol_version: versions.native,
    partitioner: "org.apache.cassandra.dht.Murmur3Partitioner",
    rack: identity.rack,
    release_version: identity.release,
    rpc_address: identity.address,
    rpc_port: facts.nativePort,
    schema_version: schema.version(),
    tokens: [...identity.tokens],
    truncated_at: null,
  };
}

function named(values: ReadonlyMap<string, string | null>): readonly CqlRow[] {
  return [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ name, value }));
}
