/** The catalogue, and the plan of a drill on a cluster that does not exist. */
import { catalogue } from "../../../shared/drill/catalogue.ts";
import { waitsFor } from "../../../shared/drill/waits.ts";
import type { ClusterView } from "../../../shared/contract/cluster-view.ts";
import type { Check, DrillPlan, DrillRequest } from "../../../shared/contract/drill.ts";
import { valueOf } from "../../../shared/facts/fact.ts";

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
