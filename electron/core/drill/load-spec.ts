/** What the application's client is asked to do in a run. */
import { probeSeqs } from "../../../shared/drill/ledger-keys.ts";
import { payloadSeed } from "./payload-seed.ts";
import type { LoadSpec } from "../deps.ts";
import { setOfKey } from "./ledger-placement.ts";
import { RunStopped, targetOf, type RunContext } from "./run-context.ts";

/** Rows that are written before a read drill. */
export const preloadRows = 10_000;

/** Contact points are all nodes but the target where the plan says it is another one; with the contact node, all of them. */
export function loadSpecFor(ctx: RunContext): LoadSpec {
  const { plan, session } = ctx;
  const target = targetOf(ctx);
  const view = session.view();
  const credentials = session.cqlTarget(target.key) ?? session.cqlTarget(view.nodes[0]?.key ?? "");
  if (credentials === undefined)
    throw new RunStopped("precondition", "No node's CQL address is known.");
  const addresses = view.nodes.flatMap((node) => session.cqlTarget(node.key)?.host ?? []);
  const others = addresses.filter((address) => address !== credentials.host);
  return {
    contactPoints: plan.isContactNode || others.length === 0 ? addresses : others,
    port: credentials.port,
    localDc: target.dc,
    user: credentials.user,
    password: credentials.password,
    tls: credentials.tls,
    nodes: addresses,
    keyspace: plan.load.keyspace,
    table: "ledger",
    consistency: plan.load.consistency,
    kind: plan.load.kind,
    ratePerSecond: plan.load.ratePerSecond,
    probeRatePerSecond: plan.load.probeRatePerSecond,
    seed: payloadSeed(plan.runId),
    probeSeqs: probeSeqs(setOfKey(ctx)),
    ledgerFile: `${ctx.folder.path}/ledger.bin`,
    preloaded: plan.load.kind === "write" ? 0 : preloadRows,
  };
}
