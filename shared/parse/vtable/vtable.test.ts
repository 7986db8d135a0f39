import { describe, expect, test } from "vitest";
import { rowsOf } from "../../../test/fixtures/parse/rows.ts";
import { absent, samples } from "../../../test/fixtures/parse/samples.ts";
import type { CqlRow } from "../../cql/value.ts";
import {
  atMost,
  latencyScale,
  readCoordinatorLatency,
  scaleByCheck,
} from "./coordinator-latency.ts";
import { readDiskUsage } from "./disk-usage.ts";
import { readGossipInfo } from "./gossip-info.ts";
import { readPendingHints } from "./pending-hints.ts";
import { readSettings } from "./settings.ts";
import { readSstableTasks } from "./sstable-tasks.ts";
import { readThreadPools } from "./thread-pools.ts";

const rowsIn = (name: string) => {
  const [sample] = samples("cql", name);
  return { rows: JSON.parse(sample?.text ?? "[]") as CqlRow[], expected: absent(sample?.expected) };
};
const row = (name: string, value: string | null): CqlRow => ({ name, value });

describe("virtual tables", () => {
  test("thread pools of 4.0 and of a real 5.0.6 node, with bigints", () => {
    const { rows, expected } = rowsIn("cqlvt-thread_pools-4.0-x1");
    const { allTimeBlocked, ...pool } = expected.pools.MutationStage;
    expect(readThreadPools(rows).value).toEqual([
      { name: "MutationStage", ...pool, blockedTotal: allTimeBlocked },
    ]);
    const real = readThreadPools(rowsOf("thread_pools-5.0.6-lab.rows.json"));
    expect(real.incomplete).toBe(false);
    expect(real.value.find((pool) => pool.name === "GossipStage")?.completed).toBeGreaterThan(1000);
    expect(readThreadPools([]).incomplete).toBe(true);
  });

  test("gossip of a real 5.0.6 ring", () => {
    const { value, incomplete } = readGossipInfo(rowsOf("gossip_info-5.0.6-lab.rows.json"));
    expect(incomplete).toBe(false);
    expect(
      value.map((node) => [
        node.address,
        node.port,
        node.status,
        node.nativeAddress,
        node.nativeReady,
      ]),
    ).toEqual([
      ["127.0.0.1", 7000, "NORMAL", "127.0.0.1", true],
      ["127.0.0.2", 7000, "NORMAL", "127.0.0.2", true],
      ["127.0.0.3", 7000, "NORMAL", "127.0.0.3", true],
    ]);
    expect(value.every((node) => (node.heartbeat ?? 0) > 0 && (node.loadBytes ?? 0) > 0)).toBe(
      true,
    );
  });

  test("a negative load and a null heartbeat are unknown, not 0", () => {
    const [node] = readGossipInfo([
      { address: "192.0.2.1", load: "-5.0", heartbeat: null, status: "shutdown,true" },
    ]).value;
    expect(node).toMatchObject({ loadBytes: undefined, heartbeat: undefined, status: "shutdown" });
  });

  test("settings of 4.0: folders and defaults", () => {
    const { rows, expected } = rowsIn("cqlvt-settings-4.0-x1");
    const { value } = readSettings(rows);
    expect(value.dataDirectories).toEqual(expected.dataDirectories);
    expect(value.commitLogDirectory).toBe(expected.commitlogDirectory);
    expect(value.numTokens).toBe(expected.numTokens);
    expect(value.hintWindowMs).toBeUndefined();
  });

  test("old names with milliseconds and new names with units give the same settings", () => {
    const old = readSettings([
      row("commitlog_sync", "periodic"),
      row("commitlog_sync_period_in_ms", "10000"),
      row("max_hint_window_in_ms", "10800000"),
      row(
        "seed_provider",
        "org.apache.cassandra.locator.SimpleSeedProvider{seeds=127.0.0.1, 127.0.0.2}",
      ),
      row("hinted_handoff_enabled", "true"),
    ]).value;
    const real = readSettings(rowsOf("settings-5.0.6-lab.rows.json")).value;
    for (const settings of [old, real]) {
      expect(settings).toMatchObject({
        commitLogSync: "periodic",
        commitLogSyncMs: 10_000,
        hintWindowMs: 10_800_000,
        commitLogCompressed: false,
        hintedHandoff: true,
        seeds: ["127.0.0.1", "127.0.0.2"],
        maxHintsBytesPerHost: undefined,
      });
    }
    expect(real).toMatchObject({
      clusterName: "Lab",
      dataDirectories: ["/data/n1/data"],
      commitLogDirectory: "/data/n1/commitlog",
      hintsDirectory: "/data/n1/hints",
      commitLogDiskAccess: "legacy",
      hintWindowPersistent: true,
      phiConvictThreshold: 8,
      storagePort: 7000,
    });
  });

  test("a compressed commit log is seen in each naming", () => {
    const compressed = (name: string) =>
      readSettings([row("commitlog_sync", "batch"), row(name, "LZ4Compressor")]).value
        .commitLogCompressed;
    expect(compressed("commitlog_compression.class_name")).toBe(true);
    expect(compressed("commitlog_compression")).toBe(true);
    expect(
      readSettings([row("commitlog_sync", "group"), row("commitlog_sync_group_window", "15ms")])
        .value.commitLogSyncMs,
    ).toBe(15);
  });

  test("coordinator latency of 4.1 and 5.0 is put right by 1000, that of 4.0 is left", () => {
    for (const [name, release] of [
      ["cqlvt-latency-4.0-x1", "4.0.14"],
      ["cqlvt-latency-4.1-x1", "4.1.7"],
    ] as const) {
      const { rows, expected } = rowsIn(name);
      expect(readCoordinatorLatency(rows, latencyScale(release)).value).toEqual([
        { keyspace: "ks1", table: "t1", ratePerSecond: 12.01, ...expected },
      ]);
    }
    expect([latencyScale("5.0.6"), latencyScale("5.1.0"), latencyScale("")]).toEqual([
      1000,
      undefined,
      undefined,
    ]);
    expect([
      scaleByCheck(0.943, 943_127),
      scaleByCheck(12, 12_108),
      scaleByCheck(0, 5),
      scaleByCheck(1, 30_000),
    ]).toEqual([1000, 1, undefined, undefined]);
  });

  test("of a coordinator's percentiles the greatest with traffic counts, the system's own tables do not", () => {
    const table = (keyspace: string, count: number, ratePerSecond: number, p99Ms: number) => ({
      keyspace,
      table: "t",
      count,
      ratePerSecond,
      p50Ms: 1,
      p99Ms,
      maxMs: p99Ms * 2,
    });
    expect(
      atMost([
        table("ks", 1000, 100, 4),
        table("ks2", 10, 10, 9),
        table("ks3", 1, 0.01, 500),
        table("system", 5, 500, 900),
      ]),
    ).toEqual({ count: 1011, ratePerSecond: 110.01, p50Ms: 1, p99Ms: 9, maxMs: 18 });
    expect(atMost([table("system_schema", 5, 1, 1)])).toBeUndefined();
    const real = readCoordinatorLatency(
      rowsOf("coordinator_write_latency-5.0.6-lab.rows.json"),
      1000,
    );
    expect(atMost(real.value)).toMatchObject({ count: 300, p99Ms: 3 });
  });

  test("hints, disk use and tasks", () => {
    const hostId = "d81fbbd6-94e4-4521-844a-1c4159d8fc4b";
    expect(
      readPendingHints([
        {
          host_id: hostId,
          address: "192.0.2.1",
          status: "DOWN",
          files: 2,
          oldest: 1_700_000_000_000,
          newest: 1_700_000_060_000n,
        },
      ]).value,
    ).toEqual([
      {
        hostId,
        address: "192.0.2.1",
        status: "DOWN",
        files: 2,
        bytes: undefined,
        oldestMs: 1_700_000_000_000,
        newestMs: 1_700_000_060_000,
      },
    ]);
    expect(readPendingHints([])).toMatchObject({ value: [], incomplete: false });
    expect(readDiskUsage([{ keyspace_name: "ks", table_name: "t", mebibytes: 3n }]).value).toEqual([
      { keyspace: "ks", table: "t", bytesAtMost: 3 * 1024 ** 2 },
    ]);
    expect(readDiskUsage(rowsOf("disk_usage-5.0.6-lab.rows.json")).unreadable).toEqual([]);
    expect(
      readSstableTasks([
        {
          keyspace_name: "ks",
          table_name: "t",
          task_id: hostId,
          kind: "compaction",
          progress: 5n,
          total: 10n,
          unit: "bytes",
        },
      ]).value,
    ).toEqual([
      {
        id: hostId,
        keyspace: "ks",
        table: "t",
        kind: "compaction",
        done: 5,
        total: 10,
        unit: "bytes",
      },
    ]);
  });
});
