/** Tells the hops of one node's test, with the time each took. */
import type { HopStep } from "../../../shared/contract/contract.ts";
import type { Hop } from "../../../shared/facts/failure.ts";
import type { Clock } from "../deps.ts";
import { detailOf } from "../session/link.ts";

export class HopTeller {
  readonly #clock: Clock;
  readonly #node: string;
  readonly #push: (step: HopStep) => void;
  #since: number;

  constructor(clock: Clock, node: string, push: (step: HopStep) => void) {
    this.#clock = clock;
    this.#node = node;
    this.#push = push;
    this.#since = clock.monotonicMs();
  }

  say(hop: string, state: HopStep["state"], text: string): void {
    this.#push({ node: this.#node, hop, state, text });
  }

  begin(hop: string, text: string): void {
    this.#since = this.#clock.monotonicMs();
    this.say(hop, "running", text);
  }

  /** The hop is passed; the next one's time begins. */
  pass(hop: string, text: string): void {
    const now = this.#clock.monotonicMs();
    this.#push({ node: this.#node, hop, state: "ok", text, tookMs: Math.round(now - this.#since) });
    this.#since = now;
  }

  /** @param otherwise the hop when the error names none */
  fail(error: unknown, otherwise: Hop): void {
    const failure = detailOf(error, otherwise, this.#node);
    const tookMs = Math.round(this.#clock.monotonicMs() - this.#since);
    this.#push({
      node: this.#node,
      hop: failure.hop,
      state: "failed",
      text: `${failure.message} ${failure.next}`,
      tookMs,
      failure,
    });
  }
}
