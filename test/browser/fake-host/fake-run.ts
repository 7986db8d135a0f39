/** A D-06 that runs by the clock on a cluster that does not exist: live view and result. */
import type {
  DrillPlan,
  DrillResult,
  LoadSecond,
  Milestone,
  Phase,
  RunView,
} from "../../../shared/contract/drill.ts";
import { noise } from "./fake-frame.ts";

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
