/** What happened in a cluster, newest last, for the view and the store. */
import type { ClusterEvent } from "../../../shared/contract/cluster-view.ts";
import type { Store } from "../deps.ts";

const keep = 300;

export class EventLog {
  readonly #store: Store;
  readonly #profile: string;
  #events: ClusterEvent[] = [];

  constructor(store: Store, profile: string) {
    this.#store = store;
    this.#profile = profile;
  }

  get events(): readonly ClusterEvent[] {
    return this.#events;
  }

  add(event: ClusterEvent): void {
    this.#events = [...this.#events, event].toSorted((a, b) => a.at - b.at).slice(-keep);
    this.#store.addEvents(this.#profile, [event]);
  }
}
