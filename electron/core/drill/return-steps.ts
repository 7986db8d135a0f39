/** The way back and the recovery: steps that nothing stops, used by a run and by `drill resume` alike. */
import { tokenDigest } from "../../../shared/drill/token-digest.ts";
import { hasValue, isStale, valueOf } from "../../../shared/facts/fact.ts";
import { act, enterPhase, reach, targetOf, until, type RunContext } from "./run-context.ts";

/** Tries until the node's helper says that the process runs; a helper that does not answer leaves it to the guard. */
export async function rollbackStep(ctx: RunContext): Promise<void> {
  ctx.facts.returning = true;
  try {
    await bringBack(ctx);
  } finally {
    ctx.facts.returning = false;
  }
}

async function bringBack(ctx: RunContext): Promise<void> {
  const { address } = targetOf(ctx);
  const { facts, plan } = ctx;
  const undo =
    plan.steps.find((step) => step.id === "inject")?.undo ?? `${address}: start Cassandra`;
  await enterPhase(ctx, "rolling back", undo);
  const begunAt = ctx.clock.now();
  facts.rollbackBegunAt ??= begunAt;
  ctx.state.change({ guard: { state: "rolling back" } });
  await reach(ctx, "rollback begun", begunAt, "Ringdrill", { node: address });
  const windowMs = plan.waits.leaseMs + 30_000;
  const done = await until(
    ctx,
    windowMs,
    async () => {
      try {
        const before = await ctx.fault.status();
        const result = await act(ctx, "rollback", undo, () => ctx.fault.rollback());
        if (!result.ok) return undefined;
        facts.broughtBackBy ??= before.broughtBackBy;
        return result;
      } catch (error) {
        ctx.state.message(
          `The way back could not be asked for: ${error instanceof Error ? error.message : String(error)}. The guard acts by itself within ${plan.waits.leaseMs / 1_000} s.`,
        );
        return undefined;
      }
    },
    false,
  );
  facts.rollbackProven = done !== undefined;
  if (done !== undefined) {
    facts.processUpAt = ctx.clock.now();
    ctx.state.change({ guard: { state: "rolled back" } });
    await reach(ctx, "process up", facts.processUpAt, `helper on ${address}: ${done.said}`, {
      node: address,
    });
  }
}

/** Waits until the node is up/normal in every view, with its old identity, and until the hints are gone. */
export async function recoverStep(ctx: RunContext): Promise<void> {
  const { waits } = ctx.plan;
  const { facts } = ctx;
  const target = targetOf(ctx);
  await enterPhase(ctx, "recovering", `waiting until ${target.address} is up/normal in every view`);
  const seenBefore = facts.returnedAt;
  const since = ctx.clock.now();
  const seenNow = await until(
    ctx,
    waits.recoveryMs,
    () => (upEverywhere(ctx, since) ? ctx.clock.now() : undefined),
    false,
  );
  facts.returnedAt = seenNow === undefined ? undefined : (seenBefore ?? seenNow);
  if (facts.returnedAt === undefined) {
    ctx.state.message(
      `${target.address} was not up/normal in every view within ${waits.recoveryMs / 1_000} s.`,
    );
    return;
  }
  await reach(ctx, "up in all views", seenNow ?? facts.returnedAt, "all views", {
    node: target.address,
  });
  const cql = await until(ctx, waits.recoveryMs, () => ctx.session.cql(target.key), false);
  if (cql !== undefined) {
    facts.portAt = ctx.clock.now();
    await reach(ctx, "port answers", facts.portAt, `CQL on ${target.address}`, {
      node: target.address,
    });
    facts.identity = await identityOf(ctx);
  }
}

/** @param since views that are older say nothing of the node's return */
function upEverywhere(ctx: RunContext, since: number): boolean {
  const target = targetOf(ctx).key;
  const view = ctx.session.view();
  const observers = view.nodes.map((node) => view.matrix[node.key]?.[target]);
  const node = view.nodes.find((each) => each.key === target);
  if (node === undefined || isStale(node.state) || valueOf(node.state) !== "UN") return false;
  return observers.every(
    (cell) => cell !== undefined && cell.state === "UN" && (cell.at ?? 0) >= since,
  );
}

/** Whether host id and tokens are those of the plan. */
async function identityOf(ctx: RunContext): Promise<"same" | "changed" | undefined> {
  const target = targetOf(ctx);
  const cql = ctx.session.cql(target.key);
  if (cql === undefined) return undefined;
  try {
    const rows = await cql.query("SELECT host_id, tokens FROM system.local WHERE key = 'local'");
    const row = rows[0];
    const tokens = Array.isArray(row?.tokens) ? row.tokens.map(String) : [];
    return row?.host_id === target.hostId && tokenDigest(tokens) === target.tokensSha256
      ? "same"
      : "changed";
  } catch (error) {
    ctx.log.warn("the node's identity could not be read", { error: String(error) });
    return undefined;
  }
}

/** Waits until no peer keeps hints any more. */
export async function hintsStep(ctx: RunContext): Promise<void> {
  const { facts } = ctx;
  if (facts.returnedAt === undefined) return;
  ctx.state.change({ doing: "waiting until the peers have delivered their hints" });
  const target = targetOf(ctx).key;
  const seenBefore = facts.hintsDrainedAt;
  const since = facts.returnedAt;
  const drainedAt = await until(
    ctx,
    ctx.plan.waits.hintsMs,
    () => {
      const peers = ctx.session.view().nodes.filter((node) => node.key !== target);
      const drained = peers.every(
        (node) =>
          hasValue(node.hints) &&
          !isStale(node.hints) &&
          node.hints.at > since &&
          node.hints.value.bytes === 0,
      );
      return drained ? ctx.clock.now() : undefined;
    },
    false,
  );
  facts.hintsDrainedAt = drainedAt === undefined ? undefined : (seenBefore ?? drainedAt);
  if (drainedAt !== undefined)
    await reach(ctx, "hints drained", drainedAt, "hint folders of all peers");
}
