/** The whole view, worked out from the states of all nodes. */
import type { ClusterEvent, ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Profile } from "../../../shared/contract/profile.ts";
import { problemsOf } from "../../../shared/cluster/problems.ts";
import { valueOf } from "../../../shared/facts/fact.ts";
import { keyOf, type NodeState } from "../session/node-state.ts";
import { commonWord, ghostsOf, keyspacesFact, schemaFact } from "./cluster-facts.ts";
import { matrixOf } from "./matrix.ts";
import { membersOf, type Roster } from "./members.ts";
import { nodeView, ownershipFact } from "./node-view.ts";
import { keyspacesOf, type OwnershipCache } from "./ownership.ts";

export interface Assembly {
  readonly seq: number;
  readonly now: number;
  readonly beatMs: number;
  readonly profile: Profile;
  readonly simulated: boolean;
  readonly nodes: readonly NodeState[];
  readonly events: readonly ClusterEvent[];
  readonly ownership: OwnershipCache;
  readonly roster: Roster;
  readonly sinceOf: (key: string, state: string) => number | undefined;
}

export function assembleView(from: Assembly): ClusterView {
  const { nodes, now, beatMs, profile } = from;
  const membership = from.roster.of(nodes);
  const members = membersOf(nodes, membership);
  // Before anybody answered, the contact points stand for the cluster: their hops are what there is to see.
  const shown = members.length > 0 ? members : nodes;
  const matrix = matrixOf(members, now, beatMs);
  const addressOf = new Map(members.map((node) => [keyOf(node), node.address]));
  const keyspaces = keyspacesOf(members);
  const partitioner = commonWord(members, (ring) => ring.partitioner);
  const shares =
    keyspaces === undefined
      ? new Map()
      : from.ownership.of(members, valueOf(partitioner) ?? "", keyspaces);
  const whyNoShare =
    keyspaces === undefined
      ? "no node answered over CQL yet"
      : "ownership cannot be computed for this partitioner";
  const view: ClusterView = {
    seq: from.seq,
    at: now,
    target: {
      profile: profile.name,
      environment: profile.environment,
      colour: profile.colour,
      simulated: from.simulated,
    },
    beatMs,
    name: commonWord(members, (ring) => ring.clusterName),
    partitioner,
    versions: [...new Set(members.flatMap((node) => node.row?.release ?? []))].toSorted(),
    schema: schemaFact(members),
    keyspaces: keyspacesFact(keyspaces),
    nodes: shown.map((node) =>
      nodeView(node, {
        now,
        beatMs,
        cells: Object.entries(matrix).flatMap(([observer, row]) => {
          const cell = row[keyOf(node)];
          return cell === undefined ? [] : [[addressOf.get(observer) ?? observer, cell] as const];
        }),
        ownership: ownershipFact(node, shares, keyspaces, whyNoShare),
        sinceOf: from.sinceOf,
      }),
    ),
    ghosts: ghostsOf(members, membership),
    matrix,
    problems: [],
    events: [...from.events],
  };
  return {
    ...view,
    problems: problemsOf(view, {
      silentContacts: silentContacts(nodes, members),
      frozen: members.flatMap((node) =>
        node.processState === "T" ? [{ address: node.address, since: silentSince(node) }] : [],
      ),
      toolOwns: members.flatMap(({ address, tool }) =>
        tool?.owns === undefined ? [] : [{ observer: address, owns: tool.owns }],
      ),
    }),
  };
}

function silentSince(node: NodeState): number | undefined {
  const { cql } = node.reach;
  return cql.state === "failed" ? cql.since : undefined;
}

/** Contact points that stand for no member so far, with what their failure says. */
function silentContacts(nodes: readonly NodeState[], members: readonly NodeState[]) {
  if (members.length === 0) return [];
  return nodes.flatMap((node) => {
    const { cql } = node.reach;
    return node.hostId === undefined && cql.state === "failed"
      ? [{ contactPoint: node.address, text: cql.failure.message, since: cql.since }]
      : [];
  });
}
