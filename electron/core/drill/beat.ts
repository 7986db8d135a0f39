/**
 * The beat of a running drill, once a second: what the load did, what the peers think, what the nodes cost, and
 * whether an abort rule fires. It only reads; the lease has a loop of its own so that nothing here can delay it.
 */
import { hasValue, valueOf } from "../../../shared/facts/fact.ts";
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { RunStopped, reach, targetOf, type RunContext } from "./run-context.ts";

export interface Beat {
  /** One pass, now. */
  once(): Promise<void>;
  /** Ends the loop after the pass that runs. */
  end(): Promise<void>;
}

/** Starts the loop. A failing pass stops the run, it does not end the loop. */
export function startBeat(ctx: RunContext): Beat {
  const over = new AbortController();
  let transitions = newestTransition(ctx);
  const lowShare = { since: undefined as number | undefined };

  const once = async () => {
    transitions = await readOpinions(ctx, transitions);
    await readLoad(ctx);
    await sampleNodes(ctx);
    const reason = abortReason(ctx, lowShare);
    if (reason !== undefined && !ctx.stop.signal.aborted)
      ctx.stop.abort(new RunStopped("abort rule", reason));
  };
  const loop = (async () => {
    while (!over.signal.aborted) {
      await once().catch((error: unknown) => {
        if (!ctx.stop.signal.aborted)
          ctx.stop.abort(new RunStopped("Ringdrill", `The beat failed: ${String(error)}`));
      });
      await ctx.clock.sleep(ctx.plan.waits.beatMs, over.signal).catch(() => undefined);
    }
  })();
  return {
    once,
    end: async () => {
      over.abort();
      await loop;
    },
  };
}

function newestTransition(ctx: RunContext): number {
  const all = ctx.session.transitions(0);
  return all[all.length - 1]?.n ?? 0;
}

/** Lanes on the screen, and the first DOWN of each peer after the injection as a milestone. */
async function readOpinions(ctx: RunContext, since: number): Promise<number> {
  const target = targetOf(ctx);
  const { facts } = ctx;
  let newest = since;
  const lanes = new Map(ctx.state.view().lanes.map((lane) => [lane.observer, lane.changes]));
  let changed = false;
  for (const transition of ctx.session.transitions(since)) {
    newest = transition.n;
    if (transition.observed !== target.key || transition.observer === target.key) continue;
    const changes = lanes.get(transition.observerAddress) ?? [];
    if (changes[changes.length - 1]?.state !== transition.state) {
      lanes.set(transition.observerAddress, [
        ...changes,
        { at: transition.at, state: transition.state },
      ]);
      changed = true;
    }
    const uncertainty = transition.uncertaintyMs ?? ctx.plan.waits.beatMs;
    const afterFault =
      facts.injectedAt !== undefined && transition.at >= facts.injectedAt - uncertainty;
    if (
      transition.state === "down" &&
      afterFault &&
      !facts.detections.has(transition.observerAddress)
    ) {
      facts.detections.set(transition.observerAddress, transition.at);
      await reach(
        ctx,
        "detected by peer",
        transition.at,
        `${transition.source} of ${transition.observerAddress}`,
        {
          node: transition.observerAddress,
          uncertaintyMs: transition.uncertaintyMs,
        },
      );
    }
  }
  if (changed)
    ctx.state.change({ lanes: [...lanes].map(([observer, changes]) => ({ observer, changes })) });
  return newest;
}

/** Takes the finished seconds and the drivers' events. */
export async function readLoad(ctx: RunContext): Promise<void> {
  const load = ctx.load;
  if (load === undefined) return;
  const { seconds, events } = load.take();
  for (const second of seconds) {
    ctx.seconds.push(second);
    await ctx.folder.appendLine("load.ndjson", second);
  }
  ctx.state.change({ seconds: ctx.seconds, ledger: load.counts() });
  for (const event of events) {
    if (event.kind === "error") ctx.state.message(`${event.client} client: ${event.text}`);
    else if (event.host.startsWith(targetOf(ctx).address)) {
      const name = event.kind === "host down" ? "detected by driver" : "driver sees it up";
      await reach(
        ctx,
        `${name} (${event.client})`,
        event.at,
        `cassandra-driver, ${event.client} client`,
        { node: event.host },
      );
    }
  }
}

/** One line a node into samples.ndjson, and the hints the peers keep. */
async function sampleNodes(ctx: RunContext): Promise<void> {
  const view = ctx.session.view();
  const target = targetOf(ctx).key;
  let files = 0;
  let bytes = 0;
  let known = false;
  for (const node of view.nodes) {
    await ctx.folder.appendLine("samples.ndjson", sampleOf(node, ctx.clock.now()));
    if (node.key === target || !hasValue(node.hints)) continue;
    known = true;
    files += node.hints.value.files;
    bytes += node.hints.value.bytes;
  }
  if (!known) return;
  ctx.facts.hintBytesMost = Math.max(ctx.facts.hintBytesMost ?? 0, bytes);
  ctx.state.change({ hints: { files, bytes } });
}

/** A figure that was not read at this look is null in the samples, never the last one again. */
function sampleOf(node: NodeView, at: number) {
  const fresh = <T>(fact: Parameters<typeof valueOf<T>>[0]) =>
    "stale" in fact ? undefined : valueOf<T>(fact);
  return {
    at,
    node: node.address,
    cpuBusyShare: fresh<{ busyShare: number }>(node.cpu)?.busyShare ?? null,
    hintBytes: fresh<{ bytes: number }>(node.hints)?.bytes ?? null,
    loadBytes: fresh<number>(node.load) ?? null,
    gcPauseMs: longestOfLastSecond(node, at),
  };
}

function longestOfLastSecond(node: NodeView, at: number): number | null {
  if (!hasValue(node.gc) || "stale" in node.gc) return null;
  const recent = node.gc.value.pauses
    .filter((pause) => pause.at > at - 2_000)
    .map((pause) => pause.ms);
  return recent.length === 0 ? 0 : Math.max(...recent);
}

const lowShareForMs = 10_000;

/** The abort rules of drills.md D3 that the collectors can answer. */
function abortReason(ctx: RunContext, low: { since: number | undefined }): string | undefined {
  const view = ctx.session.view();
  const target = targetOf(ctx).key;
  const second = view.nodes.find(
    (node) => node.key !== target && valueOf(node.state)?.startsWith("D") === true,
  );
  if (second !== undefined) return `A second node is down: ${second.address}.`;
  for (const node of view.nodes) {
    const data =
      node.key === target
        ? []
        : (valueOf(node.disks) ?? []).filter((disk) => disk.holds.includes("data"));
    const full = data.find((disk) => disk.availableBytes / disk.sizeBytes < 0.15);
    if (full !== undefined) return `Less than 15 % is free on ${node.address} ${full.mount}.`;
  }
  return survivalReason(ctx, low);
}

/** Success below 95 % for ten seconds although the plan says that requests go on. */
function survivalReason(ctx: RunContext, low: { since: number | undefined }): string | undefined {
  const expectsSuccess = ctx.plan.impact.every(
    (row) => row.keyspace !== ctx.plan.load.keyspace || row.failingShare === 0,
  );
  const load = ctx.load;
  if (!expectsSuccess || load === undefined || ctx.facts.injectedAt === undefined) return undefined;
  const now = ctx.clock.now();
  const recent = load.recent().filter((bucket) => bucket.at > now - 2_000);
  const ok = recent.reduce((sum, bucket) => sum + bucket.ok, 0);
  const bad = recent.reduce((sum, bucket) => sum + bucket.bad, 0);
  if (ok + bad === 0 || ok / (ok + bad) >= 0.95) {
    low.since = undefined;
    return undefined;
  }
  low.since ??= now;
  return now - low.since >= lowShareForMs
    ? `Fewer than 95 % of the requests succeeded for ${lowShareForMs / 1_000} s although the plan says they go on.`
    : undefined;
}
