import { expect, test } from "vitest";
import { ModelCluster } from "../../../shared/model/model-cluster.ts";
import { modelOf } from "../../../shared/model/model-under-test.ts";
import { parseCompactionstats } from "../../../shared/parse/nodetool/compactionstats.ts";
import { parseDescribecluster } from "../../../shared/parse/nodetool/describecluster.ts";
import { parseGossipinfo } from "../../../shared/parse/nodetool/gossipinfo.ts";
import { parseInfo } from "../../../shared/parse/nodetool/info.ts";
import { parseNetstats } from "../../../shared/parse/nodetool/netstats.ts";
import { parseStatus } from "../../../shared/parse/nodetool/status.ts";
import { readToolError } from "../../../shared/parse/nodetool/tool-error.ts";
import { parseTpstats } from "../../../shared/parse/nodetool/tpstats.ts";
import { parseVersion } from "../../../shared/parse/nodetool/version.ts";
import { readSettings as parseSettings } from "../../../shared/parse/vtable/settings.ts";
import type { NodeSettings } from "./node-settings.ts";
import { runTool } from "./nodetool-text.ts";
import { hashPassword, passwordFits } from "./password-hash.ts";
import { settingsRows } from "./settings-rows.ts";

// What a simulated node prints is read by the same parsers as what a real one prints.

function tool(cluster: ModelCluster, ...args: string[]) {
  const facts = {
    node: cluster.node(1),
    clusterName: "Practice (simulated)",
    storagePort: 7000,
    nativePort: 9042,
    startedAt: Date.now() - 5_000,
    loadBytes: () => 123_456,
  };
  return runTool(facts, args);
}

test("status shows a dead node as DN and what each owns of a keyspace", () => {
  const cluster = modelOf({ nodes: 3 });
  cluster.run(60_000);
  cluster.kill(3);
  cluster.run(30_000);
  cluster.node(1).changeSchema(
    [
      {
        kind: "keyspace",
        name: "k",
        changedAt: 5,
        definition: {
          name: "k",
          durableWrites: true,
          replication: { class: "org.apache.cassandra.locator.NetworkTopologyStrategy", dc1: "2" },
        },
      },
    ],
    () => undefined,
  );
  const { value, incomplete } = parseStatus(tool(cluster, "status").stdout);
  expect(incomplete).toBe(false);
  expect(
    value.datacenters.flatMap(({ nodes }) =>
      nodes.map(({ letters, address, owns }) => [letters, address, owns]),
    ),
  ).toEqual([
    ["UN", "10.0.0.1", 0.667],
    ["UN", "10.0.0.2", 0.667],
    ["DN", "10.0.0.3", 0.667],
  ]);
  expect(readToolError(tool(cluster, "status", "nope").stderr)).toMatchObject({ kind: "keyspace" });
});

test("the other commands are wholly understood", () => {
  const cluster = modelOf({ nodes: 3 });
  const text = (command: string) => tool(cluster, command).stdout;
  const info = parseInfo(text("info"));
  expect([info.incomplete, info.value.heapUsedBytes !== undefined]).toEqual([false, true]);
  const pools = parseTpstats(text("tpstats"));
  expect([pools.incomplete, pools.value.dropped.length > 5]).toEqual([false, true]);
  expect(parseCompactionstats(text("compactionstats")).value.pending).toBe(0);
  expect(parseVersion(text("version")).value).toMatchObject({ release: "5.0.6" });
  expect(parseGossipinfo(text("gossipinfo")).value).toHaveLength(3);
  expect(parseDescribecluster(text("describecluster")).value).toMatchObject({
    name: "Practice (simulated)",
  });
  expect(parseNetstats(text("netstats")).value).toMatchObject({ mode: "NORMAL" });
});

test("a command that is not simulated says so with exit code 1", () => {
  const { code, stdout, stderr } = tool(modelOf({ nodes: 1 }), "toString");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`The simulated cluster does not know "toString"`);
});

test.each(["5.0.6", "4.1.10", "4.0.19"])(
  "settings of %s are read under its own names",
  (release) => {
    const settings = {
      config: {
        cluster_name: "Practice (simulated)",
        num_tokens: 8,
        partitioner: "org.apache.cassandra.dht.Murmur3Partitioner",
        data_file_directories: ["/d/data"],
        commitlog_directory: "/d/commitlog",
        hints_directory: "/d/hints",
        saved_caches_directory: "/d/saved_caches",
        commitlog_sync: "periodic",
        commitlog_sync_period: "10s",
        endpoint_snitch: "GossipingPropertyFileSnitch",
        listen_address: "127.0.0.1",
        storage_port: 7000,
        rpc_address: "127.0.0.1",
        native_transport_port: 9042,
        authenticator: "PasswordAuthenticator",
        phi_convict_threshold: 8,
        hinted_handoff_enabled: true,
        max_hint_window: "3h",
        seed_provider: [
          {
            class_name: "org.apache.cassandra.locator.SimpleSeedProvider",
            parameters: [{ seeds: "127.0.0.1,127.0.0.2" }],
          },
        ],
      },
    } as unknown as NodeSettings;
    const rows = [...settingsRows(settings, release)].map(([name, value]) => ({ name, value }));
    expect(parseSettings(rows).value).toMatchObject({
      dataDirectories: ["/d/data"],
      commitLogSync: "periodic",
      commitLogSyncMs: 10_000,
      commitLogCompressed: false,
      commitLogDiskAccess: release.startsWith("5.0") ? "legacy" : undefined,
      hintedHandoff: true,
      hintWindowMs: 10_800_000,
      seeds: ["127.0.0.1", "127.0.0.2"],
      numTokens: 8,
      phiConvictThreshold: 8,
    });
  },
);

test("a password fits its own hash and no other", () => {
  const hash = hashPassword("hunter2");
  expect([passwordFits("hunter2", hash), passwordFits("hunter3", hash)]).toEqual([true, false]);
  expect(passwordFits("", "")).toBe(false);
});
