/** Preflight: what must hold before a node is harmed (drills.md D1). Each check has a value and a reason; refusals come first. */
import { hasValue, isStale, valueOf } from "../facts/fact.ts";
import type { Check, Waits } from "../contract/drill.ts";
import type { ClusterView, NodeView } from "../contract/cluster-view.ts";

export interface PreflightFacts {
  readonly view: ClusterView;
  readonly node: NodeView;
  readonly rf: number;
  readonly waits: Waits;
  /** How the node is started again; "none" refuses. */
  readonly serviceKind: "systemd" | "init" | "scripts" | "none";
  readonly stateFolder: string | undefined;
  /** Sentences of the shell on the node about its helper and user; undefined while it was not asked. */
  readonly control:
    { readonly ok: boolean; readonly value: string; readonly why: string } | undefined;
  /** Somebody else's lock on this cluster, in words. */
  readonly lockedBy: string | undefined;
  /** Unfinished drills found on the nodes or in the journals. */
  readonly unfinished: readonly string[];
  readonly environment: string | null;
}

/** All checks, refused ones first. */
export function preflight(facts: PreflightFacts): readonly Check[] {
  const checks = [
    nodesUp(facts),
    noTopologyChange(facts),
    oneSchema(facts),
    bothPaths(facts),
    serviceControl(facts),
    control(facts),
    compactions(facts),
    hintBacklog(facts),
    clocks(facts),
    freeDisk(facts),
    replicationFits(facts),
    notOnlySeed(facts),
    notOnlyNode(facts),
    noOtherDrill(facts),
    leftOvers(facts),
    hintWindow(facts),
    enabledAtBoot(facts),
  ];
  const rank = (check: Check) =>
    check.ok === false ? 0 : check.ok === null && check.applicable ? 1 : 2;
  return checks.toSorted((a, b) => rank(a) - rank(b));
}

const yes = (check: string, value: string, why: string): Check => ({
  check,
  ok: true,
  applicable: true,
  value,
  why,
  overridable: false,
});
const no = (check: string, value: string, why: string, overridable = true): Check => ({
  check,
  ok: false,
  applicable: true,
  value,
  why,
  overridable,
});
const open = (check: string, why: string, overridable = true): Check => ({
  check,
  ok: null,
  applicable: true,
  value: "unknown",
  why,
  overridable,
});

function nodesUp({ view }: PreflightFacts): Check {
  const name = "all nodes up/normal in every view";
  const bad = view.nodes.filter((node) => valueOf(node.state) !== "UN" || isStale(node.state));
  if (bad.length === 0)
    return yes(
      name,
      `${view.nodes.length} of ${view.nodes.length}`,
      "a second missing node would turn a drill into an outage",
    );
  const words = bad.map(
    (node) => `${node.address}: ${hasValue(node.state) ? node.state.value : node.state.unknown}`,
  );
  return no(name, words.join("; "), "wait until every node answers and every view says UN", false);
}

function noTopologyChange({ view }: PreflightFacts): Check {
  const name = "no node joins, leaves or moves";
  const moving = view.nodes.filter((node) => /^[UD][JLM]$/.test(valueOf(node.state) ?? ""));
  return moving.length === 0
    ? yes(name, "none", "ranges must not move while they are measured")
    : no(
        name,
        moving.map((node) => node.address).join(", "),
        "wait until the topology change has ended",
        false,
      );
}

function oneSchema({ view }: PreflightFacts): Check {
  const name = "one schema version";
  if (!hasValue(view.schema)) return open(name, view.schema.unknown);
  const versions = view.schema.value.versions.length;
  return view.schema.value.agreed
    ? yes(name, "agreed", "tables made during a disagreement can get two ids")
    : no(name, `${versions} versions`, "wait for schema agreement", false);
}

function bothPaths({ view, node }: PreflightFacts): Check {
  const name = "every node answers over CQL and SSH";
  const bad = view.nodes.filter(
    (each) => each.reach.cql.state !== "connected" || each.reach.ssh.state !== "connected",
  );
  if (bad.length === 0)
    return yes(
      name,
      `${view.nodes.length} nodes`,
      "detection is read from the peers' logs, the guard sits on the node",
    );
  return no(
    name,
    bad.map((each) => each.address).join(", "),
    bad.includes(node)
      ? "without SSH to the node itself nothing can be armed"
      : "their detection could not be read",
    !bad.includes(node),
  );
}

function serviceControl({ serviceKind, stateFolder }: PreflightFacts): Check {
  const name = "the node can be started again";
  if (serviceKind === "none")
    return no(
      name,
      "no service control in the profile",
      "set a systemd unit, an init script or start/stop/status scripts",
      false,
    );
  if (stateFolder === undefined)
    return no(
      name,
      "no state folder in the profile",
      "set a folder on the node for the guard",
      false,
    );
  return yes(name, serviceKind, "the guard uses it when the lease runs out");
}

function control({ control: found }: PreflightFacts): Check {
  const name = "helper and guard work on the node";
  if (found === undefined)
    return open(
      name,
      "checked when the drill starts: the helper is placed and its guard tested on a dry fault",
      false,
    );
  return found.ok ? yes(name, found.value, found.why) : no(name, found.value, found.why, false);
}

function compactions({ view }: PreflightFacts): Check {
  const name = "pending compactions below 100 a node";
  const known = view.nodes.flatMap((node) =>
    hasValue(node.pendingCompactions)
      ? [{ address: node.address, n: node.pendingCompactions.value }]
      : [],
  );
  if (known.length < view.nodes.length) return open(name, "some nodes did not say");
  const worst = known.toSorted((a, b) => b.n - a.n)[0];
  if (worst === undefined || worst.n < 100)
    return yes(name, `at most ${worst?.n ?? 0}`, "a busy node hides what the fault costs");
  return no(name, `${worst.n} on ${worst.address}`, "wait, or override with a reason");
}

function hintBacklog({ view }: PreflightFacts): Check {
  const name = "no hints wait for delivery";
  const holding = view.nodes.filter((node) => (valueOf(node.hints)?.bytes ?? 0) > 0);
  if (view.nodes.some((node) => !hasValue(node.hints))) return open(name, "some nodes did not say");
  return holding.length === 0
    ? yes(name, "0 B", "so that the hints of this drill can be told apart")
    : no(name, holding.map((node) => node.address).join(", "), "wait until they are delivered");
}

function clocks({ view }: PreflightFacts): Check {
  const name = "clocks within 100 ms";
  const offsets = view.nodes.flatMap((node) =>
    hasValue(node.clockOffset) ? [{ address: node.address, ...node.clockOffset.value }] : [],
  );
  if (offsets.length < view.nodes.length)
    return open(name, "the clock of some nodes was not measured");
  const worst = offsets.toSorted((a, b) => Math.abs(b.offsetMs) - Math.abs(a.offsetMs))[0];
  const value =
    worst === undefined
      ? "none"
      : `${worst.offsetMs.toFixed(1)} ms ± ${worst.uncertaintyMs.toFixed(1)} ms on ${worst.address}`;
  if (worst === undefined || Math.abs(worst.offsetMs) - worst.uncertaintyMs <= 100)
    return yes(name, value, "times of different nodes are compared");
  return no(name, value, "set the clock, or override with a reason");
}

function freeDisk({ view }: PreflightFacts): Check {
  const name = "at least 30 % free on every data disk";
  const rows = view.nodes.flatMap((node) =>
    (valueOf(node.disks) ?? [])
      .filter((disk) => disk.holds.includes("data"))
      .map((disk) => ({ address: node.address, free: disk.availableBytes / disk.sizeBytes })),
  );
  if (view.nodes.some((node) => !hasValue(node.disks)))
    return open(name, "the disks of some nodes are unknown");
  const least = rows.toSorted((a, b) => a.free - b.free)[0];
  if (least === undefined) return open(name, "no data disk was found");
  const value = `${(least.free * 100).toFixed(0)} % on ${least.address}`;
  return least.free >= 0.3
    ? yes(name, value, "the peers keep hints while the node is away")
    : no(name, value, "free some space, or override with a reason");
}

function replicationFits({ view, rf, node }: PreflightFacts): Check {
  const name = "the replication factor fits the datacenter";
  const dc = valueOf(node.dc);
  const here = view.nodes.filter((each) => valueOf(each.dc) === dc).length;
  return rf <= here
    ? yes(name, `RF ${rf}, ${here} nodes`, "each replica needs a node of its own")
    : no(name, `RF ${rf}, ${here} nodes in ${dc ?? "?"}`, `choose an RF of ${here} or less`, false);
}

function notOnlySeed({ view, node }: PreflightFacts): Check {
  const name = "another seed stays up";
  const seeds = view.nodes.filter((each) => valueOf(each.isSeed) === true);
  if (view.nodes.some((each) => !hasValue(each.isSeed)))
    return open(name, "the seed list is not known");
  if (!seeds.includes(node))
    return yes(name, "the node is not a seed", "a node that starts needs a living seed");
  return seeds.length > 1
    ? yes(name, `${seeds.length - 1} other`, "a node that starts needs a living seed")
    : no(name, "it is the only seed", "name another node as a seed first", false);
}

function notOnlyNode({ view }: PreflightFacts): Check {
  const name = "the cluster has another node";
  return view.nodes.length > 1
    ? yes(name, `${view.nodes.length} nodes`, "somebody has to notice and to serve")
    : no(name, "1 node", "a drill needs at least two nodes", false);
}

function noOtherDrill({ lockedBy }: PreflightFacts): Check {
  const name = "nobody else drills this cluster";
  return lockedBy === undefined
    ? yes(name, "free", "one fault at a time")
    : no(name, lockedBy, "wait until it has ended, or run `ringdrill drill scan`", false);
}

function leftOvers({ unfinished }: PreflightFacts): Check {
  const name = "no unfinished drill";
  return unfinished.length === 0
    ? yes(name, "none", "an older fault must be gone first")
    : no(
        name,
        unfinished.join("; "),
        "run `ringdrill drill scan`, then resume or roll back",
        false,
      );
}

function hintWindow({ view, waits }: PreflightFacts): Check {
  const name = "the fault is shorter than the hint window";
  const windows = view.nodes.flatMap((each) =>
    hasValue(each.hintWindowMs) ? [each.hintWindowMs.value] : [],
  );
  if (windows.length < view.nodes.length)
    return open(name, "the hint window of some nodes is unknown");
  const least = Math.min(...windows);
  return waits.maxFaultMs < least
    ? yes(
        name,
        `${Math.round(waits.maxFaultMs / 1_000)} s of ${Math.round(least / 1_000)} s`,
        "beyond it only a repair brings the missed writes",
      )
    : no(
        name,
        `${Math.round(waits.maxFaultMs / 1_000)} s of ${Math.round(least / 1_000)} s`,
        "shorten the fault, or plan a repair",
      );
}

function enabledAtBoot({ serviceKind, environment }: PreflightFacts): Check {
  const name = "Cassandra starts at boot";
  if (environment === "practice" || serviceKind === "scripts") {
    return {
      check: name,
      ok: null,
      applicable: false,
      value: "not applicable",
      why: "this node is started by scripts, not at boot",
      overridable: false,
    };
  }
  return open(name, "not read yet on this kind of service control; check it by hand");
}
