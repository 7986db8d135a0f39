/** The plan of a drill for this very cluster: prediction and preflight, from the newest view. Nothing is touched. */
import { availabilityOf } from "../../../shared/consistency/availability.ts";
import { readLevel } from "../../../shared/consistency/levels.ts";
import type { Replication } from "../../../shared/cluster/replication.ts";
import type { TokenRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import type { Check, DrillPlan, DrillRequest, Impact } from "../../../shared/contract/drill.ts";
import type { Profile } from "../../../shared/contract/profile.ts";
import { drillById, type DrillDefinition } from "../../../shared/drill/catalogue.ts";
import { impactOf } from "../../../shared/drill/impact.ts";
import { predict } from "../../../shared/drill/predict.ts";
import { preflight } from "../../../shared/drill/preflight.ts";
import { tokenDigest } from "../../../shared/drill/token-digest.ts";
import { waitsFor } from "../../../shared/drill/waits.ts";
import { hasValue, valueOf } from "../../../shared/facts/fact.ts";
import { ledgerReplication, placeOn, ringOf } from "./placement.ts";

export interface PlanningFacts {
  readonly runId: string;
  readonly now: number;
  readonly toolVersion: string;
  readonly profile: Profile;
  readonly view: ClusterView;
  readonly stateFolder: string | undefined;
  readonly lockedBy: string | undefined;
  readonly unfinished: readonly string[];
}

/** Phi threshold that Cassandra ships with in every release. */
const defaultPhi = 8;
const defaultRate = 300;
const probeRate = 50;

/** @returns the plan, or the sentences that say what is wrong with the request. */
export function planDrill(
  facts: PlanningFacts,
  request: DrillRequest,
): { readonly plan: DrillPlan } | { readonly problems: readonly string[] } {
  const drill = drillById(request.drill);
  const level = readLevel(request.consistency);
  const node = nodeByName(facts.view, request.node);
  const waits = waitsFor(facts.profile.environment, request.waits ?? {});
  const ring = ringOf(facts.view);
  const problems: string[] = [];
  if (drill === undefined) problems.push(`There is no drill ${request.drill}.`);
  if (level === undefined) problems.push(`${request.consistency} is not a consistency level.`);
  if (node === undefined)
    problems.push(
      `There is no node ${JSON.stringify(request.node)}; the nodes are ${byAddress(facts.view)
        .map((each, at) => `${at + 1} = ${each.address}`)
        .join(", ")}.`,
    );
  if ("problems" in waits) problems.push(...waits.problems);
  if (ring === undefined)
    problems.push(
      "The ring is not wholly known: a node's tokens, datacenter or rack, or the partitioner, could not be read.",
    );
  else if (ring.partitioner !== "murmur3")
    problems.push(
      `Drills choose their keys by Murmur3 tokens; this cluster's partitioner is ${valueOf(facts.view.partitioner) ?? "unknown"}.`,
    );
  if (
    drill === undefined ||
    level === undefined ||
    node === undefined ||
    "problems" in waits ||
    ring === undefined ||
    problems.length > 0
  )
    return { problems };
  return { plan: makePlan(facts, request, { drill, level, node, waits: waits.waits, ring }) };
}

interface Parts {
  readonly drill: DrillDefinition;
  readonly level: NonNullable<ReturnType<typeof readLevel>>;
  readonly node: NodeView;
  readonly waits: DrillPlan["waits"];
  readonly ring: TokenRing;
}

function makePlan(facts: PlanningFacts, request: DrillRequest, parts: Parts): DrillPlan {
  const { view, profile } = facts;
  const { drill, level, node, waits, ring } = parts;
  const keyspace = `ringdrill_${facts.runId.replaceAll("-", "_")}`;
  const replication = ledgerReplication(view, request.rf);
  const impact = (
    name: string,
    of: Replication,
    at: string,
    op: "read" | "write",
  ): Impact | undefined => {
    const found = availabilityOf(
      ring,
      of,
      readLevel(at) ?? level,
      valueOf(node.dc),
      new Set([node.key]),
    );
    if (found?.touchedShare === undefined || found.unavailableShare === undefined) return undefined;
    return impactOf(
      name,
      at,
      op,
      { touchedShare: round(found.touchedShare), unavailableShare: round(found.unavailableShare) },
      drill.announced,
    );
  };
  const own = (op: "read" | "write") =>
    impact(keyspace, replication, level, op) ??
    impactOf(keyspace, level, op, { touchedShare: 1, unavailableShare: 1 }, drill.announced);
  const ratePerSecond = request.ratePerSecond ?? defaultRate;
  const checks = preflight({
    view,
    node,
    rf: request.rf,
    waits,
    serviceKind: profile.service.kind,
    stateFolder: facts.stateFolder,
    control: undefined,
    lockedBy: facts.lockedBy,
    unfinished: facts.unfinished,
    environment: profile.environment,
  });
  return {
    runId: facts.runId,
    createdAt: facts.now,
    toolVersion: facts.toolVersion,
    drill: {
      id: drill.id,
      name: drill.name,
      simulates: drill.simulates,
      rollbackClass: drill.rollbackClass,
      rollbackWords: drill.rollbackWords,
    },
    target: {
      profile: profile.name,
      cluster: valueOf(view.name) ?? "unknown",
      environment: profile.environment,
      simulated: view.target.simulated,
      versions: [...view.versions],
      nodeCount: view.nodes.length,
    },
    nodes: [
      {
        key: node.key,
        address: node.address,
        hostId: valueOf(node.hostId) ?? "",
        dc: valueOf(node.dc) ?? "",
        rack: valueOf(node.rack) ?? "",
        tokens: valueOf(node.tokens)?.length ?? 0,
        tokensSha256: tokenDigest(valueOf(node.tokens) ?? []),
      },
    ],
    isContactNode: profile.contactPoints.includes(node.address),
    load: {
      kind: request.load,
      consistency: level,
      ratePerSecond,
      probeRatePerSecond: probeRate,
      keyspace,
      rf: request.rf,
      replicaSets: placeOn(ring, replication)?.sets.length ?? 0,
    },
    waits,
    ...(request.objective === undefined ? {} : { objective: request.objective }),
    impact: [own("write"), own("read"), ...otherKeyspaces(view, profile, impact)],
    prediction: [
      ...predict({
        fault: drill.fault,
        announced: drill.announced,
        node: node.address,
        peers: view.nodes.length - 1,
        consistency: level,
        load: request.load,
        rf: request.rf,
        ratePerSecond,
        writes: own("write"),
        reads: own("read"),
        phiThreshold: defaultPhi,
        commitLog: valueOf(node.commitLog),
        hintWindowMs: valueOf(node.hintWindowMs),
        waits,
      }),
    ],
    preflight: overridden(checks, request),
    steps: stepsOf(drill, node.address, request, waits),
    overrides: [...(request.overrides ?? [])],
  };
}

/** Every other keyspace with replicas, at the level that the application uses (authentication at the level that Cassandra does). */
function otherKeyspaces(
  view: ClusterView,
  profile: Profile,
  impact: (name: string, of: Replication, at: string, op: "read" | "write") => Impact | undefined,
): Impact[] {
  if (!hasValue(view.keyspaces)) return [];
  const level = profile.application?.consistency ?? "LOCAL_QUORUM";
  return view.keyspaces.value
    .filter((keyspace) => !keyspace.local && !keyspace.name.startsWith("ringdrill_"))
    .flatMap((keyspace) => {
      const factors = keyspace.replication.factors;
      const simple = factors[""];
      const replication: Replication =
        simple === undefined ? { kind: "network", factors } : { kind: "simple", factor: simple };
      return [
        impact(keyspace.name, replication, level, "write") ?? [],
        impact(keyspace.name, replication, level, "read") ?? [],
      ].flat();
    });
}

/** An overridden refusal is answered by its reason, if its check may be overridden at all. */
function overridden(checks: readonly Check[], request: DrillRequest): Check[] {
  return checks.map((check) => {
    const override = request.overrides?.find((each) => each.check === check.check);
    if (override === undefined || check.ok === true || !check.overridable) return check;
    return { ...check, ok: true, value: `${check.value} (overridden)`, why: override.reason };
  });
}

function stepsOf(
  drill: DrillDefinition,
  address: string,
  request: DrillRequest,
  waits: DrillPlan["waits"],
): DrillPlan["steps"] {
  return [
    {
      id: "prepare",
      node: address,
      text: `${address}: place the helper, check its digest, test the guard on a dry fault`,
      undo: "nothing to undo",
    },
    {
      id: "load",
      node: address,
      text: `${request.load} load at ${request.consistency}, ${waits.baselineMs / 1_000} s of baseline`,
      undo: "ends with the run",
    },
    {
      id: "arm",
      node: address,
      text: `${address}: arm the guard, lease ${waits.leaseMs / 1_000} s`,
      undo: `${address}: end the guard`,
    },
    { id: "inject", node: address, text: drill.injectText(address), undo: drill.undoText(address) },
    {
      id: "observe",
      node: address,
      text: `hold it until every peer noticed and ${waits.observeMs / 1_000} s longer, ${waits.maxFaultMs / 1_000} s at most`,
      undo: "nothing to undo",
    },
    { id: "rollback", node: address, text: drill.undoText(address), undo: "nothing to undo" },
    {
      id: "audit",
      node: address,
      text: "read back every acknowledged row, weakest level first",
      undo: "nothing to undo",
    },
  ];
}

/** Nodes in address order, in which the command line numbers them. */
export function byAddress(view: ClusterView): readonly NodeView[] {
  const parts = (address: string) =>
    address
      .split(/[.:]/)
      .map((part) => part.padStart(5, "0"))
      .join(".");
  return [...view.nodes].toSorted((a, b) => (parts(a.address) < parts(b.address) ? -1 : 1));
}

function nodeByName(view: ClusterView, name: string): NodeView | undefined {
  const exact = view.nodes.find(
    (node) => node.address === name || valueOf(node.hostId) === name || node.key === name,
  );
  return exact ?? (/^\d{1,4}$/.test(name) ? byAddress(view)[Number(name) - 1] : undefined);
}

/** Shares of ranges add up with the error of floating point; nobody reads more than six digits. */
const round = (share: number) => Math.round(Math.min(1, share) * 1e6) / 1e6;
