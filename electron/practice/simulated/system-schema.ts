import type { SchemaEntry } from "../../../shared/model/schema/schema.ts";
import { systemTables } from "../../../shared/model/schema/system-tables.ts";

/** Older than any change that a client makes, and the same on every node. */
const madeAt = 1;

/** The replicated keyspaces that Cassandra brings, as a new cluster has them. */
export function initialSchema(
  release: string,
  replication: Readonly<Record<string, string>>,
): readonly SchemaEntry[] {
  const keyspaces = ["system_auth", "system_distributed", "system_traces"].map(
    (name): SchemaEntry => ({
      kind: "keyspace",
      name,
      changedAt: madeAt,
      definition: { name, durableWrites: true, replication },
    }),
  );
  const tables = systemTables(release).replicated.map((definition): SchemaEntry => ({
    kind: "table",
    keyspace: definition.keyspace,
    name: definition.name,
    changedAt: madeAt,
    definition,
  }));
  return [...keyspaces, ...tables];
}
