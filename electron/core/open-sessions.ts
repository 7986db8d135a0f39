/** The sessions of this host, one a target. */
import type { HostDeps } from "./host-deps.ts";
import type { HostKeyQueue } from "./host-key-queue.ts";
import { openSession } from "./open-session.ts";
import type { Session } from "./session.ts";
import type { Target } from "./target-profile.ts";

interface Entry {
  readonly session: Session;
  readonly release: () => Promise<void>;
}

export class OpenSessions {
  readonly #deps: HostDeps;
  readonly #hostKeys: HostKeyQueue;
  readonly #entries = new Map<string, Entry>();
  readonly #opening = new Map<string, Promise<{ readonly heldBy: string } | undefined>>();

  constructor(deps: HostDeps, hostKeys: HostKeyQueue) {
    this.#deps = deps;
    this.#hostKeys = hostKeys;
  }

  get(name: string): Session | undefined {
    return this.#entries.get(name)?.session;
  }

  /** Opens the target, or joins its open session. Gives who holds it when that is another process. */
  async open(target: Target): Promise<{ readonly heldBy: string } | undefined> {
    const { name } = target.profile;
    if (this.#entries.has(name)) return undefined;
    const already = this.#opening.get(name);
    if (already !== undefined) return already;
    const opening = this.#open(target).finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  async #open({
    profile,
    secrets,
    simulated,
  }: Target): Promise<{ readonly heldBy: string } | undefined> {
    const lock = await this.#deps.locks.take(profile.name);
    if ("heldBy" in lock) return lock;
    const deps = {
      ...this.#deps,
      random: () => this.#deps.random(),
      decideHostKey: this.#hostKeys.decide,
    };
    const session = openSession({ deps, profile, secrets, simulated });
    this.#entries.set(profile.name, { session, release: lock.release });
    return undefined;
  }

  /** False when it was not open. */
  async close(name: string): Promise<boolean> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return false;
    this.#entries.delete(name);
    await entry.session.close();
    await entry.release();
    return true;
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#entries.keys()].map((name) => this.close(name)));
  }
}
