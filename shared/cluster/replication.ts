/** Where a keyspace's replicas go, by its definition. */
export type Replication =
  | { readonly kind: "simple"; readonly factor: number }
  | { readonly kind: "network"; readonly factors: Readonly<Record<string, number>> }
  /** Every node has its own: system, system_schema. */
  | { readonly kind: "local" }
  /** Every node has everything (DSE, Scylla). */
  | { readonly kind: "everywhere" }
  /** A strategy whose replicas Ringdrill cannot compute. */
  | { readonly kind: "other"; readonly strategy: string };

/** Options as rows give them: a map or an object of texts. */
export type ReplicationOptions = ReadonlyMap<unknown, unknown> | Readonly<Record<string, unknown>>;

/**
 * Reads `system_schema.keyspaces.replication` (3.0+), or class and options of `system.schema_keyspaces` put
 * together. A transient factor "3/1" (CASSANDRA-14404) counts all 3 replicas. A strategy without a factor, or with
 * one that is no number, is `other`.
 */
export function readReplication(options: ReplicationOptions): Replication {
  const entries: [string, string][] = [];
  for (const [key, value] of isMap(options) ? options : Object.entries(options)) {
    if (typeof key === "string") entries.push([key, String(value)]);
  }
  const strategy = entries.find(([key]) => key === "class")?.[1] ?? "";
  const other: Replication = { kind: "other", strategy };
  switch (strategy.slice(strategy.lastIndexOf(".") + 1)) {
    case "LocalStrategy":
    case "MetaStrategy":
      return { kind: "local" };
    case "EverywhereStrategy":
      return { kind: "everywhere" };
    case "SimpleStrategy":
    case "OldNetworkTopologyStrategy": {
      const factor = readFactor(entries.find(([key]) => key === "replication_factor")?.[1]);
      return factor === undefined || strategy.endsWith("OldNetworkTopologyStrategy")
        ? other
        : { kind: "simple", factor };
    }
    case "NetworkTopologyStrategy": {
      const factors: Record<string, number> = {};
      for (const [dc, text] of entries) {
        if (dc === "class" || dc === "replication_factor") continue;
        const factor = readFactor(text);
        if (factor === undefined) return other;
        factors[dc] = factor;
      }
      return { kind: "network", factors };
    }
    default:
      return other;
  }
}

/** The same text for replications that place replicas alike: work done for one keyspace serves the next. */
export function replicationKey(replication: Replication): string {
  switch (replication.kind) {
    case "simple":
      return `simple ${replication.factor}`;
    case "network":
      return `network ${JSON.stringify(Object.entries(replication.factors).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
    case "local":
    case "everywhere":
      return replication.kind;
    case "other":
      return `other ${replication.strategy}`;
  }
}

/** The number of replicas of a row over all datacenters; undefined where it is not a number. */
export function totalFactor(replication: Replication): number | undefined {
  if (replication.kind === "simple") return replication.factor;
  if (replication.kind === "network")
    return Object.values(replication.factors).reduce((sum, factor) => sum + factor, 0);
  return undefined;
}

function readFactor(text: string | undefined): number | undefined {
  const match = /^(\d{1,4})(?:\/\d{1,4})?$/.exec(text?.trim() ?? "");
  return match === null ? undefined : Number(match[1]);
}

function isMap(options: ReplicationOptions): options is ReadonlyMap<unknown, unknown> {
  return options instanceof Map;
}
