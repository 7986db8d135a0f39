import { createHash } from "node:crypto";
import type { Prepared } from "../../../shared/model/query/prepare.ts";
import type { QueryEngine } from "../../../shared/model/query/query-engine.ts";

interface Entry {
  readonly cql: string;
  readonly keyspace: string | undefined;
  prepared: Prepared | undefined;
}

const kept = 1_000;

/** Statements by their id. After a change of the schema each is read anew when it is next used. */
export class PreparedIds {
  readonly #engine: QueryEngine;
  readonly #entries = new Map<string, Entry>();

  constructor(engine: QueryEngine) {
    this.#engine = engine;
  }

  /** The statement and its id; the same text gives the same one. @throws CqlServerError */
  add(cql: string, keyspace: string | undefined): { readonly id: Uint8Array; prepared: Prepared } {
    const id = createHash("md5")
      .update(`${keyspace ?? ""}\0${cql}`)
      .digest();
    const name = id.toString("hex");
    const known = this.#entries.get(name);
    const prepared = known?.prepared ?? this.#engine.prepare(cql, keyspace);
    this.#entries.delete(name);
    this.#entries.set(name, { cql, keyspace, prepared });
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= kept) break;
      this.#entries.delete(oldest);
    }
    return { id, prepared };
  }

  /** Undefined for an id that is not (or no longer) known. @throws CqlServerError when its table is gone */
  find(id: Uint8Array): Prepared | undefined {
    const entry = this.#entries.get(Buffer.from(id).toString("hex"));
    if (entry === undefined) return undefined;
    entry.prepared ??= this.#engine.prepare(entry.cql, entry.keyspace);
    return entry.prepared;
  }

  /** The schema changed. */
  forget(): void {
    for (const entry of this.#entries.values()) entry.prepared = undefined;
  }
}
