/** Views of clusters that do not exist, worked out from their description with the product's own ring arithmetic. */
import { ownershipOf } from "../../../shared/cluster/ownership.ts";
import { problemsOf } from "../../../shared/cluster/problems.ts";
import { readReplication } from "../../../shared/cluster/replication.ts";
import { buildRing } from "../../../shared/cluster/token-ring.ts";
import type { ClusterView, NodeView } from "../../../shared/contract/cluster-view.ts";
import { known, unknown, withheld, type Fact } from "../../../shared/facts/fact.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";

export interface FakeCluster {
  readonly nodes: number;
  readonly at: number;
  readonly profile?: string;
  readonly environment?: ClusterView["target"]["environment"];
  readonly simulated?: boolean;
  readonly colour?: string;
  readonly dcs?: readonly string[];
  readonly racks?: number;
  readonly tokensPerNode?: number;
  readonly release?: string;
  /** First parts of the addresses: "127.0.0." */
  readonly net?: string;
  /** Numbers of nodes (from 1) that are down in every view. */
  readonly down?: readonly number[];
  /** Observer and observed (from 1) where the observer says DN while the others say UN. */
  readonly doubt?: readonly (readonly [number, number])[];
  readonly sshFails?: readonly number[];
  /** Nodes whose figures were not confirmed for a while. */
  readonly stale?: readonly number[];
  /** Nodes that hold next to nothing of what they own. */
  readonly wiped?: readonly number[];
  /** Only so many nodes were asked for their view. */
  readonly observers?: number;
  /** Nothing was read yet: all ways are being opened. */
  readonly connecting?: boolean;
}

const gib = 1024 ** 3;
const mib = 1024 ** 2;
const partitioner = "org.apache.cassandra.dht.Murmur3Partitioner";
const schema = "54d3a1e2-8c7b-3d4f-9a10-2b5c6d7e8f90";

/** A repeatable number 0..1 for a node and a purpose. */
export function noise(seed: number): number {
  let x = (seed * 2_654_435_761 + 1_013_904_223) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 2_246_822_519) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 3_266_489_917) >>> 0;
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

const hostIdOf = (i: number): string =>
  `${(0x6d1f9f1c + i * 7919).toString(16).padStart(8, "0").slice(-8)}-3a1b-4c5d-8e9f-${(0xa0b1c2d3e4 + i).toString(16).padStart(12, "0")}`;

export function addressOf(fake: Pick<FakeCluster, "net">, i: number): string {
  const net = fake.net ?? "127.0.0.";
  return net.endsWith(".") && net.split(".").length === 4
    ? `${net}${i + 1}`
    : `${net}${Math.floor(i / 250)}.${(i % 250) + 1}`;
}

interface Frame {
  readonly places: readonly {
    readonly dc: string;
    readonly rack: string;
    readonly tokens: readonly string[];
  }[];
  readonly keyspaces: readonly {
    readonly name: string;
    readonly replication: { readonly strategy: string; readonly factors: Record<string, number> };
    readonly local: boolean;
    readonly system: boolean;
  }[];
  readonly owns: readonly Record<string, number>[];
}

const frames = new Map<string, Frame>();

function tokensOf(node: number, nodes: number, perNode: number): string[] {
  const span = 2n ** 64n / BigInt(nodes * perNode);
  return Array.from({ length: perNode }, (_, j) => {
    const slot = BigInt(j * nodes + ((node * 7 + j * 3) % nodes));
    const jitter = BigInt(Math.floor(noise(node * 1_000 + j) * 1_000)) * (span / 3_000n);
    return String(-(2n ** 63n) + slot * span + jitter + 1n);
  });
}

/** What does not change from look to look. */
function frameOf(fake: FakeCluster): Frame {
  const dcs = fake.dcs ?? ["dc1"];
  const racks = fake.racks ?? 3;
  const perNode = fake.tokensPerNode ?? 16;
  const id = `${fake.nodes} ${dcs.join()} ${racks} ${perNode}`;
  const before = frames.get(id);
  if (before !== undefined) return before;
  const places = Array.from({ length: fake.nodes }, (_, i) => ({
    dc: dcs[i % dcs.length] ?? "dc1",
    rack: `rack${(Math.floor(i / dcs.length) % racks) + 1}`,
    tokens: tokensOf(i, fake.nodes, perNode),
  }));
  const network = (factor: number) => ({
    strategy: "org.apache.cassandra.locator.NetworkTopologyStrategy",
    factors: Object.fromEntries(dcs.map((dc) => [dc, factor])),
  });
  const most = Math.max(1, Math.min(3, Math.floor(fake.nodes / dcs.length)));
  const keyspaces = [
    {
      name: "system",
      replication: { strategy: "org.apache.cassandra.locator.LocalStrategy", factors: {} },
      local: true,
      system: true,
    },
    { name: "system_auth", replication: network(most), local: false, system: true },
    { name: "shop", replication: network(most), local: false, system: false },
    { name: "sessions", replication: network(Math.min(2, most)), local: false, system: false },
  ];
  const ring = buildRing(
    partitioner,
    places.map((place, i) => ({ key: hostIdOf(i), ...place })),
  );
  const replications = new Map(
    keyspaces
      .filter((each) => !each.local)
      .map((each) => [
        each.name,
        readReplication({
          class: each.replication.strategy,
          ...Object.fromEntries(
            Object.entries(each.replication.factors).map(([dc, factor]) => [dc, String(factor)]),
          ),
        }),
      ]),
  );
  const owned = ownershipOf(ring, replications);
  const owns = places.map((_, i) =>
    Object.fromEntries([...owned].map(([name, shares]) => [name, shares.get(hostIdOf(i)) ?? 0])),
  );
  const made = { places, keyspaces, owns };
  frames.set(id, made);
  return made;
}

function sshFailure(address: string): FailureDetail {
  return {
    hop: "tcp",
    kind: "connection refused",
    node: `${address}:22`,
    message: `${address} refuses SSH on port 22`,
    next: "Check that sshd runs there and that no firewall is in between; CQL goes on meanwhile",
  };
}

function nodeOf(fake: FakeCluster, frame: Frame, i: number): NodeView {
  const { at } = fake;
  const address = addressOf(fake, i);
  const number = i + 1;
  const place = frame.places[i] ?? { dc: "dc1", rack: "rack1", tokens: [] };
  const isDown = fake.down?.includes(number) === true;
  const noSsh = fake.sshFails?.includes(number) === true;
  const isStale = fake.stale?.includes(number) === true || isDown;
  const doubted = fake.doubt?.some(([, observed]) => observed === number) === true;
  const beat = Math.floor(at / 10_000);
  const wave = (purpose: number): number =>
    noise(i * 97 + purpose) * 0.7 + noise(i * 13 + purpose * 31 + beat) * 0.3;
  const lookedAt = isStale ? at - 94_000 : at - Math.round(noise(i) * 900);
  const why = isDown
    ? `${address} is down: it was last asked ${new Date(lookedAt).toISOString().slice(11, 19)} UTC`
    : `${address} has not answered for 94 s`;
  const from = <T>(value: T, what: string, tookMs: number): Fact<T> => {
    const fact = known(value, lookedAt, { node: address, what, tookMs, raw: `${number}/${what}` });
    return isStale ? withheld(fact, why) : fact;
  };
  const ssh = <T>(value: T, what: string): Fact<T> =>
    noSsh ? unknown(sshFailure(address).message) : from(value, what, 8.4);
  const vt = <T>(value: T, table: string): Fact<T> =>
    from(value, `system_views.${table}`, 4.2 + noise(i) * 3);
  const identity = <T>(value: T): Fact<T> =>
    known(value, lookedAt, {
      node: address,
      what: "system.local, system.peers_v2",
      tookMs: 3.1,
      raw: `${number}/system.local`,
    });
  const owns = frame.owns[i]?.["shop"] ?? 0;
  const load =
    fake.wiped?.includes(number) === true ? 48 * mib : owns * 310 * gib * (0.97 + noise(i) * 0.06);
  const total = 932 * gib;
  const used = load * 1.35 + 18 * gib + (noise(i + 5) > 0.93 ? 640 * gib : 0);
  const rate = 1_200 + wave(1) * 800;
  return {
    key: hostIdOf(i),
    address,
    hostId: identity(hostIdOf(i)),
    dc: identity(place.dc),
    rack: identity(place.rack),
    release: identity(fake.release ?? "5.0.6"),
    tokens: identity([...place.tokens]),
    state: doubted
      ? unknown("the views differ: some say UN, some DN")
      : from(isDown ? "DN" : "UN", "gossip heartbeats of every node", 5),
    ...(isDown
      ? {
          state: known("DN", at, {
            node: "every node",
            what: "gossip heartbeats of every node",
            tookMs: 5,
          }),
          stateSince: at - 94_000,
        }
      : {}),
    reach: {
      cql: isDown
        ? {
            state: "failed",
            since: at - 94_000,
            failure: {
              hop: "cql connect",
              kind: "connection refused",
              node: `${address}:9042`,
              message: `${address} refuses CQL on 9042`,
              next: "Cassandra may be starting; look at its system.log",
            },
          }
        : { state: "connected", since: at - 3_600_000 },
      ssh: noSsh
        ? { state: "failed", since: at - 400_000, failure: sshFailure(address) }
        : { state: "connected", since: at - 3_600_000 },
    },
    lastLookAt: lookedAt,
    schemaVersion: identity(schema),
    load: from(Math.round(load), "nodetool info", 1_180),
    ownership: known({ ...frame.owns[i] }, at, {
      node: "every node",
      what: "computed from tokens and replication",
      tookMs: 2,
    }),
    disks: ssh(
      [
        {
          holds: ["data", "hints"],
          path: "/var/lib/cassandra/data",
          device: "/dev/nvme1n1",
          mount: "/var/lib/cassandra",
          sizeBytes: total,
          usedBytes: Math.round(used),
          availableBytes: Math.max(gib, Math.round(total - used)),
        },
        {
          holds: ["commit log"],
          path: "/var/lib/cassandra/commitlog",
          device: noise(i) > 0.8 ? "/dev/nvme1n1" : "/dev/nvme2n1",
          mount: "/var/lib/cassandra/commitlog",
          sizeBytes: 120 * gib,
          usedBytes: 8 * gib,
          availableBytes: 112 * gib,
        },
        {
          holds: ["root"],
          path: "/",
          device: "/dev/sda1",
          mount: "/",
          sizeBytes: 49 * gib,
          usedBytes: 17 * gib,
          availableBytes: 30 * gib,
        },
      ],
      "df -P -k",
    ),
    diskIo: ssh(
      {
        readBytesPerSecond: 4.1 * mib * wave(2),
        writeBytesPerSecond: 38 * mib * wave(3),
        busyShare: 0.05 + wave(4) * 0.3,
      },
      "/proc/diskstats",
    ),
    cpu: ssh(
      { busyShare: 0.12 + wave(5) * 0.4, ioWaitShare: wave(6) * 0.04, stealShare: 0, cores: 16 },
      "/proc/stat",
    ),
    memory: ssh(
      { totalBytes: 64 * gib, availableBytes: (18 + wave(7) * 9) * gib },
      "/proc/meminfo",
    ),
    loadAverage: ssh({ one: 2.1 + wave(8), five: 1.9, fifteen: 1.7 }, "/proc/loadavg"),
    network: ssh(
      { receiveBytesPerSecond: 21 * mib * wave(9), sendBytesPerSecond: 33 * mib * wave(10) },
      "/proc/net/dev",
    ),
    heap: ssh({ usedBytes: Math.round((5 + wave(11) * 7) * gib), maxBytes: 16 * gib }, "gc.log"),
    gc: ssh(
      {
        collector: "G1",
        pauses: Array.from({ length: 90 }, (_, j) => ({
          at: at - 3_500_000 + j * 39_000,
          kind: noise(i + j * 3) > 0.9 ? "Mixed" : "Young",
          ms: 18 + noise(i * 7 + j) * 60 + (j === 41 ? 150 : 0),
        })),
        longestMs: 196 + noise(i) * 30,
        totalMs: 4_400,
        since: at - 3_600_000,
      },
      "gc.log",
    ),
    pools: vt(
      [
        "MutationStage",
        "ReadStage",
        "CompactionExecutor",
        "MemtableFlushWriter",
        "GossipStage",
        "HintsDispatcher",
        "Native-Transport-Requests",
      ].map((name, j) => ({
        name,
        active: j < 3 ? Math.round(wave(20 + j) * 6) : 0,
        pending: j === 2 ? Math.round(wave(12) * 3) : 0,
        completed: Math.round(4_000_000 * noise(j + 1)),
        blocked: 0,
        blockedTotal: j === 6 ? 12 : 0,
      })),
      "thread_pools",
    ),
    dropped: from(
      noise(i + 3) > 0.7 ? [{ message: "MUTATION_REQ", count: 17 }] : [],
      "nodetool tpstats",
      1_210,
    ),
    pendingCompactions: vt(Math.round(wave(12) * 4), "sstable_tasks"),
    hints: vt(
      isDown || (fake.down?.length ?? 0) === 0
        ? { files: 0, bytes: 0 }
        : { files: 3, bytes: Math.round(41 * mib * noise(i + 2)) },
      "pending_hints",
    ),
    readLatency: vt(
      {
        count: 12_000_000,
        ratePerSecond: rate,
        p50Ms: 0.62,
        p99Ms: 4.1 + wave(13) * 3,
        maxMs: 188,
      },
      "coordinator_read_latency",
    ),
    writeLatency: vt(
      {
        count: 9_000_000,
        ratePerSecond: rate * 0.8,
        p50Ms: 0.41,
        p99Ms: 2.2 + wave(14) * 2,
        maxMs: 161,
      },
      "coordinator_write_latency",
    ),
    processUptimeMs: ssh(11 * 86_400_000 + i * 60_000, "/proc/PID/stat"),
    jvm: ssh("OpenJDK 17.0.16+8 (Debian)", "java -version"),
    clockOffset: ssh({ offsetMs: (noise(i) - 0.5) * 3, uncertaintyMs: 0.4 }, "date +%s%N"),
    commitLog: vt(
      { sync: "periodic", periodMs: 10_000, compressed: false, diskAccess: "mmap" },
      "settings",
    ),
    hintWindowMs: vt(10_800_000, "settings"),
    isSeed: vt(i < 2, "settings"),
  };
}

/** The same cluster before anything was read. */
function unread(node: NodeView, at: number): NodeView {
  const nothing = unknown("not asked yet");
  const { lastLookAt: _never, stateSince: _since, ...rest } = node;
  const facts = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === "object" && name !== "reach" && name !== "tokens" ? nothing : value,
    ]),
  );
  return {
    ...rest,
    ...facts,
    reach: {
      cql: { state: "connecting", since: at - 2_300 },
      ssh: { state: "connecting", since: at - 2_300 },
    },
  };
}

/** A view at one instant. The same description gives the same view. */
export function viewOf(fake: FakeCluster): ClusterView {
  const frame = frameOf(fake);
  const { at } = fake;
  const full = Array.from({ length: fake.nodes }, (_, i) => nodeOf(fake, frame, i));
  const nodes = fake.connecting === true ? full.map((node) => unread(node, at)) : full;
  const matrix: ClusterView["matrix"] = {};
  const observers =
    fake.connecting === true ? 0 : Math.min(fake.nodes, fake.observers ?? fake.nodes);
  for (let o = 0; o < observers; o += 1) {
    if (fake.down?.includes(o + 1) === true) {
      matrix[hostIdOf(o)] = {};
      continue;
    }
    matrix[hostIdOf(o)] = Object.fromEntries(
      nodes.map((node, i) => {
        const bad =
          fake.down?.includes(i + 1) === true ||
          fake.doubt?.some(([observer, observed]) => observer === o + 1 && observed === i + 1) ===
            true;
        return [
          node.key,
          {
            state: bad ? "DN" : "UN",
            ...(bad ? { since: at - 94_000 } : {}),
            at: at - 800,
            source: bad ? "system.log" : "gossip heartbeats",
          },
        ];
      }),
    );
  }
  const view = {
    seq: Math.floor(at / 1_000),
    at,
    target: {
      profile: fake.profile ?? "practice",
      environment: fake.environment === undefined ? "practice" : fake.environment,
      colour: fake.colour ?? "#009e73",
      simulated: fake.simulated ?? false,
    },
    beatMs: 10_000,
    name: known(fake.profile ?? "practice", at, {
      node: addressOf(fake, 0),
      what: "system.local",
      tookMs: 3,
    }),
    partitioner: known(partitioner, at, {
      node: addressOf(fake, 0),
      what: "system.local",
      tookMs: 3,
    }),
    versions: [fake.release ?? "5.0.6"],
    schema: known(
      { agreed: true, versions: [{ version: schema, nodes: nodes.map((node) => node.address) }] },
      at,
      { node: "every node", what: "system.local", tookMs: 3 },
    ),
    keyspaces: known(
      frame.keyspaces.map((each) => ({ ...each })),
      at,
      { node: addressOf(fake, 0), what: "system_schema.keyspaces", tookMs: 4 },
    ),
    nodes,
    ghosts: [],
    matrix,
    events: (fake.down ?? []).flatMap((number) => [
      {
        at: at - 94_000,
        node: addressOf(fake, number - 1),
        kind: "state",
        text: `${addressOf(fake, number - 1)} went from UN to DN in every view`,
      },
      {
        at: at - 96_200,
        node: addressOf(fake, number - 1),
        kind: "reach",
        text: `${addressOf(fake, number - 1)}: CQL connection lost`,
      },
    ]),
  };
  return { ...view, problems: fake.connecting === true ? [] : problemsOf(view) };
}
