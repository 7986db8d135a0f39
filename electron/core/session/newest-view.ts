/** Makes a new view when something changed, not more often than a screen can draw it, and hands it to those who wait. */
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Clock } from "../deps.ts";

const atMostEveryMs = 200;
const answerAfterMs = 25_000;

export class NewestView {
  readonly #clock: Clock;
  readonly #make: (seq: number) => ClusterView;
  readonly #ended: AbortSignal;
  #seq = 0;
  #view: ClusterView;
  #scheduled = false;
  #next = Promise.withResolvers<void>();

  /** @param make works the view out anew */
  constructor(clock: Clock, ended: AbortSignal, make: (seq: number) => ClusterView) {
    this.#clock = clock;
    this.#make = make;
    this.#ended = ended;
    this.#view = make(0);
    // Whoever waits gets the last view when the session ends.
    ended.addEventListener("abort", () => this.#next.resolve(), { once: true });
  }

  get view(): ClusterView {
    return this.#view;
  }

  /** Something changed: there will be a new view within 200 ms. */
  touch(): void {
    if (this.#scheduled || this.#ended.aborted) return;
    this.#scheduled = true;
    void this.#clock
      .sleep(atMostEveryMs, this.#ended)
      .catch(() => undefined)
      .then(() => {
        this.#scheduled = false;
        if (!this.#ended.aborted) this.publish();
      });
  }

  /** Makes the new view at once. */
  publish(): void {
    this.#seq++;
    this.#view = this.#make(this.#seq);
    const waiting = this.#next;
    this.#next = Promise.withResolvers<void>();
    waiting.resolve();
  }

  /** A view with `seq` above `after`, or the present one after 25 s or when `signal` aborts. */
  async after(after: number, signal?: AbortSignal): Promise<ClusterView> {
    if (this.#view.seq > after || this.#ended.aborted || signal?.aborted === true)
      return this.#view;
    const nap = new AbortController();
    const stop = (): void => nap.abort();
    signal?.addEventListener("abort", stop, { once: true });
    const slept = this.#clock.sleep(answerAfterMs, nap.signal).catch(() => undefined);
    await Promise.race([slept, this.#next.promise]);
    signal?.removeEventListener("abort", stop);
    nap.abort();
    return this.#view;
  }
}
