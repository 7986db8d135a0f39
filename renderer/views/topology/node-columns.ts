/** Columns of the node table: how each is shown, sorted and copied. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { hasValue, isUnknown, mapFact, unknown, type Fact } from "../../../shared/facts/fact.ts";
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatShare,
} from "../../ui/format.ts";
import { compareNatural } from "../../ui/node-order.ts";

export const columnNames = [
  "state",
  "address",
  "dc",
  "rack",
  "owns",
  "load",
  "cpu",
  "heap",
  "diskFree",
  "pending",
  "readP99",
  "writeP99",
  "tokens",
  "seen",
  "release",
  "hostId",
] as const;
export type ColumnName = (typeof columnNames)[number];

export interface NodeColumn {
  readonly name: ColumnName;
  readonly numeric: boolean;
  readonly of: (node: NodeView) => Fact<string | number>;
  readonly format: (value: string | number) => string;
}

const text = (value: string | number): string => String(value);
const number =
  (format: (value: number) => string) =>
  (value: string | number): string =>
    typeof value === "number" ? format(value) : value;

function lastLook(node: NodeView): Fact<number> {
  const at = node.lastLookAt;
  if (at === undefined) return unknown("this node has not been looked at yet");
  return {
    value: at,
    at,
    source: { node: node.address, what: "the last look at this node", tookMs: 0 },
  };
}

function leastFree(node: NodeView): Fact<number> {
  return mapFact(node.disks, (disks) =>
    Math.min(
      1,
      ...disks.map(
        (disk) => disk.availableBytes / Math.max(1, disk.usedBytes + disk.availableBytes),
      ),
    ),
  );
}

/** @param keyspace whose ownership the column "owns" shows. */
export function nodeColumns(keyspace: string | undefined): readonly NodeColumn[] {
  const owns = (node: NodeView): Fact<number> => {
    if (isUnknown(node.ownership)) return node.ownership;
    const share = keyspace === undefined ? undefined : node.ownership.value[keyspace];
    return share === undefined
      ? unknown("no replicated keyspace is chosen")
      : mapFact(node.ownership, () => share);
  };
  return [
    { name: "state", numeric: false, of: (node) => node.state, format: text },
    {
      name: "address",
      numeric: false,
      of: (node) => ({
        value: node.address,
        at: node.lastLookAt ?? 0,
        source: { node: node.address, what: "system.peers", tookMs: 0 },
      }),
      format: text,
    },
    { name: "dc", numeric: false, of: (node) => node.dc, format: text },
    { name: "rack", numeric: false, of: (node) => node.rack, format: text },
    { name: "owns", numeric: true, of: owns, format: number(formatShare) },
    { name: "load", numeric: true, of: (node) => node.load, format: number(formatBytes) },
    {
      name: "cpu",
      numeric: true,
      of: (node) => mapFact(node.cpu, (cpu) => cpu.busyShare),
      format: number(formatShare),
    },
    {
      name: "heap",
      numeric: true,
      of: (node) => mapFact(node.heap, (heap) => heap.usedBytes),
      format: number(formatBytes),
    },
    { name: "diskFree", numeric: true, of: leastFree, format: number(formatShare) },
    {
      name: "pending",
      numeric: true,
      of: (node) => node.pendingCompactions,
      format: number(formatCount),
    },
    {
      name: "readP99",
      numeric: true,
      of: (node) => mapFact(node.readLatency, (latency) => latency.p99Ms),
      format: number(formatDuration),
    },
    {
      name: "writeP99",
      numeric: true,
      of: (node) => mapFact(node.writeLatency, (latency) => latency.p99Ms),
      format: number(formatDuration),
    },
    {
      name: "tokens",
      numeric: true,
      of: (node) => mapFact(node.tokens, (tokens) => tokens.length),
      format: number(formatCount),
    },
    { name: "seen", numeric: true, of: lastLook, format: number(formatClock) },
    { name: "release", numeric: false, of: (node) => node.release, format: text },
    { name: "hostId", numeric: false, of: (node) => node.hostId, format: text },
  ];
}

/** Nodes by a column; the unknown are last whichever way it is sorted. */
export function sortNodes(
  nodes: readonly NodeView[],
  column: NodeColumn,
  descending: boolean,
): readonly NodeView[] {
  const sign = descending ? -1 : 1;
  const known: { readonly node: NodeView; readonly value: string | number }[] = [];
  const rest: NodeView[] = [];
  for (const node of nodes) {
    const fact = column.of(node);
    if (hasValue(fact)) known.push({ node, value: fact.value });
    else rest.push(node);
  }
  known.sort((a, b) => {
    const order =
      typeof a.value === "number" && typeof b.value === "number"
        ? a.value - b.value
        : compareNatural(String(a.value), String(b.value));
    return sign * order || compareNatural(a.node.address, b.node.address);
  });
  return [...known.map((entry) => entry.node), ...rest];
}

/** Nodes in which every word is found, in address, place, state, release or host id. */
export function filterNodes(nodes: readonly NodeView[], query: string): readonly NodeView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return nodes;
  return nodes.filter((node) => {
    const facts = [node.state, node.dc, node.rack, node.release, node.hostId].flatMap((fact) =>
      hasValue(fact) ? [fact.value] : [],
    );
    const all = [node.address, ...facts].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Text of a cell on the clipboard; tabs and line ends in names from the cluster would break the rows. */
function plain(fact: Fact<string | number>, format: (value: string | number) => string): string {
  if (!hasValue(fact)) return "";
  // A cell that begins like a formula is run by spreadsheets when pasted.
  return format(fact.value)
    .replaceAll(/[\t\r\n\u00a0]+/g, " ")
    .replace(/^(?=[=+\-@])/, "'");
}

/** The table as tab-separated text with a heading. */
export function nodesAsTsv(
  nodes: readonly NodeView[],
  columns: readonly NodeColumn[],
  headings: readonly string[],
): string {
  return [
    headings.join("\t"),
    ...nodes.map((node) =>
      columns.map((column) => plain(column.of(node), column.format)).join("\t"),
    ),
  ].join("\n");
}
