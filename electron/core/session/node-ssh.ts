/** Keeps the SSH link of one node: a host look at every beat, and the slow read beside it. */
import type { ClusterEvent } from "../../../shared/contract/cluster-view.ts";
import type { Profile } from "../../../shared/contract/profile.ts";
import { seenUpOrDown } from "../../../shared/cluster/problems-views.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { SshSession, SshTarget } from "../deps.ts";
import { GcBook } from "../look/gc-book.ts";
import { applyHostFigures } from "../look/host-figures.ts";
import { HostMemory, lookAtHost, type HostAnswer } from "../look/host-look.ts";
import { lookSlowly, SlowMemory } from "../look/slow-look.ts";
import { readGossipLines } from "../opinion/read-log.ts";
import type { Transition } from "../session.ts";
import type { Beat } from "./beat.ts";
import { Late } from "./deadline.ts";
import { keepLink, type LinkReport } from "./link.ts";
import type { NodeState } from "./node-state.ts";
import type { RawStore } from "./raw-store.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { Slots } from "./slots.ts";

const slowEveryMs = 60_000;
/** A doubt is settled at once, but not over and over. */
const doubtEveryMs = 15_000;
/** Rates need two looks: the second one comes early, so that the first view is whole. */
const secondLookMs = 1_000;
/** Of faster beats only some run the whole script. */
const wholeEveryMs = 9_000;
const connectTimeoutMs = 30_000;

export interface NodeSshOptions {
  readonly deps: SessionDeps;
  readonly beat: Beat;
  readonly raws: RawStore;
  readonly node: NodeState;
  readonly profile: Profile;
  /** Slow reads of the whole session that may run at once. */
  readonly slowSlots: Slots;
  target(): SshTarget | undefined;
  touch(): void;
  addTransition(transition: Omit<Transition, "n">): void;
  addEvent(event: ClusterEvent): void;
  nodes(): readonly NodeState[];
}

/** Runs until `signal` aborts; never rejects. */
export async function keepSsh(options: NodeSshOptions, signal: AbortSignal): Promise<void> {
  const { deps, beat, node, profile } = options;
  let asking = 0;
  await keepLink<SshSession>(
    {
      clock: deps.clock,
      beat,
      node: `${node.sshHost}:${profile.ssh?.port ?? 22}`,
      hop: "tcp",
      connectTimeoutMs,
      paused: () => asking > 0,
      connect: (ended) => {
        const target = options.target();
        if (target === undefined) throw new Error("this profile has no SSH");
        const decide: SessionDeps["decideHostKey"] = async (question) => {
          asking++;
          try {
            return await deps.decideHostKey(question);
          } finally {
            asking--;
          }
        };
        return deps.ssh.connect(target, decide, undefined, ended);
      },
      use: (ssh, ended, report) => useSsh(options, ssh, ended, report),
      onReach: (reach) => {
        node.reach.ssh = reach;
        if (reach.state === "failed") {
          const why = reach.failure.message;
          for (const group of ["host beat", "slow"] as const) node.sheet.withholdGroup(group, why);
          node.processState = undefined;
        }
        options.touch();
      },
    },
    signal,
  );
}

async function useSsh(
  options: NodeSshOptions,
  ssh: SshSession,
  ended: AbortSignal,
  report: LinkReport,
): Promise<void> {
  const { node } = options;
  node.ssh = ssh;
  try {
    await Promise.race([hostLooks(options, ssh, ended, report), slowLooks(options, ssh, ended)]);
  } finally {
    node.ssh = undefined;
    node.wanted.delete("host");
    node.wanted.delete("slow");
  }
}

async function hostLooks(
  options: NodeSshOptions,
  ssh: SshSession,
  ended: AbortSignal,
  report: LinkReport,
): Promise<void> {
  const { deps, beat, node, profile, raws } = options;
  const { clock } = deps;
  const memory = new HostMemory();
  const gc = new GcBook();
  let looks = 0;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let soon = true;
  while (!ended.aborted) {
    const began = clock.monotonicMs();
    try {
      const asker = { clock, raws, profile, random: () => deps.random() };
      const whole = soon || node.wanted.has("host") || began - wholeAt > wholeEveryMs;
      if (whole) wholeAt = began;
      const answer = await lookAtHost(asker, ssh, node, memory, whole);
      applyHostFigures(node, answer);
      applyLog(options, answer);
      gc.take(node, answer);
      node.lastLookAt = Math.max(node.lastLookAt ?? 0, answer.at);
      looks++;
      soon = looks === 1 || answer.pathsChanged;
      report.answered();
    } catch (error) {
      if (ended.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      node.sheet.withholdGroup("host beat", why);
      // A script that was late or refused is no lost connection; a lost one closes by itself.
      if (!(error instanceof Late) && !(error instanceof Failure)) throw error;
      if (error instanceof Failure && error.detail.kind === "connection lost") throw error;
    } finally {
      node.wanted.delete("host");
    }
    options.touch();
    const took = clock.monotonicMs() - began;
    const untilNext = soon ? Math.min(secondLookMs, beat.ms) : beat.ms;
    await beat.rest(Math.max(untilNext - took, 0.2 * beat.ms), ended);
  }
}

function applyLog(options: NodeSshOptions, { poll, at }: HostAnswer): void {
  const { node } = options;
  const { log, started } = poll;
  if (!("next" in log) || started?.zoneMinutes === undefined) {
    node.logReadAt = undefined;
    return;
  }
  const reading = {
    text: log.text,
    gap: log.gap !== undefined,
    zoneMinutes: started.zoneMinutes,
  };
  for (const { first, ...transition } of readGossipLines(node, reading, options.nodes())) {
    options.addTransition(transition);
    // The first word about a node is no change, and what is long past is no news.
    if (first || transition.at < at - 3_600_000) continue;
    options.addEvent({
      at: transition.at,
      node: node.address,
      kind: seenUpOrDown,
      text: `${node.address} holds ${transition.observedAddress} for ${transition.state}.`,
    });
  }
  if (log.behindBytes === 0) node.logReadAt = at;
}

async function slowLooks(
  options: NodeSshOptions,
  ssh: SshSession,
  ended: AbortSignal,
): Promise<void> {
  const { deps, beat, node, raws, slowSlots } = options;
  const { clock } = deps;
  const memory = new SlowMemory();
  let last = Number.NEGATIVE_INFINITY;
  let first = true;
  while (!ended.aborted) {
    const since = clock.monotonicMs() - last;
    const doubt = node.doubt !== undefined && since >= doubtEveryMs;
    const asked = node.wanted.has("slow");
    const why = asked || doubt || since >= slowEveryMs ? cannotAnswer(node) : undefined;
    if (why !== undefined) {
      last = clock.monotonicMs();
      node.sheet.withholdGroup("slow", why);
      node.wanted.delete("slow");
    } else if (asked || doubt || since >= slowEveryMs) {
      const release = await slowSlots.take(ended);
      if (release === undefined) return;
      try {
        last = clock.monotonicMs();
        const mode = first || asked ? "everything" : since >= slowEveryMs ? "next" : "status only";
        await lookSlowly({ clock, raws }, ssh, node, memory, mode);
        first = false;
        if (mode === "everything") node.slowReadAt = clock.now();
      } finally {
        release();
        node.wanted.delete("slow");
      }
      options.touch();
    }
    // Woken with every beat, to see a doubt or a wish soon.
    await beat.rest(Math.min(beat.ms, 5_000), ended);
  }
}

/** A nodetool that cannot be answered would only hang (a frozen process) or fail, and cost the node a Java each time. */
function cannotAnswer(node: NodeState): string | undefined {
  if (node.processState === "T") return "its process is stopped by a signal: nodetool would hang";
  const gone = node.processState === undefined && node.reach.cql.state === "failed";
  return gone ? "its process does not run" : undefined;
}
