/** What the application's client is asked to do in a run. */
import { probeSeqs } from "../../../shared/drill/ledger-coverage.ts";
import { runSeed } from "../../../shared/drill/run-seed.ts";
import type { LoadSpec } from "../deps.ts";
import { ledgerReplication, placeOn, ringOf } from "./placement.ts";
import { RunStopped, targetOf, type RunContext } from "./run-context.ts";

/** Rows that are written before a read drill. */
export const preloadRows = 10_000;
/** More sets than this are sampled: the probe could not visit them all in a run. */
const mostProbeSets = 5_000;

/** The application knows all nodes when the drill is about its contact node, else all but the target. */
export function loadSpecFor(ctx: RunContext): LoadSpec {
  const { plan, session } = ctx;
  const target = targetOf(ctx);
  const view = session.view();
  const targets = view.nodes.flatMap((node) => session.cqlTarget(node.key) ?? []);
  const own = session.cqlTarget(target.key);
  const login = session.applicationLogin();
  const ring = ringOf(view);
  const placed =
    ring === undefined ? undefined : placeOn(ring, ledgerReplication(view, plan.load.rf));
  if (own === undefined || placed === undefined)
    throw new RunStopped(
      "precondition",
      "The ring is not wholly known, so the keys cannot be chosen.",
    );
  const addresses = targets.map((each) => each.host);
  const others = addresses.filter((address) => address !== own.host);
  const probes = probeSeqs(placed.setOf, placed.sets.slice(0, mostProbeSets));
  return {
    contactPoints: plan.isContactNode || others.length === 0 ? addresses : others,
    port: own.port,
    localDc: target.dc,
    user: login.user,
    password: login.password,
    tls: own.tls,
    nodes: addresses,
    keyspace: plan.load.keyspace,
    table: "ledger",
    consistency: plan.load.consistency,
    kind: plan.load.kind,
    ratePerSecond: plan.load.ratePerSecond,
    probeRatePerSecond: plan.load.probeRatePerSecond,
    seed: runSeed(plan.runId),
    probeSeqs: probes.seqs,
    ledgerFile: `${ctx.folder.path}/ledger.bin`,
    preloaded: plan.load.kind === "write" ? 0 : preloadRows,
  };
}
