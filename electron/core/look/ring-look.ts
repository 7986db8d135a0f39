/** What a node says about the ring: its own row, those of its peers, and the keyspaces. */
import { textOf } from "../../../shared/parse/vtable/row.ts";
import type { CqlSession } from "../deps.ts";
import type { RingAnswer } from "../session/node-state.ts";
import { askCql, textMapOf, type Asker } from "./ask-cql.ts";

/**
 * Reads system.local, system.peers_v2 (4.0+) or system.peers, and system_schema.keyspaces.
 * @throws Late, Failure or the server's error; an Error when the node does not know its own host id yet
 */
export async function lookAtRing(asker: Asker, cql: CqlSession): Promise<RingAnswer> {
  const answer = await askCql(
    asker,
    cql,
    "system.local",
    "SELECT * FROM system.local WHERE key = 'local'",
  );
  const local = answer.rows[0] ?? {};
  const hostId = textOf(local, "host_id");
  if (hostId === undefined)
    throw new Error("system.local holds no host id: the node is only starting");
  const old = /^[0-3]\./.test(textOf(local, "release_version") ?? "");
  const table = old ? "system.peers" : "system.peers_v2";
  const peers = await askCql(asker, cql, table, `SELECT * FROM ${table}`);
  const keyspaces = await askCql(
    asker,
    cql,
    "system_schema.keyspaces",
    "SELECT keyspace_name, replication FROM system_schema.keyspaces",
  );
  return {
    at: answer.at,
    source: answer.source,
    peersSource: peers.source,
    hostId,
    system: { observer: asker.node, local, peers: peers.rows },
    clusterName: textOf(local, "cluster_name") ?? "",
    partitioner: (textOf(local, "partitioner") ?? "").replace(/^org\.apache\.cassandra\.dht\./, ""),
    keyspaces: new Map(
      keyspaces.rows.flatMap((row) => {
        const name = textOf(row, "keyspace_name");
        return name === undefined ? [] : [[name, textMapOf(row, "replication")] as const];
      }),
    ),
  };
}
