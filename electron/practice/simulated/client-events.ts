import type { CqlEvent } from "../../../shared/cql/response.ts";
import type { Peer } from "../../../shared/model/ring/gossip.ts";
import type { SchemaEntry } from "../../../shared/model/schema/schema.ts";

/** What clients are told of a change of a peer; nothing of one that does not take clients yet. */
export function peerEvents(
  peer: Peer,
  what: "up" | "down" | "joined" | "changed",
  port: number,
): readonly CqlEvent[] {
  const { address } = peer;
  switch (what) {
    case "down":
      return [{ kind: "status change", change: "DOWN", address, port }];
    case "up":
    case "changed":
      return peer.alive && peer.application.rpcReady
        ? [{ kind: "status change", change: "UP", address, port }]
        : [];
    case "joined":
      return [{ kind: "topology change", change: "NEW_NODE", address, port }];
  }
}

/** What clients are told of a change of the schema. */
export function schemaEvent(entry: SchemaEntry): CqlEvent {
  const change = entry.definition === undefined ? "DROPPED" : "CREATED";
  return entry.kind === "keyspace"
    ? { kind: "schema change", change, target: "KEYSPACE", keyspace: entry.name }
    : {
        kind: "schema change",
        change,
        target: "TABLE",
        keyspace: entry.keyspace,
        name: entry.name,
      };
}
