/** Reading back what was acknowledged, weakest reads first, because each read can repair (drills.md C2). */
import type { LedgerCounts } from "../../../shared/contract/drill.ts";
import type { AuditStep } from "../../../shared/drill/journal-entry.ts";
import {
  LedgerAudit,
  oldestAck,
  type AuditKind,
  type ReadOutcome,
} from "../../../shared/drill/ledger-audit.ts";
import { ledgerCoverage, ledgerToken } from "../../../shared/drill/ledger-coverage.ts";
import { LedgerRows, readLedgerRows } from "../../../shared/drill/ledger-rows.ts";
import { testLedgerAudit } from "../../../shared/drill/ledger-self-test.ts";
import { runSeed } from "../../../shared/drill/run-seed.ts";
import type { CqlSession } from "../deps.ts";
import { readKeys, scanLedger, type LedgerKey } from "./audit-reads.ts";
import { ledgerReplication, nodesOfSet, placeOn, ringOf } from "./placement.ts";
import { enterPhase, journal, reach, targetOf, type RunContext } from "./run-context.ts";

/** Rows read through each replica; the newest ones, because the fault was in while they were written. */
const mostPerReplica = 5_000;

/** What the audit of a run concluded. */
export interface Audited {
  readonly counts: LedgerCounts;
  /** Why not every acknowledged row has an answer that can be believed; undefined when each has. */
  readonly why: string | undefined;
  /** Acknowledged rows that a replica missed after the hints were in. */
  readonly replicaMissing: number;
  /** When the oldest lost row was acknowledged, epoch ms. */
  readonly oldestLostAt: number | undefined;
}

interface Outcome {
  readonly key: LedgerKey;
  readonly outcome: ReadOutcome;
}

/** The ledger as it stands on disk now. */
async function ledgerNow(
  ctx: RunContext,
): Promise<{ rows: LedgerRows; bytes: Uint8Array; problems: readonly string[] }> {
  const bytes = await ctx.folder.readBytes("ledger.bin");
  if (bytes === undefined)
    return { rows: new LedgerRows(), bytes: new Uint8Array(), problems: ["there is no ledger"] };
  const { rows, problems } = readLedgerRows(bytes);
  return { rows, bytes, problems };
}

function acknowledged(rows: LedgerRows): LedgerKey[] {
  const keys: LedgerKey[] = [];
  for (const [shard, seq, state] of rows.entries()) if (state === "acked") keys.push([shard, seq]);
  return keys;
}

/** Consistency level of the application's reads: nothing can be read at ANY. */
function readLevel(ctx: RunContext): string {
  return ctx.plan.load.consistency === "ANY" ? "ONE" : ctx.plan.load.consistency;
}

function connected(ctx: RunContext): readonly CqlSession[] {
  return ctx.session.view().nodes.flatMap((node) => ctx.session.cql(node.key) ?? []);
}

/** One step over `keys`, journaled with its tally. @returns every outcome */
async function step(
  ctx: RunContext,
  words: string,
  kind: AuditKind,
  rows: LedgerRows,
  keys: readonly LedgerKey[],
  coordinators: readonly CqlSession[],
  consistency: string,
  coordinator?: string,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const begun = ctx.clock.monotonicMs();
  let shown = begun;
  await readKeys(
    coordinators,
    ctx.plan.load.keyspace,
    runSeed(ctx.plan.runId),
    keys,
    consistency,
    (key, outcome) => {
      outcomes.push({ key, outcome });
      if (ctx.clock.monotonicMs() - shown < 500) return;
      shown = ctx.clock.monotonicMs();
      ctx.state.change({ audit: { step: words, done: outcomes.length, of: keys.length } });
    },
  );
  await note(ctx, {
    words,
    kind,
    consistency,
    coordinator,
    rows,
    outcomes,
    tookMs: ctx.clock.monotonicMs() - begun,
  });
  return outcomes;
}

async function note(
  ctx: RunContext,
  done: {
    words: string;
    kind: AuditKind;
    consistency: string;
    coordinator: string | undefined;
    rows: LedgerRows;
    outcomes: readonly Outcome[];
    tookMs: number;
  },
): Promise<void> {
  const notes = new LedgerAudit(done.rows).step(done.kind);
  for (const { key, outcome } of done.outcomes) notes.note(key[0], key[1], outcome);
  const tally = notes.tally();
  const audit: AuditStep = {
    step: done.words,
    kind: done.kind,
    consistency: done.consistency,
    ...tally,
    missingKeys: [...tally.missingKeys],
    tookMs: done.tookMs,
  };
  if (done.coordinator !== undefined) audit.coordinator = done.coordinator;
  await journal(ctx, { type: "audit", audit });
  ctx.state.change({
    audit: { step: done.words, done: done.outcomes.length, of: done.outcomes.length },
  });
  ctx.state.message(
    `audit, ${done.words}: ${tally.read} read, ${tally.missing} missing, ${tally.altered} altered, ${tally.failed} without an answer`,
  );
}

/** The user's look, before hints and repair have mended anything; kept for the final count. */
export async function userVisibleAudit(ctx: RunContext, when: string): Promise<void> {
  const { rows } = await ledgerNow(ctx);
  const words = `${when}, at the application's level`;
  ctx.earlyReads.push(
    ...(await step(
      ctx,
      words,
      "user-visible",
      rows,
      acknowledged(rows),
      connected(ctx),
      readLevel(ctx),
    )),
  );
}

/**
 * The audits after the load has ended: the application's level again, ONE through each replica, ALL.
 * @throws what the journal threw; reads that fail are counted, not thrown
 */
export async function auditStep(ctx: RunContext): Promise<Audited> {
  await enterPhase(ctx, "auditing", "reading back what was acknowledged");
  const { rows, bytes, problems } = await ledgerNow(ctx);
  for (const problem of problems) await journal(ctx, { type: "note", text: `ledger: ${problem}` });
  const digest = (await ctx.folder.digests()).find((file) => file.name === "ledger.bin");
  if (digest !== undefined)
    await journal(ctx, {
      type: "ledger",
      counts: rows.counts(true),
      sha256: digest.sha256,
      bytes: digest.bytes,
    });
  await coverageStep(ctx, rows);
  const checker = await selfTest(ctx, rows);

  const audit = new LedgerAudit(rows);
  const keys = acknowledged(rows);
  const tell = (kind: AuditKind, outcomes: readonly Outcome[]) => {
    const notes = audit.step(kind);
    for (const { key, outcome } of outcomes) notes.note(key[0], key[1], outcome);
  };
  tell("user-visible", ctx.earlyReads);
  tell(
    "user-visible",
    await step(
      ctx,
      "after the hints, at the application's level",
      "user-visible",
      rows,
      keys,
      connected(ctx),
      readLevel(ctx),
    ),
  );
  let replicaMissing = 0;
  for (const part of replicaParts(ctx, keys)) {
    const outcomes = await step(
      ctx,
      `after the hints, through ${part.address} at ONE`,
      "replica",
      rows,
      part.keys,
      [part.cql],
      "ONE",
      part.address,
    );
    replicaMissing += outcomes.filter((each) => each.outcome === "absent").length;
    tell("replica", outcomes);
  }
  const final = await finalReads(ctx, rows, keys);
  tell("final", final.outcomes);

  const failed = final.outcomes.filter((each) => each.outcome === "failed").length;
  const why =
    checker ??
    final.why ??
    (failed > 0 ? `${failed} of ${keys.length} rows had no answer at ALL` : undefined);
  const lost = (shard: number, seq: number) => audit.wordOf(shard, seq) === "lost";
  await reach(ctx, "audited", ctx.clock.now(), "audits at the application's level, ONE and ALL", {
    node: targetOf(ctx).address,
  });
  return { counts: audit.counts(), why, replicaMissing, oldestLostAt: oldestAck(bytes, lost) };
}

/** Whether the keys reach every replica set. */
async function coverageStep(ctx: RunContext, rows: LedgerRows): Promise<void> {
  const view = ctx.session.view();
  const ring = ringOf(view);
  const placed =
    ring === undefined ? undefined : placeOn(ring, ledgerReplication(view, ctx.plan.load.rf));
  if (placed === undefined)
    return journal(ctx, {
      type: "note",
      text: "coverage unknown: the ring was not wholly known at the audit",
    });
  await journal(ctx, {
    type: "coverage",
    ...ledgerCoverage(rows.entries(), placed.setOf, placed.sets),
  });
}

/** The checker must find a planted loss and a planted change before it is believed. @returns why it cannot be, or undefined */
async function selfTest(ctx: RunContext, rows: LedgerRows): Promise<string | undefined> {
  const begun = ctx.clock.monotonicMs();
  const { ok, text, tally } = testLedgerAudit(runSeed(ctx.plan.runId), rows);
  await journal(ctx, {
    type: "audit",
    audit: {
      step: `self-test of the checker: ${text}`,
      kind: "self-test",
      consistency: "",
      ...tally,
      missingKeys: [...tally.missingKeys],
      tookMs: ctx.clock.monotonicMs() - begun,
    },
  });
  return ok ? undefined : `the checker's self-test failed: ${text}`;
}

/** For each node that answers: the newest rows that it holds a replica of. */
function replicaParts(
  ctx: RunContext,
  keys: readonly LedgerKey[],
): readonly { address: string; cql: CqlSession; keys: readonly LedgerKey[] }[] {
  const view = ctx.session.view();
  const ring = ringOf(view);
  const placed =
    ring === undefined ? undefined : placeOn(ring, ledgerReplication(view, ctx.plan.load.rf));
  if (placed === undefined) return [];
  const byNode = new Map<string, LedgerKey[]>();
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const key = keys[at];
    if (key === undefined) continue;
    for (const node of nodesOfSet(placed.setOf(ledgerToken(key[0], key[1])))) {
      const list = byNode.get(node) ?? [];
      if (list.length < mostPerReplica) list.push(key);
      byNode.set(node, list);
    }
  }
  return view.nodes.flatMap((node) => {
    const cql = ctx.session.cql(node.key);
    const own = byNode.get(node.key);
    return cql === undefined || own === undefined
      ? []
      : [{ address: node.address, cql, keys: own }];
  });
}

/** Everything at ALL: a scan, which also finds what nobody wrote, and a read of each acknowledged row that it missed. */
async function finalReads(
  ctx: RunContext,
  rows: LedgerRows,
  keys: readonly LedgerKey[],
): Promise<{ outcomes: readonly Outcome[]; why: string | undefined }> {
  const outcomes: Outcome[] = [];
  const seen = new Set<string>();
  const begun = ctx.clock.monotonicMs();
  const sessions = connected(ctx);
  let why: string | undefined;
  ctx.state.change({ audit: { step: "everything at ALL", done: 0, of: keys.length } });
  try {
    const session = sessions[0];
    if (session === undefined) throw new Error("no node answers over CQL");
    await scanLedger(
      session,
      ctx.plan.load.keyspace,
      runSeed(ctx.plan.runId),
      "ALL",
      (key, outcome) => {
        outcomes.push({ key, outcome });
        seen.add(`${key[0]}/${key[1]}`);
      },
    );
  } catch (error) {
    why = `the scan at ALL failed: ${error instanceof Error ? error.message : String(error)}`;
  }
  const missed = keys.filter((key) => !seen.has(`${key[0]}/${key[1]}`));
  await readKeys(
    sessions,
    ctx.plan.load.keyspace,
    runSeed(ctx.plan.runId),
    missed,
    "ALL",
    (key, outcome) => {
      outcomes.push({ key, outcome });
    },
  );
  await note(ctx, {
    words: "everything at ALL",
    kind: "final",
    consistency: "ALL",
    coordinator: undefined,
    rows,
    outcomes,
    tookMs: ctx.clock.monotonicMs() - begun,
  });
  return { outcomes, why };
}
