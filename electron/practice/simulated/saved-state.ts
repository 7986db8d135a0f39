import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EndpointState } from "../../../shared/model/ring/endpoint-state.ts";
import type { SchemaEntry } from "../../../shared/model/schema/schema.ts";

/** What a node is, for as long as its data folder lives. */
export interface SavedIdentity {
  readonly hostId: string;
  readonly tokens: readonly string[];
  /** Of the newest start. */
  readonly generation: number;
}

/** The node's own keyspaces `system` and `system_schema`, in its data folder. */
export class SavedState {
  readonly #system: string;
  readonly #schema: string;

  constructor(dataFolder: string) {
    const folders = ["system", "system_schema"].map((name) => join(dataFolder, name));
    for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#system = join(dataFolder, "system");
    this.#schema = join(dataFolder, "system_schema", "schema.json");
  }

  /**
   * The identity with the generation of this start. A node without one is new: it gets a host id, and the tokens that it
   * was given.
   * @throws Error when it was given none
   */
  begin(initialTokens: readonly string[] | undefined): SavedIdentity & { readonly isNew: boolean } {
    const file = join(this.#system, "local.json");
    const saved = readIfThere<SavedIdentity>(file);
    const tokens = saved?.tokens ?? initialTokens;
    if (tokens === undefined)
      throw new Error(
        "This node has no tokens: its system keyspace is gone, and the simulated cluster does not bootstrap nodes.",
      );
    const now = Math.floor(Date.now() / 1_000);
    const identity = {
      hostId: saved?.hostId ?? randomUUID(),
      tokens,
      // Two starts within a second must be told apart.
      generation: Math.max(now, (saved?.generation ?? 0) + 1),
    };
    write(file, identity);
    return { ...identity, isNew: saved === undefined };
  }

  schema(): readonly SchemaEntry[] | undefined {
    return readIfThere<readonly SchemaEntry[]>(this.#schema);
  }

  saveSchema(entries: readonly SchemaEntry[]): void {
    write(this.#schema, entries);
  }

  peers(): readonly EndpointState[] {
    return readIfThere<readonly EndpointState[]>(join(this.#system, "peers.json")) ?? [];
  }

  savePeers(peers: readonly EndpointState[]): void {
    write(join(this.#system, "peers.json"), peers);
  }
}

function readIfThere<T>(file: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${String(error)}`, { cause: error });
  }
}

/** Whole or not at all. */
function write(file: string, value: unknown): void {
  const draft = `${file}.new`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
  renameSync(draft, file);
}
