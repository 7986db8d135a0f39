/** What a node did since it started, in the terms of `nodetool tpstats`. */
export class Counters {
  readonly #completed = new Map<string, number>();
  readonly #dropped = new Map<string, number>();

  /** A stage finished a task. */
  did(pool: string, tasks = 1): void {
    this.#completed.set(pool, this.completed(pool) + tasks);
  }

  completed(pool: string): number {
    return this.#completed.get(pool) ?? 0;
  }

  /** A message came too late and was thrown away. */
  drop(verb: string): void {
    this.#dropped.set(verb, this.dropped(verb) + 1);
  }

  dropped(verb: string): number {
    return this.#dropped.get(verb) ?? 0;
  }
}
