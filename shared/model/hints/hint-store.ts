import type { Mutation } from "../ring/message.ts";

/** A file of hints for one node, as the hints folder has it. */
export interface HintFile {
  /** `HOST-ID-TIMESTAMP-2.hints` */
  readonly name: string;
  readonly hostId: string;
  readonly oldestAt: number;
  readonly newestAt: number;
}

/** Mutations that other nodes missed, by host id. */
export interface HintStore {
  add(hostId: string, mutation: Mutation, now: number): void;
  /** Everything that is kept, oldest first; files that are still being written included. */
  files(): readonly HintFile[];
  /** The mutations of a file; nothing is added to it from now on. */
  open(file: HintFile): readonly Mutation[];
  remove(file: HintFile): void;
}

/** Hints in memory. */
export class MemoryHints implements HintStore {
  readonly #files = new Map<string, { file: HintFile; mutations: Mutation[]; closed: boolean }>();

  add(hostId: string, mutation: Mutation, now: number): void {
    const open = [...this.#files.values()].find(
      ({ file, closed }) => !closed && file.hostId === hostId,
    );
    if (open !== undefined) {
      open.mutations.push(mutation);
      open.file = { ...open.file, newestAt: now };
      this.#files.set(open.file.name, open);
      return;
    }
    let stamp = now;
    while (this.#files.has(hintFileName(hostId, stamp))) stamp++;
    const name = hintFileName(hostId, stamp);
    const file = { name, hostId, oldestAt: now, newestAt: now };
    this.#files.set(name, { file, mutations: [mutation], closed: false });
  }

  files(): readonly HintFile[] {
    return [...this.#files.values()].map(({ file }) => file);
  }

  open(file: HintFile): readonly Mutation[] {
    const found = this.#files.get(file.name);
    if (found === undefined) return [];
    found.closed = true;
    return found.mutations;
  }

  remove(file: HintFile): void {
    this.#files.delete(file.name);
  }
}

/** The name that Cassandra 3.0–5.0 gives a file of hints. */
export function hintFileName(hostId: string, at: number): string {
  return `${hostId}-${at}-2.hints`;
}
