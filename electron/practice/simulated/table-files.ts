import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TableDefinition } from "../../../shared/model/schema/definitions.ts";
import type { LogPlace } from "../../../shared/model/storage/replica.ts";
import { RowLogFile } from "./row-log-file.ts";

type Table = Pick<TableDefinition, "keyspace" | "name" | "id">;

/** The files of a node's tables: `data/KEYSPACE/TABLE-ID/`, as Cassandra lays them. */
export class TableFiles implements LogPlace {
  readonly #dataFolder: string;
  readonly #open = new Map<string, RowLogFile>();

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder;
  }

  open(table: Table): RowLogFile {
    const known = this.#open.get(table.id);
    if (known !== undefined) return known;
    const log = new RowLogFile(join(this.#folderOf(table), "nb-1-big-Data.db"));
    this.#open.set(table.id, log);
    return log;
  }

  remove(table: Table): void {
    this.#open.get(table.id)?.close();
    this.#open.delete(table.id);
    rmSync(this.#folderOf(table), { recursive: true, force: true });
  }

  /** Size of everything that is open, in bytes. */
  get bytes(): number {
    return [...this.#open.values()].reduce((sum, log) => sum + log.bytes, 0);
  }

  close(): void {
    for (const log of this.#open.values()) log.close();
    this.#open.clear();
  }

  #folderOf({ keyspace, name, id }: Table): string {
    return join(this.#dataFolder, keyspace, `${name}-${id.replaceAll("-", "")}`);
  }
}
