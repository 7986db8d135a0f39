/** What `ringdrill inspect --json` prints: the Overview as one document, every figure with its source or its reason. */
import { mapFact, type Fact } from "../facts/fact.ts";
import type { ClusterView, NodeView } from "../contract/cluster-view.ts";

/** Figures that the document takes over as they are. */
const figures = [
  "hostId",
  "dc",
  "rack",
  "release",
  "state",
  "tokens",
  "schemaVersion",
  "load",
  "disks",
  "diskIo",
  "cpu",
  "memory",
  "loadAverage",
  "network",
  "heap",
  "gc",
  "pools",
  "dropped",
  "pendingCompactions",
  "hints",
  "readLatency",
  "writeLatency",
  "processUptimeMs",
  "jvm",
  "clockOffset",
  "commitLog",
  "hintWindowMs",
  "isSeed",
] as const satisfies readonly (keyof NodeView)[];

export interface InspectDocument {
  readonly target: ClusterView["target"];
  readonly at: number;
  readonly cluster: {
    readonly name: Fact<string>;
    readonly versions: readonly string[];
    readonly partitioner: Fact<string>;
    readonly schemaAgreement: Fact<boolean>;
    readonly keyspaces: ClusterView["keyspaces"];
  };
  readonly nodes: readonly (Pick<NodeView, "address" | "reach" | (typeof figures)[number]> & {
    readonly ownership: Readonly<Record<string, Fact<number>>> | { readonly unknown: string };
  })[];
  /** Observer's address → observed address → letters, null where the observer said nothing. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  readonly ghosts: ClusterView["ghosts"];
  readonly problems: ClusterView["problems"];
}

/** @param view a newest state. */
export function inspectDocument(view: ClusterView): InspectDocument {
  const addressOf = new Map(view.nodes.map((node) => [node.key, node.address]));
  return {
    target: view.target,
    at: view.at,
    cluster: {
      name: view.name,
      versions: view.versions,
      partitioner: view.partitioner,
      schemaAgreement: mapFact(view.schema, (schema) => schema.agreed),
      keyspaces: view.keyspaces,
    },
    nodes: view.nodes.map((node) => ({
      address: node.address,
      reach: node.reach,
      ...(Object.fromEntries(figures.map((name) => [name, node[name]])) as Pick<
        NodeView,
        (typeof figures)[number]
      >),
      ownership: ownershipByKeyspace(node.ownership),
    })),
    matrix: Object.fromEntries(
      Object.entries(view.matrix).map(([observer, row]) => [
        addressOf.get(observer) ?? observer,
        Object.fromEntries(
          Object.entries(row).map(([observed, cell]) => [
            addressOf.get(observed) ?? observed,
            cell.state,
          ]),
        ),
      ]),
    ),
    ghosts: view.ghosts,
    problems: view.problems,
  };
}

function ownershipByKeyspace(
  ownership: NodeView["ownership"],
): Record<string, Fact<number>> | { unknown: string } {
  if ("unknown" in ownership) return ownership;
  return Object.fromEntries(
    Object.keys(ownership.value).map((keyspace) => [
      keyspace,
      mapFact(ownership, (shares) => shares[keyspace] ?? 0),
    ]),
  );
}
