/** Watches the view for changes that are worth an event, and remembers since when a state holds. */
import type { ClusterView, Problem } from "../../../shared/contract/cluster-view.ts";
import { valueOf } from "../../../shared/facts/fact.ts";
import type { EventLog } from "./event-log.ts";

export class LookBack {
  readonly #log: EventLog;
  /** Node key → state and since when; undefined since for the first one seen. */
  readonly #states = new Map<
    string,
    { readonly state: string; readonly since: number | undefined }
  >();
  #problems: ReadonlyMap<string, Problem> = new Map();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** Since when a node has this agreed state, if it was seen to come. */
  sinceOf(key: string, state: string): number | undefined {
    const known = this.#states.get(key);
    return known?.state === state ? known.since : undefined;
  }

  /** Compares with the view before and writes events. */
  see(view: ClusterView): void {
    for (const node of view.nodes) {
      const state = valueOf(node.state);
      if (state === undefined) continue;
      const before = this.#states.get(node.key);
      if (before?.state === state) continue;
      const since = before === undefined ? undefined : (node.stateSince ?? view.at);
      this.#states.set(node.key, { state, since });
      if (before === undefined) continue;
      this.#log.add({
        at: since ?? view.at,
        node: node.address,
        kind: state.startsWith("D") ? "down" : "up",
        text: `${node.address} is ${state} in every view (was ${before.state}).`,
      });
    }
    const now = new Map(
      view.problems.map((problem) => [`${problem.kind} ${problem.nodes.join(" ")}`, problem]),
    );
    for (const [id, { kind, nodes, text, since }] of now) {
      // Up and down have events of their own.
      if (this.#problems.has(id) || kind === "node down") continue;
      this.#log.add({ at: since ?? view.at, node: nodes[0] ?? "", kind, text });
    }
    for (const [id, { kind, nodes }] of this.#problems) {
      if (now.has(id) || kind === "node down") continue;
      this.#log.add({
        at: view.at,
        node: nodes[0] ?? "",
        kind: "over",
        text: `${nodes.join(", ")}: "${kind}" is over.`,
      });
    }
    this.#problems = now;
  }
}
