import type { ModelWorld } from "../world.ts";
import type { Reply, Request } from "./message.ts";

/** Undefined: no reply in time. */
export type OnReply = (reply: Reply | undefined) => void;

const sweepMs = 50;

/** Requests to other nodes that wait for their reply. Each callback is called exactly once. */
export class Requests {
  readonly #world: ModelWorld;
  readonly #waiting = new Map<number, { readonly deadline: number; readonly onReply: OnReply }>();
  #nextId = 1;
  #sweeping = false;

  constructor(world: ModelWorld) {
    this.#world = world;
  }

  send(to: string, request: Request, timeoutMs: number, onReply: OnReply): void {
    const id = this.#nextId++;
    this.#waiting.set(id, { deadline: this.#world.monotonicMs() + timeoutMs, onReply });
    this.#watch();
    const expiresAt = this.#world.now() + timeoutMs;
    this.#world.send(to, { kind: "request", id, expiresAt, request });
  }

  receive(id: number, reply: Reply): void {
    const waiting = this.#waiting.get(id);
    // Late replies find nobody.
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    waiting.onReply(reply);
  }

  #watch(): void {
    if (this.#sweeping) return;
    this.#sweeping = true;
    this.#world.after(sweepMs, () => {
      this.#sweeping = false;
      const now = this.#world.monotonicMs();
      for (const [id, { deadline, onReply }] of this.#waiting) {
        if (deadline > now) continue;
        this.#waiting.delete(id);
        onReply(undefined);
      }
      if (this.#waiting.size > 0) this.#watch();
    });
  }
}
