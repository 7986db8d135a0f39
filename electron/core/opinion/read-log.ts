/** Takes new lines of a node's system.log: who it holds for up or down, on Ringdrill's clock. */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import { readGossipEvent } from "../../../shared/parse/log/gossip-event.ts";
import { readLogLine } from "../../../shared/parse/log/log-line.ts";
import type { Transition } from "../session.ts";
import { keyOf, type NodeState } from "../session/node-state.ts";

export interface LogReading {
  readonly text: string;
  /** Lines may be missing before the text. */
  readonly gap: boolean;
  /** Minutes that the node's local time, in which the log is written, is ahead of UTC. */
  readonly zoneMinutes: number;
}

/** `first`: the log said nothing of that node before. */
type LogTransition = Omit<Transition, "n"> & { readonly first: boolean };

/** How long before its gossip generation (whole seconds) a process may already have logged something. */
const startMs = 1_000;

/**
 * Updates the opinions of `node` and gives its changes of mind, in the order of the log: states are counted, not
 * lines, because the same line is often written dozens of times.
 * @param nodes all nodes, to name those that are observed
 */
export function readGossipLines(
  node: NodeState,
  reading: LogReading,
  nodes: readonly NodeState[],
): LogTransition[] {
  const { offsetMs = 0, uncertaintyMs } = node.clock ?? {};
  const startedAt = node.generation === undefined ? undefined : node.generation * 1_000 - startMs;
  const found: LogTransition[] = [];
  if (reading.gap) node.peers.forget();
  let history = false;
  for (const line of reading.text.split("\n")) {
    // Most lines are not about gossip: the cheap look comes first.
    if (!line.includes("Gossip") && !line.includes("Removing tokens")) continue;
    const entry = readLogLine(line);
    const event = entry === undefined ? undefined : readGossipEvent(entry.message);
    if (entry === undefined || event === undefined) continue;
    const nodeTime = entry.localMs - reading.zoneMinutes * 60_000;
    const before = startedAt !== undefined && nodeTime < startedAt;
    // What the process before this one thought says nothing about what this one thinks.
    if (history && !before) node.peers.forget();
    history = before;
    const change = node.peers.apply(event, nodeTime - offsetMs);
    if (change === undefined) continue;
    const address = canonicalAddress(change.address);
    const opinion = node.opinions.get(address) ?? {};
    const state = change.to;
    opinion.log = before || state === "left" ? undefined : { state, since: change.at, line };
    node.opinions.set(address, opinion);
    const observed = nodes.find((other) => other.address === address);
    if (observed === undefined || state === "left") continue;
    found.push({
      first: change.from === undefined,
      observer: keyOf(node),
      observerAddress: node.address,
      observed: keyOf(observed),
      observedAddress: address,
      state,
      at: change.at,
      uncertaintyMs,
      source: "system.log",
      line: line.slice(0, 400),
    });
  }
  return found;
}
