/** One node of a cluster that does not exist, every figure with its source. */
import type { NodeView } from "../../../shared/contract/cluster-view.ts";
import { known, unknown, withheld, type Fact } from "../../../shared/facts/fact.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import { addressOf, hostIdOf, noise, schema, type FakeCluster, type Frame } from "./fake-frame.ts";

const gib = 1024 ** 3;
const mib = 1024 ** 2;

function sshFailure(address: string): FailureDetail {
  return {
    hop: "tcp",
    kind: "connection refused",
    node: `${address}:22`,
    message: `${address} refuses SSH on port 22`,
    next: "Check that sshd runs there and that no firewall is in between; CQL goes on meanwhile",
  };
}

/** The `i`-th node (from 0) at the description's instant. */
export function nodeOf(fake: FakeCluster, frame: Frame, i: number): NodeView {
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
        // A thousand nodes with an hour of pauses each would be a message of 15 MB.
        pauses: Array.from({ length: fake.nodes > 100 ? 6 : 90 }, (_, j) => ({
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
export function unread(node: NodeView, at: number): NodeView {
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
