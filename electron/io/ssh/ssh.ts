/** SSH as the core sees it: a target in, a session out, with each hop on the way checked and named. */
import type { HostKeyDecision, Ssh, SshSession, SshTarget } from "../../core/deps.ts";
import { forwardTo } from "./forward.ts";
import { HostKeyDesk } from "./host-key-desk.ts";
import { KeyNotKnown, openLink, type Link } from "./link.ts";
import { prepareLogin } from "./login.ts";
import { Session } from "./session.ts";
import { Slots } from "./slots.ts";
import { cancelled, type Way } from "./ssh-failure.ts";
import { usualWaits, type SshWaits } from "./ssh-waits.ts";
import { openTcp } from "./tcp-connect.ts";

/** New connections to one jump host at a time; sshd drops some beyond ten that have not logged in (MaxStartups). */
const startsAtATime = 5;
/** The first attempt may find an unknown key; the one after the answer has to pass. */
const attempts = 3;

interface Attempt {
  readonly way: Way;
  readonly target: SshTarget;
  readonly carrier: Link | undefined;
  readonly decide: HostKeyDecision;
  readonly passed: (hop: string) => void;
  readonly signal: AbortSignal | undefined;
}

export interface SshOptions {
  /** Hears what went wrong without stopping a connection, such as a read-only known_hosts. */
  readonly warn?: (text: string) => void;
  readonly waits?: Partial<SshWaits>;
}

/** SSH over ssh2. */
export function createSsh({ warn = () => undefined, ...options }: SshOptions = {}): Ssh {
  const waits = { ...usualWaits, ...options.waits };
  const desk = new HostKeyDesk(warn);
  const starts = new Map<string, Slots>();

  async function connect(
    target: SshTarget,
    decide: HostKeyDecision,
    onHop: (hop: string) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<SshSession> {
    const jumps = target.jump.flatMap(flattened);
    const links: Link[] = [];
    const leave = await enter(jumps[0], signal);
    try {
      for (const jump of jumps) {
        const way = wayOf(jump, "jump host");
        const carrier = links.at(-1);
        links.push(
          await linkTo({ way, target: jump, carrier, decide, passed: () => undefined, signal }),
        );
        onHop("jump host");
      }
      const heard = new Set<string>();
      const passed = (hop: string): void => {
        if (heard.has(hop)) return;
        heard.add(hop);
        onHop(hop);
      };
      const way = wayOf(target, "node");
      const carrier = links.at(-1);
      const link = await linkTo({ way, target, carrier, decide, passed, signal });
      return new Session(links, link, waits.queueMs);
    } catch (error) {
      for (const link of links.toReversed()) link.close();
      throw error;
    } finally {
      leave();
    }
  }

  async function enter(
    first: SshTarget | undefined,
    signal: AbortSignal | undefined,
  ): Promise<() => void> {
    if (first === undefined) return () => undefined;
    const id = `${first.host} ${first.port}`;
    const slots = starts.get(id) ?? new Slots(startsAtATime);
    starts.set(id, slots);
    return await slots.take(signal, () => cancelled(wayOf(first, "jump host"), "jump host"));
  }

  async function linkTo(attempt: Attempt): Promise<Link> {
    const { way, target, carrier, decide, passed, signal } = attempt;
    for (let left = attempts; ; left--) {
      const check = await desk.open(way, target.knownHosts);
      const login = await prepareLogin(way, target.auth);
      const sock =
        carrier === undefined
          ? await openTcp(way, passed, signal, waits)
          : await forwardTo(carrier, way, signal, waits.forwardMs);
      if (carrier !== undefined) passed("tcp");
      try {
        return await openLink({ way, sock, check, login, passed, carrier, signal, waits });
      } catch (error) {
        if (!(error instanceof KeyNotKnown) || left <= 1) throw error;
        // The connection is closed while a person thinks (sshd would close it after LoginGraceTime); the answer is
        // in the file when the next attempt reads it.
        const asked = desk.ask(way, target.knownHosts, error.answer, decide);
        await orCancelled(asked, signal, () => cancelled(way, "host key"));
      }
    }
  }

  return { connect };
}

/** Jump hosts in the order in which they are passed; one that has jump hosts of its own comes after those. */
function flattened(target: SshTarget): SshTarget[] {
  return [...target.jump.flatMap(flattened), target];
}

function wayOf(target: SshTarget, role: Way["role"]): Way {
  return { host: target.host, port: target.port, user: target.user, role };
}

async function orCancelled<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
  failure: () => Error,
): Promise<T> {
  if (signal === undefined) return await promise;
  return await new Promise((resolve, reject) => {
    const stop = (): void => reject(failure());
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
