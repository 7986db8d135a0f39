/** What nodetool prints, in the layout of 5.0, from a simulated node's own state. */
import { atLeast } from "../../../shared/model/release.ts";
import type { ModelNode } from "../../../shared/model/node/model-node.ts";
import { verbNames } from "../../../shared/model/ring/verb-names.ts";
import { pools } from "../../../shared/model/system/metric-rows.ts";
import type { ToolReply } from "./control-socket.ts";
import { statusText } from "./nodetool-status-text.ts";
import { sizeText, table } from "./nodetool-table.ts";

export interface ToolFacts {
  readonly node: ModelNode;
  readonly clusterName: string;
  readonly storagePort: number;
  readonly nativePort: number;
  readonly startedAt: number;
  readonly loadBytes: () => number;
}

type Command = (facts: ToolFacts, args: readonly string[]) => string;

const commands: Readonly<Record<string, Command>> = {
  status: statusText,
  info: infoText,
  version: ({ node }) => `ReleaseVersion: ${node.identity.release}\n`,
  gossipinfo: gossipText,
  tpstats: poolsText,
  compactionstats: compactionText,
  netstats: netText,
  describecluster: clusterText,
  statusbinary: ({ node }) => `${node.gossip.self.application.rpcReady ? "" : "not "}running\n`,
  statusgossip: () => "running\n",
};

/** Runs a command. What the simulator cannot answer ends with exit code 1 and a sentence. */
export function runTool(facts: ToolFacts, args: readonly string[]): ToolReply {
  const [name = "", ...rest] = args.filter((arg) => arg !== "--");
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const known = Object.keys(commands).join(", ");
    const stderr = `nodetool: The simulated cluster does not know "${name}"; it knows ${known}.\n`;
    return { code: 1, stdout: "", stderr };
  }
  try {
    return { code: 0, stdout: command(facts, rest), stderr: "" };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { code: 1, stdout: "", stderr: `Error: ${error.message}\n` };
  }
}

function infoText({ node, startedAt, loadBytes }: ToolFacts): string {
  const { identity, gossip } = node;
  const memory = process.memoryUsage();
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(2);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  return lines([
    ["ID", identity.hostId],
    ["Gossip active", "true"],
    ["Native Transport active", String(gossip.self.application.rpcReady)],
    ["Load", sizeText(loadBytes())],
    ["Uncompressed load", sizeText(loadBytes())],
    ["Generation No", String(identity.generation)],
    ["Uptime (seconds)", String(seconds)],
    ["Heap Memory (MB)", `${mebibytes(memory.heapUsed)} / ${mebibytes(memory.heapTotal)}`],
    ["Off Heap Memory (MB)", mebibytes(memory.external)],
    ["Data Center", identity.dc],
    ["Rack", identity.rack],
    ["Exceptions", "0"],
    ["Token", `(invoke with -T/--tokens to see all ${identity.tokens.length} tokens)`],
    ["Bootstrap state", "COMPLETED"],
    ["Bootstrap failed", "false"],
    ["Decommissioning", "false"],
    ["Decommission failed", "false"],
  ]);
}

function gossipText({ node, storagePort, nativePort }: ToolFacts): string {
  const blocks = [node.gossip.self, ...node.gossip.peers()].map((state) => {
    const { address, generation, heartbeat, application: known } = state;
    const status = known.status === "NORMAL" ? `NORMAL,${known.tokens[0] ?? ""}` : "shutdown,true";
    const { version } = known;
    return [
      `${address}/${address}`,
      `  generation:${generation}`,
      `  heartbeat:${heartbeat}`,
      `  LOAD:${version}:${known.loadBytes.toFixed(1)}`,
      `  SCHEMA:${version}:${known.schemaVersion}`,
      `  DC:${version}:${known.dc}`,
      `  RACK:${version}:${known.rack}`,
      `  RELEASE_VERSION:${version}:${known.release}`,
      `  NET_VERSION:1:12`,
      `  HOST_ID:${version}:${known.hostId}`,
      `  RPC_READY:${version}:${String(known.rpcReady)}`,
      `  INTERNAL_ADDRESS_AND_PORT:${version}:${address}:${storagePort}`,
      `  NATIVE_ADDRESS_AND_PORT:${version}:${address}:${nativePort}`,
      `  STATUS_WITH_PORT:${version}:${status}`,
      `  SSTABLE_VERSIONS:${version}:big-nb`,
      `  TOKENS:${version}:<hidden>`,
    ].join("\n");
  });
  return `${blocks.join("\n")}\n\n`;
}

function poolsText({ node }: ToolFacts): string {
  const rows = pools.map(([name]) => {
    const done = name === "HintsDispatcher" ? node.delivery.sent : node.counters.completed(name);
    return [name, "0", "0", String(done), "0", "0"];
  });
  const dropped = Object.values(verbNames).map((verb) => [
    verb,
    String(node.counters.dropped(verb)),
    "0.0",
    "0.0",
    "0.0",
    "0.0",
  ]);
  return `${table([
    ["Pool Name", "Active", "Pending", "Completed", "Blocked", "All time blocked"],
    ...rows,
  ])}\nLatencies waiting in queue (micros) per dropped message types\n${table([
    ["Message type", "Dropped", "50%", "95%", "99%", "Max"],
    ...dropped,
  ])}`;
}

/** The simulator has nothing to compact. */
function compactionText({ node }: ToolFacts): string {
  if (!atLeast(node.identity.release, 5, 0)) return "pending tasks: 0\n\n";
  return `${[
    "concurrent compactors            2",
    "pending tasks                    0",
    "compactions completed            0",
    "data compacted                   0",
    "compactions aborted              0",
    "compactions reduced              0",
    "sstables dropped from compaction 0",
    "15 minute rate                   0.00/minute",
    "mean rate                        0.00/hour",
    "compaction throughput (MiB/s)    64.0",
  ].join("\n")}\n`;
}

function netText({ node }: ToolFacts): string {
  const small = node.counters.completed("RequestResponseStage");
  const gossip = node.counters.completed("GossipStage");
  return [
    "Mode: NORMAL",
    "Not sending any streams.",
    "Read Repair Statistics:",
    "Attempted: 0",
    "Mismatch (Blocking): 0",
    "Mismatch (Background): 0",
    "Pool Name                    Active   Pending      Completed   Dropped",
    "Large messages                  n/a         0              0         0",
    `Small messages                  n/a         0${String(small).padStart(15)}         0`,
    `Gossip messages                 n/a         0${String(gossip).padStart(15)}         0`,
    "",
  ].join("\n");
}

function clusterText({ node, clusterName, storagePort }: ToolFacts): string {
  const members = [node.gossip.self, ...node.gossip.peers()];
  const alive = members.filter(({ address }) => node.gossip.isAlive(address));
  const versions = new Map<string, string[]>();
  for (const { address, application } of members) {
    const name = alive.some((each) => each.address === address)
      ? application.schemaVersion
      : "UNREACHABLE";
    versions.set(name, [...(versions.get(name) ?? []), address]);
  }
  const dcs = [...new Set(members.map(({ application }) => application.dc))].map((dc) => {
    const own = members.filter(({ application }) => application.dc === dc);
    const down = own.filter(({ address }) => !node.gossip.isAlive(address)).length;
    return `\t${dc} #Nodes: ${own.length} #Down: ${down}`;
  });
  const releases = [...new Set(members.map(({ application }) => application.release))].map(
    (release) =>
      `\t${release}: [${members
        .filter(({ application }) => application.release === release)
        .map(({ address }) => `${address}:${storagePort}`)
        .join(", ")}]`,
  );
  const keyspaces = node.schema.keyspaces().map(({ name, replication }) => {
    const { class: strategy = "", ...options } = replication;
    const short = strategy.slice(strategy.lastIndexOf(".") + 1);
    const text = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    return `\t${name} -> Replication class: ${short} {${text.join(", ")}}`;
  });
  return [
    "Cluster Information:",
    `\tName: ${clusterName}`,
    "\tSnitch: org.apache.cassandra.locator.GossipingPropertyFileSnitch",
    "\tDynamicEndPointSnitch: disabled",
    "\tPartitioner: org.apache.cassandra.dht.Murmur3Partitioner",
    "\tSchema versions:",
    ...[...versions].map(([version, addresses]) => `\t\t${version}: [${addresses.join(", ")}]`),
    "",
    "Stats for all nodes:",
    `\tLive: ${alive.length}`,
    "\tJoining: 0",
    "\tMoving: 0",
    "\tLeaving: 0",
    `\tUnreachable: ${members.length - alive.length}`,
    "",
    "Data Centers: ",
    ...dcs,
    "",
    "Database versions:",
    ...releases,
    "",
    "Keyspaces:",
    ...keyspaces,
    "",
  ].join("\n");
}

function lines(pairs: readonly (readonly [string, string])[]): string {
  return `${pairs.map(([name, value]) => `${name.padEnd(23)}: ${value}`).join("\n")}\n`;
}
