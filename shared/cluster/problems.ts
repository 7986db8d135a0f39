/**
 * What is wrong with a cluster, worked out from its view: one sentence a problem, saying what and where. The instant
 * stands beside the sentence (`since`), so that each screen can write it in its own time zone.
 */
import type { ClusterView, NodeView, Problem, Reach } from "../contract/cluster-view.ts";
import { hasValue, isStale, valueOf } from "../facts/fact.ts";
import { disagreementsOf } from "./problems-views.ts";

/** What the session knows beside the view. */
export interface ProblemHints {
  /** Contact points that answer under no member's name. */
  readonly silentContacts?: readonly {
    readonly contactPoint: string;
    readonly text: string;
    readonly since: number;
  }[];
  /** Nodes whose process is stopped by a signal. */
  readonly frozen?: readonly { readonly address: string; readonly since: number | undefined }[];
  /** Effective ownership as some node's `nodetool status` printed it, by address. */
  readonly toolOwns?: readonly {
    readonly observer: string;
    readonly owns: ReadonlyMap<string, number>;
  }[];
}

const order: Readonly<Record<Problem["severity"], number>> = { critical: 0, warning: 1, info: 2 };

/** All problems, the most urgent first. */
export function problemsOf(
  view: Omit<ClusterView, "problems">,
  hints: ProblemHints = {},
): Problem[] {
  const problems: Problem[] = [
    ...view.nodes.flatMap(downNode),
    ...(hints.frozen ?? []).map(({ address, since }) =>
      problem(
        "frozen",
        "critical",
        [address],
        `${address}: its Cassandra process is stopped by a signal (state T) and answers nothing. SIGCONT wakes it.`,
        since,
      ),
    ),
    ...viewsThatDiffer(view),
    ...schemaProblem(view),
    ...view.nodes.flatMap(diskProblems),
    ...view.nodes.flatMap(unreached),
    ...(hints.silentContacts ?? []).map(({ contactPoint, text, since }) =>
      problem(
        "contact point silent",
        "info",
        [contactPoint],
        `The contact point ${contactPoint} does not answer: ${text}`,
        since,
      ),
    ),
    ...clockProblem(view.nodes),
    ...ownershipProblems(view, hints.toolOwns ?? []),
    ...view.ghosts.map((ghost) => problem("ghost", "info", [ghost.address], ghost.text)),
  ];
  return problems.toSorted((a, b) => order[a.severity] - order[b.severity]);
}

function problem(
  kind: string,
  severity: Problem["severity"],
  nodes: readonly string[],
  text: string,
  since?: number,
): Problem {
  return { kind, severity, nodes: [...nodes], text, ...(since === undefined ? {} : { since }) };
}

function isDown(node: NodeView): boolean {
  return valueOf(node.state)?.startsWith("D") === true;
}

function downNode(node: NodeView): Problem[] {
  if (!isDown(node)) return [];
  return [
    problem(
      "node down",
      "critical",
      [node.address],
      `${node.address} is down in every view.`,
      node.stateSince,
    ),
  ];
}

function viewsThatDiffer(view: Omit<ClusterView, "problems">): Problem[] {
  return disagreementsOf(view).map(({ kind, nodes, text }) =>
    problem(
      "views differ",
      kind === "flapping" ? "warning" : "critical",
      nodes,
      `Views differ (${kind}): ${text}.`,
    ),
  );
}

function schemaProblem({ schema }: Omit<ClusterView, "problems">): Problem[] {
  const value = valueOf(schema);
  if (value === undefined || value.agreed) return [];
  const sides = value.versions.map(
    ({ version, nodes }) => `${version.slice(0, 8)}… on ${nodes.join(", ")}`,
  );
  const few = value.versions.toSorted((a, b) => a.nodes.length - b.nodes.length)[0]?.nodes ?? [];
  return [
    problem(
      "schema disagreement",
      "warning",
      few,
      `The nodes have ${value.versions.length} schema versions: ${sides.join("; ")}. Wait a minute; if it stays, look for migration errors in the system.log of ${few.join(", ")}.`,
    ),
  ];
}

function diskProblems(node: NodeView): Problem[] {
  const disks = valueOf(node.disks) ?? [];
  return disks.flatMap((disk) => {
    const size = disk.usedBytes + disk.availableBytes;
    const free = size > 0 ? disk.availableBytes / size : 1;
    if (free >= 0.2) return [];
    const holds = disk.holds.join(", ");
    const percent = `${(free * 100).toFixed(1)} %`;
    return [
      problem(
        "disk nearly full",
        free < 0.1 ? "critical" : "warning",
        [node.address],
        `${node.address}: ${percent} free on ${disk.mount} (${disk.device}; ${holds}). Compaction needs room: free or add space.`,
      ),
    ];
  });
}

function unreached(node: NodeView): Problem[] {
  const found: Problem[] = [];
  const add = (kind: string, hop: string, reach: Reach): void => {
    if (reach.state !== "failed") return;
    const { failure } = reach;
    const urgent = failure.kind === "host key changed" || failure.kind === "host key revoked";
    // A node that is down answers nothing: that is said once, by its own problem.
    const severity = urgent ? "critical" : isDown(node) ? "info" : "warning";
    const end = /[.!?]$/.test(failure.message) ? "" : ".";
    found.push(
      problem(
        kind,
        severity,
        [node.address],
        `${node.address}: ${hop} fails at ${failure.hop}. ${failure.message}${end} ${failure.next}`,
        reach.since,
      ),
    );
  };
  add("cql failed", "CQL", node.reach.cql);
  add("ssh failed", "SSH", node.reach.ssh);
  return found;
}

/** Cassandra decides between two writes by time stamps: clocks that lie apart lose data without a word. */
const clocksApartMs = 500;

function clockProblem(nodes: readonly NodeView[]): Problem[] {
  const clocks = nodes.flatMap(({ address, clockOffset }) =>
    hasValue(clockOffset) && !isStale(clockOffset) ? [{ address, ...clockOffset.value }] : [],
  );
  const sorted = clocks.toSorted((a, b) => a.offsetMs - b.offsetMs);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const least = last.offsetMs - last.uncertaintyMs - (first.offsetMs + first.uncertaintyMs);
  if (least <= clocksApartMs) return [];
  return [
    problem(
      "clock offset",
      "warning",
      [first.address, last.address],
      `The clocks of ${first.address} and ${last.address} lie at least ${(least / 1_000).toFixed(1)} s apart. Check time synchronisation: of two writes the one with the greater time stamp wins.`,
    ),
  ];
}

/** nodetool prints a tenth of a per cent. */
const ownershipTolerance = 0.0011;

function ownershipProblems(
  view: Omit<ClusterView, "problems">,
  toolOwns: NonNullable<ProblemHints["toolOwns"]>,
): Problem[] {
  const computed = view.nodes.flatMap((node) => {
    const shares = valueOf(node.ownership);
    return shares === undefined ? [] : [{ address: node.address, shares }];
  });
  const keyspaces = Object.keys(computed[0]?.shares ?? {});
  if (computed.length === 0 || keyspaces.length === 0) return [];
  const [bad] = toolOwns.flatMap(({ observer, owns }) => {
    // Which keyspaces nodetool took is its choice: it is enough that one of them fits.
    const fits = keyspaces.some((keyspace) =>
      computed.every(({ address, shares }) => {
        const printed = owns.get(address);
        return (
          printed === undefined || Math.abs(printed - (shares[keyspace] ?? 0)) <= ownershipTolerance
        );
      }),
    );
    return fits ? [] : [observer];
  });
  if (bad === undefined) return [];
  return [
    problem(
      "ownership differs",
      "warning",
      [bad],
      `nodetool status on ${bad} prints an ownership that no keyspace has by its tokens and replication: its view of the ring differs from the ring tables.`,
    ),
  ];
}
