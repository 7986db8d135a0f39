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

  /** Events of earlier sessions, from the store. */
  async recall(fromMs: number): Promise<void> {
    const earlier = await this.#store.events(this.#profile, fromMs, keep).catch(() => []);
    const news = this.#events.filter((event) => !earlier.some((other) => isSame(other, event)));
    this.#keep([...earlier, ...news]);
  }

  get events(): readonly ClusterEvent[] {
    return this.#events;
  }

  add(event: ClusterEvent): void {
    // The tail of a log is read again at each connect, and so are its lines of before.
    if (this.#events.some((other) => isSame(other, event))) return;
    this.#keep([...this.#events, event]);
    this.#store.addEvents(this.#profile, [event]);
  }

  #keep(events: readonly ClusterEvent[]): void {
    this.#events = events.toSorted((a, b) => a.at - b.at).slice(-keep);
  }
}

/** Times of log lines are worked out with the clock's offset, which is measured anew each time. */
function isSame(a: ClusterEvent, b: ClusterEvent): boolean {
  return a.kind === b.kind && a.node === b.node && a.text === b.text && Math.abs(a.at - b.at) < 500;
}
