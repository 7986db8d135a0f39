import { expect, test } from "vitest";
import { cassandraYaml, rackFile, seedNumbers } from "./cassandra-yaml.ts";
import { firstStartOptions } from "./node-files.ts";
import { specOf } from "./practice-spec.ts";

function keys(yaml: string): readonly string[] {
  return [...yaml.matchAll(/^(\w+):/gm)].map((match) => match[1] ?? "");
}

test.each([
  ["5.0", "commitlog_sync_period: 10000ms"],
  ["4.1", "commitlog_sync_period: 10000ms"],
  ["4.0", "commitlog_sync_period_in_ms: 10000"],
])("%s gets the commit log's period by the name it knows", (cassandra, line) => {
  expect(cassandraYaml(specOf({ cassandra }), "/p", 1).split("\n")).toContain(line);
});

test("a node listens on its own address only and asks for passwords", () => {
  const lines = cassandraYaml(specOf({ prefix: "127.0.9" }), "/p", 2).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "listen_address: 127.0.9.2",
      "rpc_address: 127.0.9.2",
      "storage_port: 7000",
      "native_transport_port: 9042",
      "authenticator: PasswordAuthenticator",
      "authorizer: CassandraAuthorizer",
      "endpoint_snitch: GossipingPropertyFileSnitch",
      `    parameters: [{ seeds: "127.0.9.1,127.0.9.2" }]`,
    ]),
  );
});

test("every folder of a node is its own, and lies quoted in the file", () => {
  const yaml = cassandraYaml(specOf({}), "/my data/p", 3);
  for (const [key, name] of [
    ["commitlog_directory", "commitlog"],
    ["hints_directory", "hints"],
    ["saved_caches_directory", "saved_caches"],
    ["cdc_raw_directory", "cdc_raw"],
  ]) {
    expect(yaml).toContain(`${key ?? ""}: "/my data/p/nodes/127.0.0.3/${name ?? ""}"`);
  }
  expect(yaml).toContain(`data_file_directories: ["/my data/p/nodes/127.0.0.3/data"]`);
});

test("what belongs to the first start is not in the file, so a later start is as in production", () => {
  const found = keys(cassandraYaml(specOf({}), "/p", 1));
  expect(found).not.toContain("initial_token");
  expect(found).not.toContain("auto_bootstrap");
  expect(new Set(found).size).toBe(found.length);
  const first = firstStartOptions(specOf({}), 1);
  expect(first).toContain("-Dcassandra.auto_bootstrap=false");
  expect(first).toContain("-Dcassandra.ring_delay_ms=10000");
  expect(first[0]).toMatch(/^-Dcassandra\.initial_token=(-?\d+,){7}-?\d+$/);
});

test("from 4.1 on the first start writes roles to every node; 4.0 has no such setting", () => {
  const option = "-Dcassandra.system_auth.default_rf=5";
  const layout = "dc1:r1,r2,r3;dc2:r1,r2";
  expect(firstStartOptions(specOf({ layout, cassandra: "5.0" }), 1)).toContain(option);
  expect(firstStartOptions(specOf({ layout, cassandra: "4.1" }), 1)).toContain(option);
  expect(firstStartOptions(specOf({ layout, cassandra: "4.0" }), 1)).not.toContain(option);
});

test.each([
  [{ nodes: 1 }, [1]],
  [{ nodes: 3 }, [1, 2]],
  [{ layout: "dc1:r1,r2,r3;dc2:r1,r2" }, [1, 2, 4]],
  [{ layout: "dc1:r1;dc2:r1;dc3:r1" }, [1, 2, 3]],
])("of %j the seeds are %j", (options, seeds) => {
  expect(seedNumbers(specOf(options))).toEqual(seeds);
});

test("the rack file says where the node stands", () => {
  expect(rackFile(specOf({ layout: "dc1:r1,r2;dc2:x" }), 3)).toBe("dc=dc2\nrack=x\n");
});
