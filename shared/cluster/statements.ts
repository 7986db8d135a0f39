/** The Overview's first lines: five statements in words with a figure each, the most urgent first. */
import type { ClusterView, NodeView } from "../contract/cluster-view.ts";
import { hasValue, isStale, isUnknown, valueOf, type Fact } from "../facts/fact.ts";
import { disagreementsOf } from "./problems-views.ts";

export interface Statement {
  readonly id: "nodes" | "views" | "load" | "disk" | "gc";
  readonly severity: "critical" | "warning" | "unknown" | "ok";
  /** One sentence: what, where and, when something is wrong, what next. */
  readonly text: string;
  /** Since when it is so; to be written in the reader's time zone. */
  readonly since?: number | undefined;
  readonly nodes: readonly string[];
}

const order = { critical: 0, warning: 1, unknown: 2, ok: 3 } as const;

/** The five statements about a view. */
export function statementsOf(view: ClusterView): readonly Statement[] {
  return [
    nodesUp(view.nodes),
    viewsAgree(view),
    loadSkew(view.nodes),
    leastFreeDisk(view.nodes),
    longestPause(view.nodes),
  ].toSorted((a, b) => order[a.severity] - order[b.severity]);
}

function nodesUp(nodes: readonly NodeView[]): Statement {
  const id = "nodes";
  const down = nodes.filter((node) => valueOf(node.state)?.startsWith("D"));
  const unsure = nodes.filter((node) => isUnknown(node.state));
  if (down.length > 0) {
    const [only] = down;
    const since = Math.min(...down.map((node) => node.stateSince ?? Number.POSITIVE_INFINITY));
    const text =
      down.length === 1
        ? `${only?.address} is down in every view; look at its system.log and service state.`
        : `${down.length} of ${nodes.length} nodes are down in every view: ${list(down)}.`;
    return {
      id,
      severity: "critical",
      text,
      since: Number.isFinite(since) ? since : undefined,
      nodes: addresses(down),
    };
  }
  if (nodes.length === 0)
    return { id, severity: "unknown", text: "No node has answered yet.", nodes: [] };
  if (unsure.length > 0) {
    return {
      id,
      severity: "unknown",
      text: `The state of ${unsure.length} of ${nodes.length} nodes is not agreed or not known: ${list(unsure)}.`,
      nodes: addresses(unsure),
    };
  }
  const odd = nodes.filter((node) => valueOf(node.state) !== "UN");
  if (odd.length > 0) {
    return {
      id,
      severity: "warning",
      text: `All ${nodes.length} nodes are up, ${odd.length} of them not in normal state: ${list(odd)}.`,
      nodes: addresses(odd),
    };
  }
  return {
    id,
    severity: "ok",
    text:
      nodes.length === 1
        ? "The only node is up and normal."
        : `All ${nodes.length} nodes are up and normal in every view.`,
    nodes: [],
  };
}

function viewsAgree(view: ClusterView): Statement {
  const id = "views";
  const [found, ...more] = disagreementsOf(view);
  if (found !== undefined) {
    const others = more.length === 0 ? "" : ` (${more.length} more, see the matrix)`;
    return {
      id,
      severity: found.kind === "flapping" ? "warning" : "critical",
      text: `Views differ (${found.kind}): ${found.text}${others}.`,
      nodes: found.nodes,
    };
  }
  const silent = view.nodes.filter((node) =>
    Object.values(view.matrix[node.key] ?? {}).every((cell) => cell.state === null),
  );
  if (silent.length === view.nodes.length)
    return { id, severity: "unknown", text: "No node has said yet whom it sees.", nodes: [] };
  if (silent.length > 0) {
    return {
      id,
      severity: "unknown",
      text: `The views of the others agree; ${list(silent)} say${silent.length === 1 ? "s" : ""} nothing.`,
      nodes: addresses(silent),
    };
  }
  return {
    id,
    severity: "ok",
    text: `The views of all ${view.nodes.length} nodes agree.`,
    nodes: [],
  };
}

function loadSkew(nodes: readonly NodeView[]): Statement {
  const id = "load";
  const loads = fresh(nodes, (node) => node.load).map(({ node, value }) => ({ node, load: value }));
  if (loads.length < 2)
    return { id, severity: "unknown", text: "Load is known of fewer than two nodes.", nodes: [] };
  const sorted = loads.toSorted((a, b) => a.load - b.load);
  const [least, most] = [sorted[0], sorted.at(-1)];
  const ratio = (most?.load ?? 0) / Math.max(1, least?.load ?? 0);
  const partly =
    loads.length < nodes.length ? ` (of ${loads.length} nodes whose load is known)` : "";
  const between =
    ratio > 1.5 ? `: ${most?.node.address} holds the most, ${least?.node.address} the least` : "";
  // Below a gigabyte the system tables decide, and they say nothing about balance.
  const severity = ratio > 2 && (most?.load ?? 0) > 1024 ** 3 ? "warning" : "ok";
  return {
    id,
    severity,
    text: `Load differs ${ratio.toFixed(2)}× between nodes${partly}${between}.`,
    nodes: between === "" ? [] : [most?.node.address ?? "", least?.node.address ?? ""],
  };
}

function leastFreeDisk(nodes: readonly NodeView[]): Statement {
  const id = "disk";
  const all = fresh(nodes, (node) => node.disks).flatMap(({ node, value }) =>
    value.map((disk) => ({
      node,
      disk,
      free: disk.availableBytes / Math.max(1, disk.usedBytes + disk.availableBytes),
    })),
  );
  const worst = all.toSorted((a, b) => a.free - b.free)[0];
  if (worst === undefined)
    return {
      id,
      severity: "unknown",
      text: `Free disk is not known: ${whyUnknown(nodes, (node) => node.disks)}.`,
      nodes: [],
    };
  const severity = worst.free < 0.1 ? "critical" : worst.free < 0.2 ? "warning" : "ok";
  const next = severity === "ok" ? "" : "; free or add space before compaction fails";
  return {
    id,
    severity,
    text: `Least free disk: ${Math.round(worst.free * 100)} % on ${worst.node.address} (${worst.disk.mount}, ${worst.disk.holds.join(", ")})${next}.`,
    nodes: [worst.node.address],
  };
}

function longestPause(nodes: readonly NodeView[]): Statement {
  const id = "gc";
  const logs = fresh(nodes, (node) => node.gc);
  if (logs.length === 0)
    return {
      id,
      severity: "unknown",
      text: `GC pauses are not known: ${whyUnknown(nodes, (node) => node.gc)}.`,
      nodes: [],
    };
  const worst = logs.toSorted((a, b) => (b.value.longestMs ?? 0) - (a.value.longestMs ?? 0))[0];
  const longest = worst?.value.longestMs;
  if (worst === undefined || longest === undefined)
    return { id, severity: "ok", text: "No GC pause in the last hour.", nodes: [] };
  const severity = longest >= 5_000 ? "critical" : longest >= 1_000 ? "warning" : "ok";
  return {
    id,
    severity,
    text: `Longest GC pause in the last hour: ${milliseconds(longest)} on ${worst.node.address}.`,
    nodes: [worst.node.address],
  };
}

function fresh<T>(nodes: readonly NodeView[], of: (node: NodeView) => Fact<T>) {
  return nodes.flatMap((node) => {
    const fact = of(node);
    return hasValue(fact) && !isStale(fact) ? [{ node, value: fact.value }] : [];
  });
}

function whyUnknown<T>(nodes: readonly NodeView[], of: (node: NodeView) => Fact<T>): string {
  for (const node of nodes) {
    const fact = of(node);
    if (isUnknown(fact)) return fact.unknown;
    if (isStale(fact)) return fact.stale;
  }
  return "no node has answered yet";
}

function addresses(nodes: readonly NodeView[]): string[] {
  return nodes.map((node) => node.address);
}

function list(nodes: readonly NodeView[]): string {
  const names = addresses(nodes);
  return names.length <= 3
    ? names.join(", ")
    : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
}

function milliseconds(ms: number): string {
  return ms >= 1_000
    ? `${(ms / 1_000).toFixed(2)} s`
    : `${ms >= 10 ? Math.round(ms) : ms.toFixed(1)} ms`;
}
