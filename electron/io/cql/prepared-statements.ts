import { ColumnsMemo } from "../../../shared/cql/column-specs.ts";
import type { CqlType } from "../../../shared/cql/cql-type.ts";

/** Most statements that one session remembers; the oldest makes room. */
const maxPrepared = 1000;

/** A statement that the node has prepared. */
export interface Prepared {
  readonly id: Uint8Array;
  readonly types: readonly CqlType[];
  /** Columns of its last answer. */
  readonly memo: ColumnsMemo;
}

/** The prepared statements of one session by their text; each is asked for once, however many wait for it. */
export class PreparedStatements {
  readonly #byText = new Map<string, Prepared | Promise<Prepared>>();
  readonly #prepare: (cql: string, timeoutMs: number) => Promise<Prepared>;

  constructor(prepare: (cql: string, timeoutMs: number) => Promise<Prepared>) {
    this.#prepare = prepare;
  }

  /** The statement, at once when it is known. What `prepare` throws goes to all who wait, and is not kept. */
  get(cql: string, timeoutMs: number): Prepared | Promise<Prepared> {
    return this.#byText.get(cql) ?? this.#ask(cql, timeoutMs);
  }

  /** Forgets `lost`, unless another one took its place meanwhile. */
  forget(cql: string, lost: Prepared): void {
    if (this.#byText.get(cql) === lost) this.#byText.delete(cql);
  }

  /** Forgets all, as after USE: the same text may now mean another table. */
  clear(): void {
    this.#byText.clear();
  }

  async #ask(cql: string, timeoutMs: number): Promise<Prepared> {
    const asked = this.#prepare(cql, timeoutMs);
    this.#keep(cql, asked);
    try {
      const prepared = await asked;
      if (this.#byText.get(cql) === asked) this.#byText.set(cql, prepared);
      return prepared;
    } catch (error) {
      if (this.#byText.get(cql) === asked) this.#byText.delete(cql);
      throw error;
    }
  }

  #keep(cql: string, asked: Promise<Prepared>): void {
    this.#byText.set(cql, asked);
    if (this.#byText.size <= maxPrepared) return;
    for (const oldest of this.#byText.keys()) {
      this.#byText.delete(oldest);
      return;
    }
  }
}
