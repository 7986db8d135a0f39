/** A drill that runs by the clock on a cluster that does not exist: plan, live view and result of a D-06. */
import { catalogue } from "../../../shared/drill/catalogue.ts";
import { waitsFor } from "../../../shared/drill/waits.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type {
  Check,
  DrillPlan,
  DrillRequest,
  DrillResult,
  LoadSecond,
  Milestone,
  Phase,
  RunView,
} from "../../../shared/contract/drill.ts";
import { valueOf } from "../../../shared/facts/fact.ts";
import { noise } from "./fake-view.ts";

/** Milliseconds after the start at which each phase begins. */
const script: readonly (readonly [Phase, number])[] = [
  ["preflight", 0],
  ["baseline", 1_200],
  ["armed", 11_200],
  ["injected", 12_000],
  ["proven", 12_400],
  ["observing", 12_900],
  ["rolling back", 37_000],
  ["recovering", 38_500],
  ["auditing", 62_000],
  ["closed", 74_000],
];
const injectMs = 12_000;

export function catalogueRows() {
  return catalogue.map(
    ({ id, name, simulates, rollbackClass, rollbackWords, destructive, defaults }) => ({
      id,
      name,
      simulates,
      rollbackClass,
      rollbackWords,
      destructive,
      defaults: { ...defaults },
    }),
  );
}

function checks(view: ClusterView, request: DrillRequest): Check[] {
  const passed = (check: string, value: string, why: string): Check => ({
    check,
    ok: true,
    applicable: true,
    value,
    why,
    overridable: false,
  });
  const bad = view.nodes.filter((node) => valueOf(node.state) !== "UN").map((node) => node.address);
  const refused: Check[] =
    bad.length === 0
      ? []
      : [
          {
            check: "all nodes up/normal in every view",
            ok: false,
            applicable: true,
            value: bad.join(", "),
            why: "a second missing node could take a whole replica set with it",
            overridable: false,
          },
        ];
  const overridden = (check: string): boolean =>
    request.overrides?.some((each) => each.check === check) === true;
  return [
    ...refused,
    {
      check: "last repair within gc_grace",
      ok: null,
      applicable: true,
      value: "unknown",
      why: "no repair history was found in system_distributed",
      overridable: true,
    },
    ...(bad.length === 0
      ? [
          passed(
            "all nodes up/normal in every view",
            `${view.nodes.length} of ${view.nodes.length}`,
            "every node answered and sees every other up",
          ),
        ]
      : []),
    passed("one schema version", "54d3a1e2…", "all nodes agree"),
    {
      ...passed("pending compactions", "9 on 127.0.0.2", "below 100 on every node"),
      ...(overridden("pending compactions") ? {} : {}),
    },
    passed("free disk ≥ 30 %", "61.2 % on 127.0.0.2", "hints need room"),
    passed(
      "clock offsets below 100 ms",
      "1.4 ms at most",
      "measured over SSH, half the round trip taken off",
    ),
    passed("guard answers on the node", "armed and disarmed in 212 ms", "its self-test passed"),
    passed("nobody else drills", "no lock row, no lock on the node", "both were asked"),
    {
      check: "enabled at boot",
      ok: null,
      applicable: false,
      value: "not applicable",
      why: "the profile starts nodes by scripts",
      overridable: false,
    },
  ];
}

export function planOf(
  view: ClusterView,
  request: DrillRequest,
  runId: string,
  at: number,
): DrillPlan {
  const drill = catalogue.find((each) => each.id === request.drill) ?? catalogue[0];
  const node = view.nodes.find((each) => each.address === request.node) ?? view.nodes.at(-1);
  if (drill === undefined || node === undefined) throw new Error("no drill or node");
  const defaults = waitsFor(view.target.environment, {});
  if (!("waits" in defaults)) throw new Error("no waits");
  const share = valueOf(node.ownership)?.["shop"] ?? 1;
  const fails = request.consistency === "ALL";
  const keyspace = `ringdrill_${runId.slice(0, 8)}`;
  const impact = [keyspace, "shop", "sessions"].flatMap((name) =>
    (["write", "read"] as const).map((operation) => ({
      keyspace: name,
      consistency: request.consistency,
      operation,
      affectedShare: Math.min(1, share),
      undetected: fails ? ("times out" as const) : ("goes on" as const),
      detected: fails ? ("refused" as const) : ("goes on" as const),
      failingShare: fails ? Math.min(1, share) : 0,
    })),
  );
  return {
    runId,
    createdAt: at,
    toolVersion: "0.1.0",
    drill: {
      id: drill.id,
      name: drill.name,
      simulates: drill.simulates,
      rollbackClass: drill.rollbackClass,
      rollbackWords: drill.rollbackWords,
    },
    target: {
      profile: view.target.profile,
      cluster: valueOf(view.name) ?? view.target.profile,
      environment: view.target.environment,
      simulated: view.target.simulated,
      versions: [...view.versions],
      nodeCount: view.nodes.length,
    },
    nodes: [
      {
        key: node.key,
        address: node.address,
        hostId: node.key,
        dc: valueOf(node.dc) ?? "",
        rack: valueOf(node.rack) ?? "",
        tokens: valueOf(node.tokens)?.length ?? 0,
        tokensSha256: "4c1f0c6e",
      },
    ],
    isContactNode: false,
    load: {
      kind: request.load,
      consistency: request.consistency,
      ratePerSecond: request.ratePerSecond ?? 500,
      probeRatePerSecond: 50,
      keyspace,
      rf: request.rf,
      replicaSets: view.nodes.length,
    },
    waits: { ...defaults.waits },
    impact,
    prediction: [
      {
        id: "detection",
        text: `Each of the ${view.nodes.length - 1} peers says DOWN 12.9 s to 36.8 s after the kill.`,
        unit: "ms",
        expected: { min: 12_900, max: 36_800 },
        because: "phi threshold 8 × 2.303 × the mean heartbeat interval of about 1 s",
      },
      {
        id: "write-detected",
        text: `Once they have, writes at ${request.consistency} go on without errors.`,
        unit: "share",
        expected: { min: 0, max: 0.005 },
        because: `two of three replicas are left, ${request.consistency} wants two`,
      },
      {
        id: "hints",
        text: `The peers keep hints for ${node.address} and deliver them after its return.`,
        unit: "",
        expected: { oneOf: ["kept and delivered"] },
        because: "the fault ends after 60 s at most, the hint window is 3 h",
      },
      {
        id: "return",
        text: "It is up/normal in every view within 60 s of its start.",
        unit: "ms",
        expected: { min: 0, max: 60_000 },
        because: "the recovery window of this plan",
      },
      {
        id: "lost",
        text: "No acknowledged write is lost.",
        unit: "rows",
        expected: { min: 0, max: 0 },
        because: `at ${request.consistency} and RF ${request.rf} another replica has each of them`,
      },
    ],
    preflight: checks(view, request),
    steps: [
      {
        id: "arm",
        node: node.address,
        text: `${node.address}: arm the guard with a lease of 15 s`,
        undo: "disarm the guard",
      },
      {
        id: "inject",
        node: node.address,
        text: drill.injectText(node.address),
        undo: drill.undoText(node.address),
      },
      {
        id: "rollback",
        node: node.address,
        text: drill.undoText(node.address),
        undo: "nothing to undo",
      },
    ],
    overrides: [...(request.overrides ?? [])],
  };
}

function loadSecond(
  plan: DrillPlan,
  startAt: number,
  client: "app" | "probe",
  op: "read" | "write",
  second: number,
): LoadSecond {
  const since = second * 1_000 - injectMs;
  const rate = client === "app" ? plan.load.ratePerSecond : plan.load.probeRatePerSecond;
  const undetected = since >= 0 && since < 19_200;
  const first = since >= 0 && since < 2_000;
  const n = noise(second * 7 + (client === "app" ? 1 : 2) + (op === "read" ? 40 : 0));
  const unknown = first ? Math.round(rate * 0.12) : undetected ? Math.round(rate * 0.004 * n) : 0;
  const p99Ms = first
    ? 1_900
    : undetected
      ? 60 + n * 50
      : since > 25_000 && since < 45_000
        ? 14 + n * 20
        : 4 + n * 3;
  return {
    at: startAt + second * 1_000,
    client,
    op,
    intended: rate,
    ok: rate - unknown,
    refused: 0,
    unknown,
    missing: 0,
    p50Ms: 1.1 + n,
    p99Ms,
    maxMs: p99Ms * 1.4,
    errors: unknown === 0 ? {} : { "write timeout": unknown },
  };
}

function milestones(plan: DrillPlan, startAt: number, now: number): Milestone[] {
  const node = plan.nodes[0]?.address ?? "";
  const peers = ["127.0.0.1", "127.0.0.2"];
  const all: readonly (readonly [string, number, string | undefined, string])[] = [
    ["armed", -600, node, "the guard on the node"],
    ["injected", 0, node, "kill -9, exit 0"],
    ["proven", 400, node, "/proc/PID is gone"],
    ["first error", 640, undefined, "application client, write timeout"],
    ["detected by driver", 1_900, undefined, "cassandra-driver hostDown"],
    ["detected by peer", 18_400, peers[0], `system.log of ${peers[0] ?? ""}`],
    ["detected by peer", 19_100, peers[1], `system.log of ${peers[1] ?? ""}`],
    ["last error", 19_300, undefined, "application client"],
    ["rollback begun", 25_000, node, "the run's own step"],
    ["process up", 26_300, node, "/proc/PID"],
    ["port answers", 41_700, node, "CQL OPTIONS"],
    ["up in all views", 44_900, node, "gossip and logs of every node"],
    ["first success through it", 45_300, node, "probe client"],
    ["hints drained", 48_800, undefined, "hint folders of every peer"],
    ["audited", 61_500, undefined, "ledger"],
  ];
  return all.flatMap(([name, after, who, source]) => {
    const at = startAt + injectMs + after;
    return at > now
      ? []
      : [
          {
            name,
            at,
            afterInjectMs: after,
            ...(who === undefined ? {} : { node: who }),
            source,
            uncertaintyMs: who === undefined ? 1 : 12,
          },
        ];
  });
}

function resultOf(plan: DrillPlan, ledger: RunView["ledger"]): DrillResult {
  const measured: Readonly<Record<string, readonly [string, boolean]>> = {
    detection: ["18.4 s, 19.1 s", true],
    "write-detected": ["0 %", true],
    hints: ["kept and delivered", true],
    return: ["18.6 s", true],
    lost: ["0 rows", true],
  };
  return {
    runId: plan.runId,
    verdict: "passed",
    reasons: [
      "Nothing that was acknowledged is lost, and everything that was predicted came so.",
      "The node is up/normal in every view and its hints are drained.",
    ],
    ledger,
    rto: { serviceMs: 19_300, redundancyMs: 48_800, performanceMs: null },
    rtoWhy: {
      performance: "p99 was not back within 10 % of the baseline for 20 s before the run ended",
    },
    rpoMs: 0,
    predictionMatched: true,
    comparison: plan.prediction.map((line) => ({
      id: line.id,
      text: line.text,
      expected:
        "oneOf" in line.expected
          ? line.expected.oneOf.join(" or ")
          : line.unit === "ms"
            ? `${line.expected.min / 1_000} s to ${line.expected.max / 1_000} s`
            : `${line.expected.min} to ${line.expected.max}`,
      measured: measured[line.id]?.[0] ?? null,
      matched: measured[line.id]?.[1] ?? null,
      ...(measured[line.id] === undefined ? { why: "nothing in this run measures it" } : {}),
    })),
    evidence: `/home/ops/.local/share/ringdrill/runs/${plan.runId}`,
  };
}

/** The run's view at `now`. It is closed 74 s after it was started; a stop ends it at once as aborted. */
export function runViewAt(
  plan: DrillPlan,
  startAt: number,
  now: number,
  stoppedAt: number | undefined,
): RunView {
  const at = Math.max(startAt, now);
  const begun = script.filter(([, after]) => startAt + after <= at);
  const log = begun.map(([phase, after]) => ({ phase, at: startAt + after }));
  if (stoppedAt !== undefined && log.at(-1)?.phase !== "closed")
    log.push({ phase: "rolling back", at: stoppedAt });
  const last = log.at(-1) ?? { phase: "planned" as const, at: startAt };
  const ops = plan.load.kind === "mixed" ? (["write", "read"] as const) : [plan.load.kind];
  const until = Math.min(at, startAt + 62_000);
  const seconds: LoadSecond[] = [];
  for (let second = 2; startAt + second * 1_000 <= until; second += 1) {
    for (const op of ops)
      for (const client of ["app", "probe"] as const)
        seconds.push(loadSecond(plan, startAt, client, op, second));
  }
  const sum = (of: (second: LoadSecond) => number): number =>
    seconds.reduce((total, second) => total + of(second), 0);
  const audited = last.phase === "closed" || (last.phase === "auditing" && at - last.at > 6_000);
  const acked = sum((second) => second.ok);
  const ledger = {
    intended: sum((second) => second.intended),
    acked,
    refused: sum((second) => second.refused),
    unknown: sum((second) => second.unknown),
    ok: audited ? acked : null,
    lost: audited ? 0 : null,
    hidden: audited ? 0 : null,
    stale: audited ? 0 : null,
    unexpected: audited ? 0 : null,
    recovered: audited ? 3 : null,
    neverRead: audited ? 0 : null,
  };
  const node = plan.nodes[0]?.address ?? "";
  const inFault = at >= startAt + injectMs && at < startAt + 38_500;
  const doing: Readonly<Record<Phase, string>> = {
    planned: "Waiting to begin",
    preflight: "Checking what must hold first",
    baseline: "Measuring the baseline before anything is touched",
    armed: `The guard on ${node} is armed and proven`,
    injected: `SIGKILL sent to Cassandra on ${node}`,
    proven: `The process on ${node} is gone`,
    observing: "Waiting until every peer has noticed",
    "rolling back": `Starting Cassandra on ${node}`,
    recovering: `Waiting until ${node} is up/normal in every view`,
    auditing: "Reading back every acknowledged write",
    closed: "Closed",
  };
  const seen = (after: number): { at: number; state: string }[] =>
    [
      { at: startAt, state: "UN" },
      { at: startAt + injectMs + after, state: "DN" },
      { at: startAt + injectMs + 43_800 + after / 50, state: "UN" },
    ].filter((change) => change.at <= at);
  return {
    seq: Math.floor(at / 250),
    at,
    plan,
    phase: last.phase,
    phaseSince: last.at,
    phaseLog: log,
    doing: doing[last.phase],
    ...(at >= startAt + injectMs ? { injectedAt: startAt + injectMs } : {}),
    guard: {
      state: at < startAt + 11_200 ? "none" : at < startAt + 62_000 ? "armed" : "disarmed",
      ...(inFault ? { comesBackAt: Math.ceil((at + 15_000) / 1_000) * 1_000 } : {}),
    },
    milestones: milestones(plan, startAt, at),
    ledger,
    seconds: seconds.slice(-900),
    lanes: [
      { observer: "127.0.0.1", changes: seen(18_400) },
      { observer: "127.0.0.2", changes: seen(19_100) },
      {
        observer: node,
        changes: [
          { at: startAt, state: "UN" },
          { at: startAt + injectMs, state: "" },
          { at: startAt + injectMs + 41_700, state: "UN" },
        ].filter((change) => change.at <= at),
      },
    ],
    hints: inFault
      ? { files: 2, bytes: Math.round((at - startAt - injectMs) * 900) }
      : { files: 0, bytes: 0 },
    audit:
      last.phase === "auditing"
        ? {
            step: "after hints, at the application's level",
            done: Math.min(acked, Math.round((at - last.at) * 3)),
            of: acked,
          }
        : null,
    messages: log.map((entry) => ({ at: entry.at, text: doing[entry.phase] })),
    stopRequested: stoppedAt !== undefined,
    ...(last.phase === "closed" ? { result: resultOf(plan, ledger) } : {}),
  };
}
