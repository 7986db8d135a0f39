/**
 * The slow read: what only nodetool gives. Each call starts a Java of 1.1–1.8 CPU-seconds on the node, so at most two
 * are made a minute: `status` (whom it sees up), and in turn the one whose figures are oldest.
 */
import { canonicalAddress } from "../../../shared/cluster/address.ts";
import { hasValue, isStale, type Source } from "../../../shared/facts/fact.ts";
import { parseCompactionstats } from "../../../shared/parse/nodetool/compactionstats.ts";
import { parseInfo } from "../../../shared/parse/nodetool/info.ts";
import { parseStatus } from "../../../shared/parse/nodetool/status.ts";
import { readToolError } from "../../../shared/parse/nodetool/tool-error.ts";
import { parseTpstats } from "../../../shared/parse/nodetool/tpstats.ts";
import type { Clock, SshSession } from "../deps.ts";
import { within } from "../session/deadline.ts";
import type { FigureName } from "../session/figure-sheet.ts";
import type { NodeState } from "../session/node-state.ts";
import type { RawStore } from "../session/raw-store.ts";

const commandMs = 30_000;

/** The login shell's PATH may lack the place of nodetool: the usual ones are added. */
const script = `export LC_ALL=C
PATH=$PATH:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/opt/cassandra/bin:/usr/share/cassandra/bin
export PATH
command -v nodetool >/dev/null 2>&1 || { echo 'nodetool is not on the PATH of this user' >&2; exit 127; }
exec nodetool "$@"
`;

export interface SlowAsker {
  readonly clock: Clock;
  readonly raws: RawStore;
}

interface ToolOutput {
  readonly text: string;
  readonly at: number;
  /** When the command was sent: its answer cannot be older. */
  readonly askedAt: number;
  readonly source: Source;
}

/**
 * Runs one nodetool command. @throws Failure, Late, or an Error that says what nodetool said
 */
async function nodetool(
  asker: SlowAsker,
  ssh: SshSession,
  node: NodeState,
  command: string,
): Promise<ToolOutput> {
  const { clock } = asker;
  const askedAt = clock.now();
  const began = clock.monotonicMs();
  const run = ssh.exec(script, { args: [command], timeoutMs: commandMs, maxBytes: 1024 * 1024 });
  const result = await within(clock, commandMs + 20_000, run);
  const tookMs = Math.round(clock.monotonicMs() - began);
  const at = clock.now();
  const what = `nodetool ${command}`;
  const raw = asker.raws.put({
    node: node.address,
    what,
    at,
    tookMs,
    exit: result.code === null ? `signal ${result.signal ?? "?"}` : String(result.code),
    text: () =>
      result.stderr === "" ? result.stdout : `${result.stdout}\n--- stderr ---\n${result.stderr}`,
  });
  if (result.code !== 0) {
    const lines = `${result.stderr}\n${result.stdout}`.split("\n");
    const said =
      lines.map(readToolError).find((error) => error !== undefined)?.text ??
      lines.find((line) => line.trim() !== "");
    throw new Error(
      `${what} failed (exit ${result.code ?? result.signal ?? "?"}): ${said ?? "no output"}`,
    );
  }
  return { text: result.stdout, at, askedAt, source: { node: node.address, what, tookMs, raw } };
}

/** Figures that each command beside `status` gives. */
const others = ["tpstats", "compactionstats", "info"] as const;
type Other = (typeof others)[number];

export class SlowMemory {
  readonly readAt = new Map<Other, number>();
}

/**
 * One slow read: `status`, and with it the most overdue other command, or all of them when `everything` is set (at
 * connect, or asked for). `info` is only run while the GC log gives no heap. Failures cost their own figures.
 * @param only `status` alone, when it is wanted to settle a doubt
 */
export async function lookSlowly(
  asker: SlowAsker,
  ssh: SshSession,
  node: NodeState,
  memory: SlowMemory,
  mode: "status only" | "next" | "everything",
): Promise<void> {
  await part(node, [], async () => applyStatus(node, await nodetool(asker, ssh, node, "status")));
  if (mode === "status only") return;
  const useful = others.filter((command) => command !== "info" || !hasHeap(node));
  const due = useful.toSorted((a, b) => (memory.readAt.get(a) ?? 0) - (memory.readAt.get(b) ?? 0));
  for (const command of mode === "everything" ? useful : due.slice(0, 1)) {
    memory.readAt.set(command, asker.clock.now());
    const figures: FigureName[] =
      command === "tpstats"
        ? ["dropped"]
        : command === "compactionstats"
          ? ["pendingCompactions"]
          : ["heap"];
    await part(node, figures, async () => {
      const output = await nodetool(asker, ssh, node, command);
      if (command === "tpstats") applyTpstats(node, output);
      else if (command === "compactionstats") applyCompactions(node, output);
      else applyInfo(node, output);
    });
  }
}

async function part(
  node: NodeState,
  figures: readonly FigureName[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    for (const name of figures) node.sheet.withhold(name, why);
  }
}

function hasHeap(node: NodeState): boolean {
  const heap = node.sheet.get("heap");
  return hasValue(heap) && !isStale(heap) && heap.source.what !== "nodetool info";
}

function applyStatus(node: NodeState, { text, askedAt, at, source }: ToolOutput): void {
  const { value } = parseStatus(text);
  const owns = new Map<string, number>();
  for (const row of value.datacenters.flatMap(({ nodes }) => nodes)) {
    const address = canonicalAddress(row.address);
    const opinion = node.opinions.get(address) ?? {};
    const before = opinion.tool;
    const same = before?.state === row.letters;
    // Since when is known only if an earlier read said otherwise.
    const since = before === undefined ? undefined : same ? before.since : askedAt;
    opinion.tool = { state: row.letters, since, at: askedAt };
    // A log that says otherwise and is older has missed a line (it was rotated away, or not readable).
    const { log } = opinion;
    if (
      log !== undefined &&
      log.since < askedAt &&
      /up|down/.test(row.status) &&
      row.status !== log.state
    ) {
      opinion.log = undefined;
      node.peers.forget();
    }
    node.opinions.set(address, opinion);
    if (row.owns !== undefined) owns.set(address, row.owns);
    if (address === node.address && row.loadBytes !== undefined && !hasOwnLoad(node)) {
      node.sheet.set("load", row.loadBytes, at, source);
    }
  }
  node.tool = { at: askedAt, owns: value.ownsEffective && owns.size > 0 ? owns : undefined };
}

/** Gossip over CQL is newer and costs less; before 4.1 there is none. */
function hasOwnLoad(node: NodeState): boolean {
  const load = node.sheet.get("load");
  return hasValue(load) && !isStale(load) && load.source.what !== "nodetool status";
}

function applyTpstats(node: NodeState, { text, at, source }: ToolOutput): void {
  const { value, incomplete } = parseTpstats(text);
  if (incomplete) throw new Error("nodetool tpstats: the output was not understood");
  const dropped = value.dropped.flatMap(({ message, dropped: count }) =>
    count === undefined || count === 0 ? [] : [{ message, count }],
  );
  node.sheet.set("dropped", dropped, at, source);
}

function applyCompactions(node: NodeState, { text, at, source }: ToolOutput): void {
  const { pending } = parseCompactionstats(text).value;
  if (pending === undefined)
    throw new Error("nodetool compactionstats: the output was not understood");
  node.sheet.set("pendingCompactions", pending, at, source);
}

function applyInfo(node: NodeState, { text, at, source }: ToolOutput): void {
  const { heapUsedBytes, heapMaxBytes } = parseInfo(text).value;
  if (heapUsedBytes === undefined) throw new Error("nodetool info: the output was not understood");
  node.sheet.set(
    "heap",
    { usedBytes: heapUsedBytes, ...(heapMaxBytes === undefined ? {} : { maxBytes: heapMaxBytes }) },
    at,
    source,
  );
}
