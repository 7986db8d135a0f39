import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { formatUuid } from "../../cql/uuid-text.ts";
import type { KeyspaceDefinition, TableDefinition } from "./definitions.ts";

/**
 * One thing of the schema with the time of its last change, in microseconds: what nodes send each other. A definition
 * of undefined is a dropped thing, kept so that an older copy of it does not come back.
 */
export type SchemaEntry = { readonly name: string; readonly changedAt: number } & (
  | { readonly kind: "keyspace"; readonly definition: KeyspaceDefinition | undefined }
  | {
      readonly kind: "table";
      readonly keyspace: string;
      readonly definition: TableDefinition | undefined;
    }
);

/** Keyspaces and tables of users and of the replicated system keyspaces; the newest change of each thing wins. */
export class Schema {
  readonly #entries = new Map<string, SchemaEntry>();
  #version: string | undefined;

  /** Takes what is newer. Gives the entries that were taken, empty when all was known. */
  merge(entries: readonly SchemaEntry[]): readonly SchemaEntry[] {
    const taken: SchemaEntry[] = [];
    for (const entry of entries) {
      const key = keyOf(entry);
      const known = this.#entries.get(key);
      if (known !== undefined && known.changedAt >= entry.changedAt) continue;
      this.#entries.set(key, entry);
      taken.push(entry);
    }
    if (taken.length > 0) this.#version = undefined;
    return taken;
  }

  /** Everything, dropped things included: what another node or a disk needs. */
  entries(): readonly SchemaEntry[] {
    return [...this.#entries.values()];
  }

  /** The newest change, in microseconds: a later one must be later. */
  newestChange(): number {
    return Math.max(0, ...this.entries().map(({ changedAt }) => changedAt));
  }

  keyspace(name: string): KeyspaceDefinition | undefined {
    const entry = this.#entries.get(`keyspace ${name}`);
    return entry?.kind === "keyspace" ? entry.definition : undefined;
  }

  keyspaces(): readonly KeyspaceDefinition[] {
    return this.entries().flatMap((entry) =>
      entry.kind === "keyspace" && entry.definition !== undefined ? [entry.definition] : [],
    );
  }

  table(keyspace: string, name: string): TableDefinition | undefined {
    const entry = this.#entries.get(`table ${keyspace}.${name}`);
    return entry?.kind === "table" && this.#isThere(entry) ? entry.definition : undefined;
  }

  tables(keyspace?: string): readonly TableDefinition[] {
    return this.entries().flatMap((entry) =>
      entry.kind === "table" &&
      entry.definition !== undefined &&
      (keyspace === undefined || entry.keyspace === keyspace) &&
      this.#isThere(entry)
        ? [entry.definition]
        : [],
    );
  }

  tableById(id: string): TableDefinition | undefined {
    return this.tables().find((table) => table.id === id);
  }

  /** A UUID of what is there: the same schema has the same version on every node. */
  version(): string {
    this.#version ??= versionOf([...this.keyspaces(), ...this.tables()]);
    return this.#version;
  }

  /** A table goes with its keyspace, and does not come back with a later keyspace of the same name. */
  #isThere(table: SchemaEntry & { readonly kind: "table" }): boolean {
    const keyspace = this.#entries.get(`keyspace ${table.keyspace}`);
    return keyspace?.kind === "keyspace" && keyspace.definition !== undefined;
  }
}

function keyOf(entry: SchemaEntry): string {
  return entry.kind === "keyspace"
    ? `keyspace ${entry.name}`
    : `table ${entry.keyspace}.${entry.name}`;
}

function versionOf(things: readonly (KeyspaceDefinition | TableDefinition)[]): string {
  const text = things
    .map((thing) => JSON.stringify(thing))
    .toSorted()
    .join("\n");
  const digest = sha256(utf8ToBytes(text)).slice(0, 16);
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x30; // a name-based UUID, like the real one
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(digest);
}
