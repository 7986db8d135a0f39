/** Successes and failures of the application's client by tenths of a second, counted when the answer came. */
const stepMs = 100;

export interface ShareBucket {
  readonly at: number;
  readonly ok: number;
  readonly bad: number;
}

export class SuccessShare {
  #at: number | undefined;
  #ok = 0;
  #bad = 0;
  #done: ShareBucket[] = [];

  add(at: number, ok: boolean): void {
    this.#goTo(at);
    if (ok) this.#ok += 1;
    else this.#bad += 1;
  }

  /** The tenths that ended before `now` and were not given yet; one without an answer has two zeros. */
  take(now: number): readonly ShareBucket[] {
    this.#goTo(now);
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #goTo(at: number): void {
    const bucket = Math.floor(at / stepMs) * stepMs;
    this.#at ??= bucket;
    while (this.#at < bucket) {
      this.#done.push({ at: this.#at, ok: this.#ok, bad: this.#bad });
      this.#ok = 0;
      this.#bad = 0;
      this.#at += stepMs;
    }
  }
}
