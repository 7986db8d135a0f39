/** Who sees whom: one row an observer, one cell an observed member. */
import type { ViewCell } from "../../../shared/contract/cluster-view.ts";
import { decide, modeLetter } from "../opinion/peer-opinion.ts";
import { keyOf, type NodeState } from "../session/node-state.ts";

export type Matrix = Record<string, Record<string, ViewCell>>;

/**
 * The matrix of the members at `now`. An observer that answers on no hop says nothing; so does one whose CQL is
 * stuck while its log is not read. Also notes in each observer why a nodetool read is wanted.
 * @param beatMs time between two looks
 */
export function matrixOf(members: readonly NodeState[], now: number, beatMs: number): Matrix {
  const matrix: Matrix = {};
  for (const observer of members) {
    const row: Record<string, ViewCell> = {};
    observer.doubt = undefined;
    for (const observed of members) row[keyOf(observed)] = cell(observer, observed, now, beatMs);
    matrix[keyOf(observer)] = row;
  }
  return matrix;
}

function cell(observer: NodeState, observed: NodeState, now: number, beatMs: number): ViewCell {
  const silent = silence(observer, now, beatMs);
  if (silent !== undefined) return { state: null, source: "none", why: silent };
  if (observer === observed) return selfCell(observer, now);
  const opinion = observer.opinions.get(observed.address);
  if (opinion === undefined) {
    const why = observer.gossip === undefined ? "nothing read yet" : "does not know this node";
    return { state: null, source: observer.gossip === undefined ? "none" : "gossip_info", why };
  }
  const { cell: decided, doubt } = decide(opinion, { now, beatMs, logReadAt: observer.logReadAt });
  if (doubt === undefined) opinion.contradictsSince = undefined;
  else {
    opinion.contradictsSince ??= now;
    // Asked again only when the last read is older than the doubt.
    if ((opinion.tool?.at ?? 0) < opinion.contradictsSince)
      observer.doubt ??= `${observed.address}: ${doubt}`;
  }
  return decided;
}

/** Why the observer says nothing at all, if so. */
function silence(observer: NodeState, now: number, beatMs: number): string | undefined {
  const { cql, ssh } = observer.reach;
  if (cql.state === "connected") return undefined;
  const frozen = observer.processState === "T" ? "its process is stopped (state T)" : undefined;
  const logLive = observer.logReadAt !== undefined && now - observer.logReadAt < 3 * beatMs + 5_000;
  if (
    ssh.state === "connected" &&
    logLive &&
    frozen === undefined &&
    observer.processState !== undefined
  ) {
    // CQL alone is gone, the process runs and its log is read: what it wrote there still stands.
    return undefined;
  }
  const why = cql.state === "failed" ? cql.failure.message : "not connected yet";
  return frozen === undefined ? `does not answer: ${why}` : `does not answer: ${frozen}`;
}

/** A node that answers is up to itself; its mode is what its own gossip entry says. */
function selfCell(node: NodeState, now: number): ViewCell {
  if (node.reach.cql.state !== "connected") {
    return { state: null, source: "none", why: "its process runs, but CQL does not answer" };
  }
  const own = node.gossip?.states.get(node.address);
  return {
    state: `U${modeLetter(own?.status)}`,
    at: node.lastLookAt ?? now,
    source: own === undefined ? "it answers" : "it answers, gossip_info",
  };
}
