import type { Mutation, Request } from "../ring/message.ts";
import type { OnReply } from "../ring/requests.ts";
import type { ModelWorld } from "../world.ts";
import type { HintStore } from "./hint-store.ts";

/** How often Cassandra looks for hints that can be delivered (HintsDispatchTrigger). */
export const dispatchEveryMs = 10_000;
const inFlight = 64;
const hintTimeoutMs = 2_000;

export interface DeliveryDeps {
  readonly world: ModelWorld;
  readonly hints: HintStore;
  readonly storagePort: number;
  /** Address of a member that is alive now. */
  livingAddressOf(hostId: string): string | undefined;
  request(to: string, request: Request, timeoutMs: number, onReply: OnReply): void;
}

/** Sends hints to nodes that are back: one file after the other for each node; a file that was sent whole is removed. */
export class HintDelivery {
  readonly #deps: DeliveryDeps;
  readonly #busy = new Set<string>();
  /** Mutations that were sent, for the thread pool's count. */
  sent = 0;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  /** Begins to deliver what can be delivered now. */
  dispatch(): void {
    for (const hostId of new Set(this.#deps.hints.files().map((file) => file.hostId))) {
      if (!this.#busy.has(hostId)) this.#next(hostId);
    }
  }

  #next(hostId: string): void {
    const { hints } = this.#deps;
    const address = this.#deps.livingAddressOf(hostId);
    const file = hints.files().find((each) => each.hostId === hostId);
    if (address === undefined || file === undefined) {
      this.#busy.delete(hostId);
      return;
    }
    this.#busy.add(hostId);
    this.#send(address, hints.open(file), (whole) => {
      const log = (source: string, text: string) =>
        this.#deps.world.log({ level: "INFO", thread: "HintsDispatcher:1", source, text });
      const endpoint = `/${address}:${this.#deps.storagePort}`;
      const finished = `Finished hinted handoff of file ${file.name} to endpoint ${endpoint}: ${hostId}`;
      if (!whole) {
        log("HintsDispatchExecutor.java:324", `${finished}, partially`);
        this.#busy.delete(hostId);
        return;
      }
      hints.remove(file);
      log("HintsStore.java:232", `Deleted hint file ${file.name}`);
      log("HintsDispatchExecutor.java:300", finished);
      this.#next(hostId);
    });
  }

  #send(address: string, mutations: readonly Mutation[], done: (whole: boolean) => void): void {
    let next = 0;
    let waiting = 0;
    let failed = false;
    let ended = false;
    let filling = false;
    const fill = (): void => {
      // Replies of this very node come at once: the loop below takes them in.
      if (filling) return;
      filling = true;
      while (!failed && waiting < inFlight && next < mutations.length) {
        const mutation = mutations[next++] as Mutation;
        waiting++;
        this.sent++;
        this.#deps.request(address, { kind: "hint", mutation }, hintTimeoutMs, (reply) => {
          waiting--;
          // A table that was dropped meanwhile takes its hints with it.
          if (reply === undefined) failed = true;
          fill();
        });
      }
      filling = false;
      if (ended || waiting > 0 || (!failed && next < mutations.length)) return;
      ended = true;
      done(!failed);
    };
    fill();
  }
}
