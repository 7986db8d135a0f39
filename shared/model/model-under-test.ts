/** A cluster of the model for tests, and CQL asked of it. */
import type { Level } from "../consistency/levels.ts";
import type { QueryParameters } from "../cql/query-parameters.ts";
import type { CqlResponse } from "../cql/response.ts";
import { CqlServerError } from "../cql/server-error.ts";
import { ModelCluster } from "./model-cluster.ts";
import { Catalog } from "./query/catalog.ts";
import { detailOf } from "./query/error-detail.ts";
import { QueryEngine } from "./query/query-engine.ts";
import { systemRows } from "./system/system-rows.ts";

const tokensPerNode = 8;

/** `nodes` nodes that see each other in dc1, node n in rack n modulo `racks`, with balanced tokens. */
export function modelOf({
  nodes,
  racks = nodes,
}: {
  readonly nodes: number;
  readonly racks?: number;
}): ModelCluster {
  let seed = 12_345;
  const cluster = new ModelCluster({
    places: Array.from({ length: nodes }, (_, n) => ({
      dc: "dc1",
      rack: `r${(n % racks) + 1}`,
      tokens: Array.from({ length: tokensPerNode }, (__, i) =>
        String(
          -(2n ** 63n) +
            ((BigInt(i * nodes + n) * 2n + 1n) * 2n ** 63n) / BigInt(nodes * tokensPerNode),
        ),
      ),
    })),
    // Park and Miller's generator: the same numbers in every run.
    random: () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    },
  });
  // Until every node knows and sees all others.
  cluster.run(10_000);
  return cluster;
}

type More = Pick<QueryParameters, "pageSize" | "pagingState" | "values">;

/** Asks node `n`, letting the model's time pass until it answers. */
export interface Asker {
  (cql: string, level?: Level, more?: More): CqlResponse;
  /** Asks and gives a function for the answer, so that time can pass as the test likes. */
  later(cql: string, level?: Level, more?: More): () => CqlResponse | undefined;
}

export function askerFor(cluster: ModelCluster, n: number): Asker {
  const later: Asker["later"] = (cql, level = "ONE", more = {}) => {
    let answer: CqlResponse | undefined;
    const node = cluster.node(n);
    const catalog = new Catalog(node.schema, node.identity.release);
    const rows = systemRows(node, catalog.system, {
      clusterName: "Model",
      storagePort: 7000,
      nativePort: 9042,
      settings: () => new Map(),
      properties: () => new Map(),
      clients: () => [],
    });
    const engine = new QueryEngine(node, catalog, rows);
    try {
      engine.execute(
        engine.prepare(cql, undefined),
        { consistency: level, ...more },
        undefined,
        (response) => {
          if (answer !== undefined) throw new Error(`answered twice: ${cql}`);
          answer = response;
        },
      );
    } catch (error) {
      if (!(error instanceof CqlServerError)) throw error;
      answer = { kind: "error", error: detailOf(error) };
    }
    return () => answer;
  };
  const ask = (cql: string, level?: Level, more?: More): CqlResponse => {
    const answer = later(cql, level, more);
    cluster.runUntil(() => answer() !== undefined, 15_000);
    const response = answer();
    if (response === undefined) throw new Error(`no answer: ${cql}`);
    return response;
  };
  return Object.assign(ask, { later });
}
