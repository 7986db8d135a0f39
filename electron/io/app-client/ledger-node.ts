/** A scripted node with a ledger table, for tests of the load: cassandra-driver connects to it as to a cluster of one. */
import type { ColumnSpec } from "../../../shared/cql/column-specs.ts";
import type { CqlType } from "../../../shared/cql/cql-type.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import type { CqlResponse } from "../../../shared/cql/response.ts";
import type { CqlRow } from "../../../shared/cql/value.ts";
import { startScriptedNode, type Reply, type ScriptedNode } from "../cql/scripted-node.ts";

export interface LedgerRequestSeen {
  readonly op: "read" | "write";
  readonly shard: number;
  readonly seq: number;
  readonly payload: Uint8Array | undefined;
  /** Undefined when the client left the timestamp to the node. */
  readonly timestampMicros: bigint | undefined;
}

const insertId = Uint8Array.of(1);
const selectId = Uint8Array.of(2);
const text: CqlType = { kind: "varchar" };
const uuid = "6f0d8f5e-4a2f-4f7f-9d52-6a3b8a0f1c33";

/** @param onLedger answers inserts and selects, or does not; everything else is answered as Cassandra does. */
export function startLedgerNode(
  onLedger: (seen: LedgerRequestSeen, reply: Reply) => void,
): Promise<ScriptedNode> {
  return startScriptedNode((request, reply) => {
    if (request.kind === "execute") onLedger(seenOf(request), reply);
    else {
      const response = responseTo(request);
      if (response !== undefined) reply.send(response);
    }
  });
}

/** The answer to a select that finds `payload`, or no row. */
export function payloadRows(payload: Uint8Array | undefined): CqlResponse {
  const columns = [column("payload", { kind: "blob" })];
  return { kind: "rows", columns, rows: payload === undefined ? [] : [{ payload }] };
}

function seenOf(request: CqlRequest & { kind: "execute" }): LedgerRequestSeen {
  const { values } = request.parameters;
  const bytes = (at: number): Buffer => {
    const value: unknown = Array.isArray(values) ? values[at] : undefined;
    return value instanceof Uint8Array ? Buffer.from(value) : Buffer.alloc(8);
  };
  const op = request.id[0] === insertId[0] ? "write" : "read";
  return {
    op,
    shard: bytes(0).readInt32BE(),
    seq: Number(bytes(1).readBigInt64BE()),
    payload: op === "write" ? bytes(2) : undefined,
    timestampMicros: request.parameters.timestampMicros,
  };
}

function responseTo(request: CqlRequest): CqlResponse | undefined {
  if (request.kind === "options") {
    return { kind: "supported", options: new Map([["CQL_VERSION", ["3.4.7"]]]) };
  }
  if (request.kind === "register") return { kind: "ready" };
  if (request.kind === "prepare") return prepared(request.cql.startsWith("INSERT"));
  if (request.kind !== "query") return undefined;
  const { cql } = request;
  if (cql.includes("system.local")) return rows([localRow], localTypes);
  if (cql.includes("system_schema.keyspaces")) {
    return rows([keyspaceRow], {
      keyspace_name: text,
      replication: { kind: "map", key: text, value: text },
    });
  }
  if (cql.includes("peers_v2")) {
    return { kind: "error", error: { kind: "invalid", message: "unconfigured table peers_v2" } };
  }
  return rows([], { peer: { kind: "inet" } });
}

const localRow: CqlRow = {
  key: "local",
  cluster_name: "scripted",
  data_center: "dc1",
  rack: "rack1",
  release_version: "5.0.6",
  partitioner: "org.apache.cassandra.dht.Murmur3Partitioner",
  rpc_address: "127.0.0.1",
  host_id: uuid,
  schema_version: uuid,
  tokens: ["0"],
};
const localTypes: Readonly<Record<string, CqlType>> = {
  ...Object.fromEntries(Object.keys(localRow).map((name) => [name, text])),
  rpc_address: { kind: "inet" },
  host_id: { kind: "uuid" },
  schema_version: { kind: "uuid" },
  tokens: { kind: "set", of: text },
};
const keyspaceRow: CqlRow = {
  keyspace_name: "k",
  replication: new Map([
    ["class", "org.apache.cassandra.locator.SimpleStrategy"],
    ["replication_factor", "1"],
  ]),
};

function rows(all: readonly CqlRow[], types: Readonly<Record<string, CqlType>>): CqlResponse {
  const columns = Object.entries(types).map(([name, type]) => column(name, type));
  return { kind: "rows", columns, rows: all };
}

function prepared(insert: boolean): CqlResponse {
  const key = [column("shard", { kind: "int" }), column("seq", { kind: "bigint" })];
  const more = [column("payload", { kind: "blob" }), column("sent", { kind: "timestamp" })];
  return {
    kind: "prepared",
    prepared: {
      id: insert ? insertId : selectId,
      binds: insert ? [...key, ...more] : key,
      partitionKey: [0, 1],
      columns: insert ? [] : more.slice(0, 1),
    },
  };
}

function column(name: string, type: CqlType): ColumnSpec {
  return { keyspace: "k", table: "ledger", name, type };
}
