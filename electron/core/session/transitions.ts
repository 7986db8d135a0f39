/** Changes of mind between nodes, kept for drills and told as events. */
import type { Transition } from "../session.ts";

const keep = 5_000;

export class Transitions {
  #n = 0;
  #list: Transition[] = [];

  add(transition: Omit<Transition, "n">): Transition {
    const numbered = { ...transition, n: ++this.#n };
    this.#list.push(numbered);
    if (this.#list.length > keep) this.#list = this.#list.slice(-keep);
    return numbered;
  }

  since(n: number): readonly Transition[] {
    return this.#list.filter((transition) => transition.n > n);
  }
}
