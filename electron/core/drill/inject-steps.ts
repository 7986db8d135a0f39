/** From the baseline to the end of the fault: the steps that may be stopped at any moment. */
import { hasValue } from "../../../shared/facts/fact.ts";
import { startGuardLease, type GuardLease } from "./guard-lease.ts";
import {
  RunStopped,
  act,
  enterPhase,
  reach,
  targetOf,
  until,
  type RunContext,
} from "./run-context.ts";

const proofWithinMs = 30_000;
/** The load has settled once this many seconds in a row were without an error. */
const cleanSeconds = 4;
const settleWithinMs = 90_000;
/** A second of load is known only once its last request has its answer or gave up, and a busy machine is late. */
const countedWithinMs = 15_000;

/** Load runs without a fault until the baseline is steady. @throws RunStopped when it is not */
export async function baselineStep(ctx: RunContext): Promise<void> {
  const { waits } = ctx.plan;
  await enterPhase(ctx, "baseline", `load without a fault for ${waits.baselineMs / 1_000} s`);
  // The drivers connect and the JIT warms in the first moments; they are not the steady state.
  const settled = await until(ctx, settleWithinMs, () => {
    const newest = ctx.seconds.filter((second) => second.client === "app").slice(-cleanSeconds);
    const clean = newest.every((second) => second.ok > 0 && second.refused + second.unknown === 0);
    return newest.length === cleanSeconds && clean ? true : undefined;
  });
  if (settled === undefined)
    throw new RunStopped(
      "precondition",
      `The application's load did not get ${cleanSeconds} clean seconds in a row within ${settleWithinMs / 1_000} s.`,
    );
  ctx.facts.baselineAt = ctx.clock.now();
  await ctx.clock.sleep(waits.baselineMs, ctx.stop.signal);
  const from = ctx.facts.baselineAt;
  const last = from + waits.baselineMs - 2_000;
  await until(ctx, countedWithinMs, () =>
    ctx.seconds.some((second) => second.client === "app" && second.at >= Math.max(from, last))
      ? true
      : undefined,
  );
  const rows = ctx.seconds.filter((second) => second.client === "app" && second.at >= from);
  const ok = rows.reduce((sum, second) => sum + second.ok, 0);
  const bad = rows.reduce((sum, second) => sum + second.refused + second.unknown, 0);
  if (ok + bad === 0 || ok / (ok + bad) < 0.999) {
    throw new RunStopped(
      "precondition",
      `No steady state: ${bad} of ${ok + bad} requests failed in the baseline.`,
    );
  }
}

/** Arms the guard; from here on the node comes back by itself, whatever happens to this program. */
export async function armStep(ctx: RunContext): Promise<GuardLease> {
  const { address } = targetOf(ctx);
  await enterPhase(ctx, "armed", `arming the guard on ${address}`);
  // Set first: a guard that was armed by a command whose answer got lost must be ended as well.
  ctx.facts.armed = true;
  const armed = await act(
    ctx,
    "arm",
    `${address}: start the guard with a lease of ${ctx.plan.waits.leaseMs / 1_000} s`,
    () => ctx.fault.arm(),
  );
  if (!armed.ok)
    throw new RunStopped("guard", `The guard could not be armed on ${address}: ${armed.said}`);
  await reach(ctx, "armed", ctx.clock.now(), `guard on ${address}`, { node: address });
  return startGuardLease(ctx);
}

/** Injects the fault and proves it. */
export async function injectStep(ctx: RunContext): Promise<void> {
  const { address } = targetOf(ctx);
  const step = ctx.plan.steps.find((each) => each.id === "inject");
  await enterPhase(ctx, "injected", step?.text ?? "injecting the fault");
  ctx.stop.signal.throwIfAborted();
  // The call's start stands in until the node has said when it really acted.
  ctx.facts.injectedAt = ctx.clock.now();
  const injected = await act(ctx, "inject", step?.text ?? "inject", () => ctx.fault.inject());
  const { at, uncertaintyMs, source } = injectionTime(ctx, ctx.facts.injectedAt, injected.atMs);
  ctx.facts.injectedAt = at;
  ctx.state.change({ injectedAt: at });
  await reach(ctx, "injected", at, source, { node: address, uncertaintyMs });
  if (!injected.ok)
    throw new RunStopped(
      "fault",
      `The fault could not be injected on ${address}: ${injected.said}`,
    );
  const proof = await until(ctx, proofWithinMs, async () => {
    const said = await ctx.fault.prove();
    return said.ok ? said : undefined;
  });
  if (proof === undefined)
    throw new RunStopped(
      "fault",
      `The fault was not proven on ${address} within ${proofWithinMs / 1_000} s.`,
    );
  ctx.facts.faultProven = true;
  await enterPhase(ctx, "proven", `proven: ${proof.said}`);
  await reach(ctx, "proven", ctx.clock.now(), `helper on ${address}: ${proof.said}`, {
    node: address,
  });
}

/** The node's own time of the act with its clock's offset taken off, if it lies within the call; else the call's start. */
function injectionTime(
  ctx: RunContext,
  begunAt: number,
  atMs: number | undefined,
): { at: number; uncertaintyMs: number | undefined; source: string } {
  const { key, address } = targetOf(ctx);
  const offset = ctx.session.view().nodes.find((node) => node.key === key)?.clockOffset;
  const began = {
    at: begunAt,
    uncertaintyMs: undefined,
    source: `start of the call to ${address}`,
  };
  if (atMs === undefined || offset === undefined || !hasValue(offset)) return began;
  const at = atMs - offset.value.offsetMs;
  const { uncertaintyMs } = offset.value;
  if (at < begunAt - uncertaintyMs || at > ctx.clock.now() + uncertaintyMs) return began;
  // An act cannot come before it was asked for, whatever the clocks say.
  return {
    at: Math.max(at, begunAt),
    uncertaintyMs,
    source: `clock of ${address}, right before the act`,
  };
}

/** Holds the fault until every peer noticed and `observeMs` longer, or until `maxFaultMs` is over. */
export async function observeStep(ctx: RunContext): Promise<void> {
  const { waits, target } = ctx.plan;
  const { facts } = ctx;
  const peers = target.nodeCount - 1;
  await enterPhase(ctx, "observing", `waiting for ${peers} peers to notice`);
  const spent = ctx.clock.now() - (facts.injectedAt ?? ctx.clock.now());
  const noticed = await until(ctx, waits.maxFaultMs - spent, () =>
    facts.detections.size >= peers ? true : undefined,
  );
  if (noticed === undefined) {
    ctx.state.message(
      `${facts.detections.size} of ${peers} peers noticed within ${waits.maxFaultMs / 1_000} s.`,
    );
    return;
  }
  const left = waits.maxFaultMs - (ctx.clock.now() - (facts.injectedAt ?? 0));
  ctx.state.change({
    doing: `every peer noticed; holding the fault ${Math.round(Math.min(waits.observeMs, left) / 1_000)} s longer`,
  });
  if (left > 0) await ctx.clock.sleep(Math.min(waits.observeMs, left), ctx.stop.signal);
}
