/** Views of clusters that do not exist, worked out from their description with the product's own ring arithmetic. */
import { problemsOf } from "../../../shared/cluster/problems.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import { known } from "../../../shared/facts/fact.ts";
import {
  addressOf,
  frameOf,
  hostIdOf,
  partitioner,
  schema,
  type FakeCluster,
} from "./fake-frame.ts";
import { nodeOf, unread } from "./fake-node.ts";

/** A view at one instant. The same description gives the same view. */
export function viewOf(fake: FakeCluster): ClusterView {
  const frame = frameOf(fake);
  const { at } = fake;
  const full = Array.from({ length: fake.nodes }, (_, i) => nodeOf(fake, frame, i));
  const nodes = fake.connecting === true ? full.map((node) => unread(node, at)) : full;
  const matrix: ClusterView["matrix"] = {};
  const observers =
    fake.connecting === true ? 0 : Math.min(fake.nodes, fake.observers ?? fake.nodes);
  for (let o = 0; o < observers; o += 1) {
    if (fake.down?.includes(o + 1) === true) {
      matrix[hostIdOf(o)] = {};
      continue;
    }
    matrix[hostIdOf(o)] = Object.fromEntries(
      nodes.map((node, i) => {
        const bad =
          fake.down?.includes(i + 1) === true ||
          fake.doubt?.some(([observer, observed]) => observer === o + 1 && observed === i + 1) ===
            true;
        return [
          node.key,
          {
            state: bad ? "DN" : "UN",
            ...(bad ? { since: at - 94_000 } : {}),
            at: at - 800,
            source: bad ? "system.log" : "gossip heartbeats",
          },
        ];
      }),
    );
  }
  const view = {
    seq: Math.floor(at / 1_000),
    at,
    target: {
      profile: fake.profile ?? "practice",
      environment: fake.environment === undefined ? "practice" : fake.environment,
      colour: fake.colour ?? "#009e73",
      simulated: fake.simulated ?? false,
    },
    beatMs: 10_000,
    name: known(fake.profile ?? "practice", at, {
      node: addressOf(fake, 0),
      what: "system.local",
      tookMs: 3,
    }),
    partitioner: known(partitioner, at, {
      node: addressOf(fake, 0),
      what: "system.local",
      tookMs: 3,
    }),
    versions: [fake.release ?? "5.0.6"],
    schema: known(
      { agreed: true, versions: [{ version: schema, nodes: nodes.map((node) => node.address) }] },
      at,
      { node: "every node", what: "system.local", tookMs: 3 },
    ),
    keyspaces: known(
      frame.keyspaces.map((each) => ({ ...each })),
      at,
      { node: addressOf(fake, 0), what: "system_schema.keyspaces", tookMs: 4 },
    ),
    nodes,
    ghosts: [],
    matrix,
    events: (fake.down ?? []).flatMap((number) => [
      {
        at: at - 94_000,
        node: addressOf(fake, number - 1),
        kind: "state",
        text: `${addressOf(fake, number - 1)} went from UN to DN in every view`,
      },
      {
        at: at - 96_200,
        node: addressOf(fake, number - 1),
        kind: "reach",
        text: `${addressOf(fake, number - 1)}: CQL connection lost`,
      },
    ]),
  };
  return { ...view, problems: fake.connecting === true ? [] : problemsOf(view) };
}
