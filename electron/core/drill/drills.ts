/** The drills of this host: plans them, runs one at a time a cluster, and closes what another process left. */
import type {
  DrillPlan,
  DrillRequest,
  DrillResult,
  RunView,
  Unfinished,
} from "../../../shared/contract/drill.ts";
import { drillById } from "../../../shared/drill/catalogue.ts";
import { missingConsent, refusals, type Consent } from "../../../shared/drill/permission.ts";
import type { Clock, LoadClient, Log, RunFolder, RunFolders } from "../deps.ts";
import type { Session } from "../session.ts";
import { lockHolder } from "./control-keyspace.ts";
import { faultByHelper } from "./helper-fault.ts";
import { planDrill } from "./plan-drill.ts";
import { resumeDrill } from "./resume-drill.ts";
import { rememberedRun, rememberedSeconds } from "./resume-facts.ts";
import { RunStopped, noFacts, type RunContext, type RunFacts } from "./run-context.ts";
import { runDrill } from "./run-drill.ts";
import { createRunState } from "./run-state.ts";
import { scanDrills, unfinishedJournals } from "./scan-drills.ts";
import { scanNode } from "./scan-node.ts";

export interface DrillsWorld {
  readonly clock: Clock;
  readonly log: Log;
  readonly folders: RunFolders;
  readonly loadClient: LoadClient;
  readonly toolVersion: string;
  /** Who runs this, for lock and approval: `user@machine`. */
  readonly owner: string;
  /** Random lower-case hex digits. */
  readonly randomHex: (digits: number) => string;
  /** Writes report.html, .md and .json into a closed run's folder. */
  readonly writeReports: (folder: RunFolder) => Promise<void>;
  /** Called once a run's folder exists. */
  readonly onRun: (run: {
    readonly runId: string;
    readonly at: number;
    readonly folder: string;
    readonly profile: string;
  }) => void;
}

/** What went wrong with a request, by what the caller can do about it. */
export class DrillRefused extends Error {
  readonly kind: "bad input" | "refused" | "not found";
  readonly reasons: readonly string[];
  constructor(kind: DrillRefused["kind"], reasons: readonly string[]) {
    super(reasons.join(" "));
    this.name = "DrillRefused";
    this.kind = kind;
    this.reasons = reasons;
  }
}

export interface Drills {
  plan(session: Session, request: DrillRequest): Promise<DrillPlan>;
  start(
    session: Session,
    request: DrillRequest,
    consent: Omit<Consent, "destructive">,
    reportDir: string | undefined,
  ): Promise<{ runId: string; folder: string }>;
  active(): string | undefined;
  next(runId: string, after: number, signal?: AbortSignal): Promise<RunView>;
  stop(runId: string, by: string, why: string): { stopping: boolean; text: string };
  scan(session: Session): Promise<readonly Unfinished[]>;
  resume(session: Session, runId: string): Promise<{ runId: string }>;
  rollback(session: Session, runId: string): Promise<DrillResult | undefined>;
  /** Unfinished runs in the local journals, by profile name. */
  unfinishedOf(profile: string): Promise<readonly Unfinished[]>;
  /** Stops every run and waits until each is closed. */
  close(): Promise<void>;
}

interface Run {
  readonly ctx: RunContext;
  readonly done: Promise<DrillResult>;
}

/** Runs whose last view is still served. */
const keptRuns = 20;

export function createDrills(world: DrillsWorld): Drills {
  const runs = new Map<string, Run>();

  const contextOf = (
    session: Session,
    plan: DrillPlan,
    folder: RunFolder,
    facts: RunFacts,
  ): RunContext => ({
    clock: world.clock,
    session,
    folder,
    state: createRunState(plan, world.clock),
    plan,
    fault: faultByHelper(session, plan),
    loadClient: world.loadClient,
    log: world.log,
    owner: world.owner,
    facts,
    seconds: [],
    load: undefined,
    earlyReads: [],
    stop: new AbortController(),
  });

  const launch = (ctx: RunContext, run: (ctx: RunContext) => Promise<DrillResult>): void => {
    const done = (async () => {
      try {
        const result = await run(ctx);
        await world.writeReports(ctx.folder);
        return result;
      } catch (error) {
        // The journal or the report could not be written (a full disk, say): whoever follows must hear it.
        const why = error instanceof Error ? error.message : String(error);
        world.log.warn("a run could not be closed in order", { run: ctx.plan.runId, error: why });
        const result = ctx.state.view().result ?? unclosedResult(ctx, why);
        ctx.state.message(`The run's folder could not be completed: ${why}`);
        ctx.state.finish(result);
        return result;
      } finally {
        await ctx.folder.close();
      }
    })();
    runs.set(ctx.plan.runId, { ctx, done });
    for (const old of [...runs.keys()].slice(0, Math.max(0, runs.size - keptRuns))) {
      if (runs.get(old)?.ctx.state.view().result !== undefined) runs.delete(old);
    }
  };

  const makePlan = async (session: Session, request: DrillRequest): Promise<DrillPlan> => {
    const now = world.clock.now();
    const stamp = new Date(now).toISOString().replace(/[-:]/g, "").slice(0, 15).replace("T", "-");
    const holder = await holderOf(session);
    const unfinished = await unfinishedJournals(world.folders, session.profile.name);
    const planned = planDrill(
      {
        runId: `${request.drill.toLowerCase().replace(/[^a-z0-9]/g, "")}-${stamp}-${world.randomHex(4)}`,
        now,
        toolVersion: world.toolVersion,
        profile: session.profile,
        view: session.view(),
        stateFolder: session.profile.stateFolder,
        lockedBy: holder,
        unfinished: unfinished.map((each) => `${each.runId} (${each.phase})`),
      },
      request,
    );
    if ("problems" in planned) throw new DrillRefused("bad input", planned.problems);
    return planned.plan;
  };

  const find = (runId: string): Run => {
    const run = runs.get(runId);
    if (run === undefined)
      throw new DrillRefused("not found", [`This host knows no run ${runId}.`]);
    return run;
  };

  const reopen = async (session: Session, runId: string): Promise<RunContext> => {
    const entry = (await world.folders.list()).find((each) => each.runId === runId);
    if (entry === undefined)
      throw new DrillRefused("not found", [
        `No folder of run ${runId} is known on this machine; \`ringdrill drill scan\` lists what is.`,
      ]);
    const { folder, journal } = await world.folders.reopen(entry.path);
    const remembered = rememberedRun(journal.lines);
    if (remembered === undefined || remembered.closed) {
      await folder.close();
      throw new DrillRefused("bad input", [
        remembered === undefined
          ? `The journal in ${entry.path} has no readable plan: ${journal.problems.join(" ")}`
          : `Run ${runId} is closed already.`,
      ]);
    }
    if (remembered.plan.target.profile !== session.profile.name) {
      await folder.close();
      throw new DrillRefused("bad input", [
        `Run ${runId} belongs to ${remembered.plan.target.profile}, not to ${session.profile.name}.`,
      ]);
    }
    const ctx = contextOf(session, remembered.plan, folder, remembered.facts);
    for (const problem of journal.problems)
      ctx.state.message(`The journal is not whole: ${problem}.`);
    ctx.seconds.push(...rememberedSeconds(await folder.readText("load.ndjson")));
    return ctx;
  };

  return {
    plan: makePlan,
    start: async (session, request, consent, reportDir) => {
      const plan = await makePlan(session, request);
      const missing = missingConsent(plan, {
        ...consent,
        destructive: drillById(plan.drill.id)?.destructive ?? true,
      });
      if (missing.length > 0) throw new DrillRefused("refused", missing);
      const refused = refusals(plan);
      if (refused.length > 0) throw new DrillRefused("refused", refused);
      const running = [...runs.values()].find(
        (each) => each.ctx.session === session && each.ctx.state.view().result === undefined,
      );
      if (running !== undefined)
        throw new DrillRefused("refused", [`Run ${running.ctx.plan.runId} is not closed yet.`]);
      const folder = await world.folders.create(plan.runId, reportDir);
      await folder.append({ type: "plan", plan });
      await folder.append({
        type: "approval",
        by: world.owner,
        how:
          consent.confirmCluster === undefined
            ? "--yes or the Start button"
            : `typed the cluster's name`,
      });
      if (consent.approvedBy !== undefined)
        await folder.append({
          type: "approval",
          by: consent.approvedBy,
          how: "named as second person",
        });
      world.onRun({
        runId: plan.runId,
        at: plan.createdAt,
        folder: folder.path,
        profile: session.profile.name,
      });
      launch(contextOf(session, plan, folder, noFacts()), runDrill);
      return { runId: plan.runId, folder: folder.path };
    },
    active: () =>
      [...runs.values()].find((run) => run.ctx.state.view().result === undefined)?.ctx.plan.runId,
    next: (runId, after, signal) => find(runId).ctx.state.next(after, signal),
    stop: (runId, by, why) => {
      const { ctx } = find(runId);
      if (ctx.state.view().result !== undefined)
        return { stopping: false, text: "The run is closed already." };
      ctx.state.change({ stopRequested: true });
      if (!ctx.stop.signal.aborted) ctx.stop.abort(new RunStopped(by, why));
      const back = ctx.state.view().guard.comesBackAt;
      return {
        stopping: true,
        text: `The fault is rolled back now, then the run is closed.${back === undefined ? "" : ` Should this fail, the guard brings the node back by itself at ${new Date(back).toISOString()}.`}`,
      };
    },
    scan: (session) => scanDrills(world.folders, session, scanNode, true),
    resume: async (session, runId) => {
      const ctx = await reopen(session, runId);
      launch(ctx, resumeDrill);
      return { runId };
    },
    rollback: async (session, runId) => {
      const live = runs.get(runId);
      if (live !== undefined && live.ctx.state.view().result === undefined) {
        live.ctx.stop.abort(new RunStopped("a person", "Rollback was asked for."));
        return live.done;
      }
      const ctx = await reopen(session, runId);
      try {
        await ctx.folder.append({
          type: "act",
          act: "rollback",
          node: ctx.plan.nodes[0]?.address ?? "?",
          text: "rollback asked for on its own",
        });
        const said = await ctx.fault.rollback();
        await ctx.folder.append({
          type: "outcome",
          act: "rollback",
          node: ctx.plan.nodes[0]?.address ?? "?",
          ok: said.ok,
          said: said.said,
          tookMs: 0,
        });
        if (!said.ok) throw new DrillRefused("refused", [said.said]);
        return undefined;
      } finally {
        await ctx.folder.close();
      }
    },
    unfinishedOf: (profile) => unfinishedJournals(world.folders, profile),
    close: async () => {
      for (const run of runs.values()) {
        if (run.ctx.state.view().result === undefined && !run.ctx.stop.signal.aborted)
          run.ctx.stop.abort(new RunStopped("Ringdrill", "Ringdrill was closed."));
      }
      await Promise.allSettled([...runs.values()].map((run) => run.done));
    },
  };
}

/** The result of a run whose journal could not be written to its end. */
function unclosedResult(ctx: RunContext, why: string): DrillResult {
  return {
    runId: ctx.plan.runId,
    verdict: "not verifiable",
    reasons: [
      `The run's folder could not be written to its end: ${why}`,
      `Make room or rights in ${ctx.folder.path}, then: ringdrill drill resume ${ctx.plan.runId} --target ${ctx.plan.target.profile}`,
    ],
    ledger: ctx.load?.counts() ?? ctx.state.view().ledger,
    rto: { serviceMs: null, redundancyMs: null, performanceMs: null },
    rtoWhy: {},
    rpoMs: null,
    predictionMatched: null,
    comparison: [],
    evidence: ctx.folder.path,
  };
}

/** Who holds the cluster's drill lock, in words. */
async function holderOf(session: Session): Promise<string | undefined> {
  for (const node of session.view().nodes) {
    const cql = session.cql(node.key);
    if (cql === undefined) continue;
    const holder = await lockHolder(cql);
    return holder === undefined ? undefined : `${holder.owner}, run ${holder.runId}`;
  }
  return undefined;
}
