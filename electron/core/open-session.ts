/** Opens a cluster: finds every node from its contact points and looks at each for as long as the session lives. */
import type { Profile, Secrets } from "../../shared/contract/profile.ts";
import { statementsOf } from "../../shared/cluster/statements.ts";
import type { Session } from "./session.ts";
import { Beat } from "./session/beat.ts";
import { EventLog } from "./session/event-log.ts";
import { LookBack } from "./session/look-back.ts";
import { NewestView } from "./session/newest-view.ts";
import { keepCql } from "./session/node-cql.ts";
import { keepSsh } from "./session/node-ssh.ts";
import { keyOf, newNodeState, type NodeState } from "./session/node-state.ts";
import { RawStore } from "./session/raw-store.ts";
import { bookRing, type RingBook } from "./session/ring-book.ts";
import { sampleRows } from "./session/samples.ts";
import type { SessionDeps } from "./session/session-deps.ts";
import { contactPoint, cqlTargetOf, sshTargetOf } from "./session/targets.ts";
import { Slots } from "./session/slots.ts";
import { Transitions } from "./session/transitions.ts";
import { assembleView } from "./view/assemble-view.ts";
import { membersOf, Roster } from "./view/members.ts";
import { OwnershipCache } from "./view/ownership.ts";

const normalBeatMs = 10_000;
/** Each slow read keeps a core of its node busy for seconds; nodes may share a host. */
const slowReadsAtOnce = 2;
const justReadMs = 20_000;
/** Events of this long before are shown when a session begins. */
const recallMs = 24 * 3_600_000;

export interface SessionOptions {
  readonly deps: SessionDeps;
  readonly profile: Profile;
  readonly secrets: Secrets;
  /** True for the simulated practice cluster: said on every screen and report. */
  readonly simulated: boolean;
}

/** Begins to connect and gives the session at once; its view fills as answers come. */
export function openSession({ deps, profile, secrets, simulated }: SessionOptions): Session {
  const { clock, store } = deps;
  const closing = new AbortController();
  const beat = new Beat(clock, normalBeatMs);
  const raws = new RawStore();
  const events = new EventLog(store, profile.name);
  const recalled = events.recall(clock.now() - recallMs);
  const lookBack = new LookBack(events);
  const transitions = new Transitions();
  const ownership = new OwnershipCache();
  const roster = new Roster();
  const slowSlots = new Slots(slowReadsAtOnce);
  const nodes = new Set<NodeState>();
  const running = new Map<
    NodeState,
    { readonly stop: AbortController; readonly done: Promise<unknown> }
  >();
  const sshWhy = profile.ssh === null ? "this profile has no SSH" : undefined;

  const newest = new NewestView(clock, closing.signal, (seq) => {
    const view = assembleView({
      seq,
      now: clock.now(),
      beatMs: beat.ms,
      profile,
      simulated,
      nodes: [...nodes],
      events: events.events,
      ownership,
      roster,
      sinceOf: (key, state) => lookBack.sinceOf(key, state),
    });
    lookBack.see(view);
    return view;
  });
  const touch = (): void => newest.touch();

  const start = (node: NodeState): void => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, closing.signal]);
    const common = { deps, beat, raws, node, touch };
    const run = async (): Promise<void> => {
      await recalled;
      // Many nodes at once would meet sshd's MaxStartups and each other's answers.
      await beat.rest(deps.random() * Math.min(1_000, 20 * nodes.size), signal);
      await Promise.all([
        keepCql(
          {
            ...common,
            target: () => cqlTargetOf(profile, secrets, node.cqlHost, node.cqlPort),
            onRing: (from, ring) => bookRing(book, from, ring),
            memberCount: () => nodes.size,
          },
          signal,
        ),
        profile.ssh === null
          ? undefined
          : keepSsh(
              {
                ...common,
                profile,
                slowSlots,
                target: () => sshTargetOf(profile, secrets, node.sshHost),
                addTransition: (transition) => transitions.add(transition),
                addEvent: (event) => events.add(event),
                nodes: () => [...nodes],
              },
              signal,
            ),
      ]);
    };
    running.set(node, { stop, done: run() });
  };
  const book: RingBook = {
    nodes,
    roster,
    add: ({ cqlHost, nativePort }) => {
      const hosts = { cqlHost, cqlPort: nativePort ?? profile.cql.port, sshHost: cqlHost };
      const node = newNodeState(hosts, clock.now(), sshWhy);
      nodes.add(node);
      start(node);
      return node;
    },
    drop: (node) => {
      nodes.delete(node);
      running.get(node)?.stop.abort();
      running.delete(node);
      touch();
    },
    restart: (node) => {
      running.get(node)?.stop.abort();
      start(node);
    },
  };
  for (const text of profile.contactPoints) {
    const { host, port } = contactPoint(text);
    const hosts = { cqlHost: host, cqlPort: port ?? profile.cql.port, sshHost: host };
    nodes.add(newNodeState(hosts, clock.now(), sshWhy));
  }
  for (const node of nodes) start(node);

  const find = (key: string): NodeState | undefined =>
    [...nodes].find((node) => keyOf(node) === key || node.address === key);
  const requestsOf = (key: string): number | undefined => {
    const requests = find(key)?.requests;
    const current =
      requests !== undefined && clock.now() - requests.at < 2.5 * Math.max(beat.ms, 5_000);
    return current ? requests.perSecond : undefined;
  };

  const keeping = keepHistory();
  async function keepHistory(): Promise<void> {
    const memory = { dropped: new Map(), pauseAt: new Map() };
    let last = clock.now();
    while (!closing.signal.aborted) {
      // Rows of all nodes lie on the same round instants, so that series need no interpolation.
      const step = Math.min(beat.ms, normalBeatMs);
      await beat.rest(step - (clock.now() % step), closing.signal);
      if (closing.signal.aborted) return;
      const now = Math.floor(clock.now() / step) * step;
      if (now <= last) continue;
      leaveRemoved();
      // Ages grow without any news: a view that says "late" must come by itself.
      newest.publish();
      store.addSamples(profile.name, now, sampleRows(newest.view, last, memory, requestsOf));
      const statements = statementsOf(newest.view);
      const urgent = statements.find(
        ({ severity }) => severity === "critical" || severity === "warning",
      );
      const verdict = urgent ?? statements.find(({ id }) => id === "nodes");
      if (verdict !== undefined) store.setLastLook(profile.name, now, verdict.text);
      last = now;
    }
  }
  /** Ends the looks at nodes that every answering node has forgotten. */
  function leaveRemoved(): void {
    const members = new Set(membersOf([...nodes], roster.of([...nodes])));
    if (members.size === 0) return;
    for (const node of nodes) {
      if (node.hostId !== undefined && !members.has(node)) book.drop(node);
    }
  }

  return {
    profile,
    view: () => newest.view,
    next: (after, signal) => newest.after(after, signal),
    lookNow: async () => {
      const asked = clock.now();
      for (const node of nodes) {
        if (node.cql !== undefined) node.wanted.add("cql");
        if (node.ssh === undefined) continue;
        node.wanted.add("host");
        // A slow read that has just ended is as good as a new one, and costs the node seconds of CPU.
        if (asked - (node.slowReadAt ?? 0) > justReadMs) node.wanted.add("slow");
      }
      beat.wake();
      // Every look has its own limit in time and ends with a new view, whatever came of it.
      const open = (): boolean => [...nodes].some((node) => node.wanted.size > 0);
      while (open() && clock.now() - asked < 60_000 && !closing.signal.aborted) {
        await newest.after(newest.view.seq);
      }
      newest.publish();
    },
    setBeat: (ms) => beat.set(Math.max(200, ms)),
    ssh: (key) => find(key)?.ssh,
    cql: (key) => find(key)?.cql,
    cqlTarget: (key) => {
      const node = find(key);
      return node === undefined
        ? undefined
        : cqlTargetOf(profile, secrets, node.cqlHost, node.cqlPort);
    },
    applicationLogin: () =>
      profile.application?.user === undefined
        ? { user: profile.cql.user, password: secrets.cqlPassword }
        : { user: profile.application.user, password: secrets.applicationPassword },
    transitions: (since) => transitions.since(since),
    raws: (key) => raws.of(find(key)?.address ?? key),
    raw: (key) => raws.get(key),
    series: (fromMs, toMs, points) => store.series(profile.name, fromMs, toMs, points),
    close: async () => {
      closing.abort();
      beat.wake();
      await Promise.allSettled([keeping, ...[...running.values()].map(({ done }) => done)]);
    },
  };
}
