/** Host keys that no file knows, waiting for somebody to look at their fingerprint. */
import type { HostKeyAsk } from "../../shared/contract/contract.ts";
import type { Clock, HostKeyDecision, HostKeyQuestion } from "./deps.ts";

const answerAfterMs = 25_000;
/** An open question keeps a connection waiting: after this it counts as a no, and the next attempt asks anew. */
const unansweredMs = 10 * 60_000;

interface Waiting {
  readonly ask: HostKeyAsk;
  readonly answer: Promise<boolean>;
  readonly resolve: (accept: boolean) => void;
}

export class HostKeyQueue {
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  #seq = 1;
  #nextId = 1;
  #changed = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Puts the question; the same host and key are asked about once, however many connections wait. */
  readonly decide: HostKeyDecision = (question) => {
    const same = [...this.#waiting.values()].find(({ ask }) => isSame(ask, question));
    if (same !== undefined) return same.answer;
    const id = String(this.#nextId++);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(id, { ask: { id, ...question }, answer: promise, resolve });
    this.#change();
    void this.#clock
      .sleep(unansweredMs, this.#ended.signal)
      .catch(() => undefined)
      .then(() => this.answer(id, false));
    return promise;
  };

  /** The open questions once they differ from those at `after`, or after 25 s. */
  async next(after: number, signal?: AbortSignal): Promise<{ seq: number; asks: HostKeyAsk[] }> {
    if (this.#seq <= after && signal?.aborted !== true && !this.#ended.signal.aborted) {
      const nap = new AbortController();
      const stop = (): void => nap.abort();
      signal?.addEventListener("abort", stop, { once: true });
      const slept = this.#clock.sleep(answerAfterMs, nap.signal).catch(() => undefined);
      await Promise.race([slept, this.#changed.promise]);
      signal?.removeEventListener("abort", stop);
      nap.abort();
    }
    return { seq: this.#seq, asks: [...this.#waiting.values()].map(({ ask }) => ({ ...ask })) };
  }

  /** False when there is no such question any more. */
  answer(id: string, accept: boolean): boolean {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return false;
    this.#waiting.delete(id);
    waiting.resolve(accept);
    this.#change();
    return true;
  }

  /** Answers every question with no. */
  close(): void {
    this.#ended.abort();
    for (const id of this.#waiting.keys()) this.answer(id, false);
  }

  #change(): void {
    this.#seq++;
    const changed = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    changed.resolve();
  }
}

function isSame(ask: HostKeyAsk, question: HostKeyQuestion): boolean {
  return (
    ask.host === question.host &&
    ask.port === question.port &&
    ask.fingerprint === question.fingerprint
  );
}
