/** Takes new lines of a node's system.log: who it holds for up or down, on Ringdrill's clock. */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import type { Transition } from "../session.ts";
import { keyOf, type NodeState } from "../session/node-state.ts";
import { gossipLines } from "./gossip-lines.ts";

export interface LogReading {
  readonly text: string;
  /** Minutes that the node's local time, in which the log is written, is ahead of UTC. */
  readonly zoneMinutes: number;
  /** When the lines were read, on our clock. */
  readonly at: number;
  /** Gossip generation of the process in seconds: what was written before its start is history. */
  readonly generation: number | undefined;
}

/**
 * Updates the opinions of `node` and gives the changes of mind, in the order of the log. The same line is often
 * written dozens of times (25 of `is now UP` within 0.1 s after a pause, seen on 5.0.6): states are counted, not lines.
 * @param nodes all nodes, to name those that are observed
 */
export function readGossipLines(
  node: NodeState,
  reading: LogReading,
  nodes: readonly NodeState[],
): Omit<Transition, "n">[] {
  const { offsetMs = 0, uncertaintyMs } = node.clock ?? {};
  const found: Omit<Transition, "n">[] = [];
  for (const { address: text, state, localMs, line } of gossipLines(reading.text)) {
    const address = canonicalAddress(text);
    const nodeTime = localMs - reading.zoneMinutes * 60_000;
    const at = nodeTime - offsetMs;
    const opinion = node.opinions.get(address) ?? {};
    const before = opinion.log?.state;
    // A line of the process before says nothing about what this one thinks.
    const history =
      reading.generation !== undefined && nodeTime < reading.generation * 1_000 - 1_000;
    if (before === state) continue;
    if (opinion.log !== undefined && at < opinion.log.since) continue;
    opinion.log = { state, since: at, line };
    if (history) opinion.log = undefined;
    node.opinions.set(address, opinion);
    const observed = nodes.find((other) => other.address === address);
    if (observed === undefined) continue;
    found.push({
      observer: keyOf(node),
      observerAddress: node.address,
      observed: keyOf(observed),
      observedAddress: address,
      state,
      at,
      uncertaintyMs,
      source: "system.log",
      line,
    });
  }
  return found;
}
