import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cassandra from "cassandra-driver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CqlServerError } from "../../../shared/cql/server-error.ts";
import { ModelNode } from "../../../shared/model/node/model-node.ts";
import { Catalog } from "../../../shared/model/query/catalog.ts";
import { QueryEngine } from "../../../shared/model/query/query-engine.ts";
import { systemRows } from "../../../shared/model/system/system-rows.ts";
import type { CqlSession } from "../../core/deps.ts";
import { createPinnedCql } from "../../io/cql/pinned-cql.ts";
import { CqlServer } from "./cql-server.ts";
import { HintFiles } from "./hint-files.ts";
import { seedRoles } from "./logins.ts";
import { hashPassword } from "./password-hash.ts";
import { PreparedIds } from "./prepared-ids.ts";
import { initialSchema } from "./system-schema.ts";
import { TableFiles } from "./table-files.ts";

// One node with its real CQL server and files, asked by the clients that Ringdrill uses.

let folder = "";
let server: CqlServer;
let tables: TableFiles;
let port = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "rd-sim-cql-"));
  tables = new TableFiles(join(folder, "data"));
  let prepared: PreparedIds | undefined;
  const node = new ModelNode({
    world: {
      now: () => Date.now(),
      monotonicMs: () => performance.now(),
      random: () => Math.random(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms).unref();
        return () => {
          clearTimeout(timer);
        };
      },
      send: () => undefined,
      log: () => undefined,
    },
    identity: {
      address: "127.0.0.1",
      hostId: "7b9e1a3c-1d2e-4f50-8a6b-0c1d2e3f4a5b",
      dc: "dc1",
      rack: "r1",
      release: "5.0.6",
      tokens: ["0"],
      generation: 1_800_000_000,
    },
    storagePort: 7000,
    seeds: ["127.0.0.1"],
    phiThreshold: 8,
    hintWindowMs: 10_800_000,
    hints: new HintFiles(join(folder, "hints")),
    logs: tables,
    savedSchema: initialSchema("5.0.6", {
      class: "org.apache.cassandra.locator.NetworkTopologyStrategy",
      dc1: "1",
    }),
    savedPeers: [],
    onSchema: () => prepared?.forget(),
  });
  seedRoles(node, [{ role: "ann", superuser: true, saltedHash: hashPassword("hunter2") }]);
  const catalog = new Catalog(node.schema, "5.0.6");
  const rows = systemRows(node, catalog.system, {
    clusterName: "Practice (simulated)",
    storagePort: 7000,
    nativePort: 9042,
    settings: () => new Map([["commitlog_sync", "periodic"]]),
    properties: () => new Map(),
    clients: () => server.rows(),
  });
  const engine = new QueryEngine(node, catalog, rows);
  prepared = new PreparedIds(engine);
  server = new CqlServer({ node, engine, prepared });
  port = await server.listen(0, "127.0.0.1");
});

afterEach(async () => {
  await server.close();
  tables.close();
  rmSync(folder, { recursive: true });
});

const open = (password = "hunter2"): Promise<CqlSession> =>
  createPinnedCql().connect({
    host: "127.0.0.1",
    port,
    user: "ann",
    password,
    connectTimeoutMs: 5_000,
  });

async function errorOf(promise: Promise<unknown>): Promise<CqlServerError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CqlServerError) return error;
    throw error;
  }
  throw new Error("it went well");
}

const keyspace =
  "CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1}";

describe("our own client", () => {
  test("logs in, writes, reads and pages through a table", async () => {
    const session = await open();
    await session.query(keyspace);
    await session.query(
      "CREATE TABLE k.ledger (shard int, seq bigint, payload blob, sent timestamp, PRIMARY KEY ((shard, seq))) WITH read_repair = 'NONE'",
    );
    for (let seq = 0n; seq < 300n; seq++) {
      await session.query("INSERT INTO k.ledger (shard, seq, payload, sent) VALUES (?, ?, ?, ?)", [
        1,
        seq,
        Uint8Array.of(Number(seq % 256n)),
        1_800_000_000_000,
      ]);
    }
    expect(
      await session.query("SELECT payload, sent FROM k.ledger WHERE shard = ? AND seq = ?", [
        1,
        7n,
      ]),
    ).toEqual([{ payload: Uint8Array.of(7), sent: 1_800_000_000_000 }]);
    const all = await session.query("SELECT seq FROM k.ledger", [], { pageSize: 40 });
    expect(new Set(all.map((row) => row["seq"])).size).toBe(300);
    session.close();
  });

  test("a wrong password is refused with the sentence of a real node", async () => {
    await expect(open("wrong")).rejects.toThrow("refused the password of the CQL user ann");
  });

  test("a lock is taken once, renewed by its owner, and gone when its time is over", async () => {
    const session = await open();
    await session.query(keyspace);
    await session.query(
      "CREATE TABLE k.lock (name text PRIMARY KEY, run_id text, since timestamp)",
    );
    const take = (run: string) =>
      session.query(
        "INSERT INTO k.lock (name, run_id, since) VALUES (?, ?, ?) IF NOT EXISTS USING TTL 1",
        ["drill", run, 5],
      );
    expect(await take("a")).toEqual([{ "[applied]": true }]);
    expect(await take("b")).toEqual([{ "[applied]": false, name: "drill", run_id: "a", since: 5 }]);
    expect(
      await session.query("UPDATE k.lock USING TTL 1 SET since = ? WHERE name = ? IF run_id = ?", [
        6,
        "drill",
        "b",
      ]),
    ).toEqual([{ "[applied]": false, run_id: "a" }]);
    await expect
      .poll(() => session.query("SELECT run_id FROM k.lock WHERE name = 'drill'"), {
        timeout: 5_000,
      })
      .toEqual([]);
    session.close();
  });

  test("a statement that was prepared before its table was made anew reads the new one", async () => {
    const session = await open();
    await session.query(keyspace);
    await session.query("CREATE TABLE k.t (a int PRIMARY KEY, b text)");
    await session.query("INSERT INTO k.t (a, b) VALUES (?, ?)", [1, "old"]);
    await session.query("DROP TABLE k.t");
    await session.query("CREATE TABLE k.t (a int PRIMARY KEY, b text)");
    expect(await session.query("SELECT b FROM k.t WHERE a = ?", [1])).toEqual([]);
    await session.query("INSERT INTO k.t (a, b) VALUES (?, ?)", [1, "new"]);
    expect(await session.query("SELECT b FROM k.t WHERE a = ?", [1])).toEqual([{ b: "new" }]);
    session.close();
  });

  test.each([
    ["SELECT * FROM system_views.nosuch", "invalid", "does not exist"],
    ["SELECT * FROM nope.x", "invalid", "keyspace nope does not exist"],
    [
      "SELECT nope FROM system.local",
      "invalid",
      "Undefined column name nope in table system.local",
    ],
    ["selekt", "syntax", "line 1:0 no viable alternative at input 'selekt'"],
    ["SELECT * FROM system_auth.roles WHERE can_login = true", "invalid", "ALLOW FILTERING"],
    ["SELECT now() FROM system.local", "invalid", "The simulated cluster does not know this"],
    ["CREATE ROLE bob", "invalid", "The simulated cluster does not know this"],
    ["INSERT INTO system_views.settings (name) VALUES ('a')", "invalid", "not supported by table"],
    ["DROP KEYSPACE system", "unauthorized", "system keyspace is not user-modifiable."],
    ["DROP KEYSPACE nope", "invalid", "Keyspace 'nope' doesn't exist"],
    [
      "CREATE KEYSPACE x WITH replication = {'class': 'NetworkTopologyStrategy', 'dcX': 3}",
      "config",
      "Unrecognized strategy option {dcX} passed to NetworkTopologyStrategy for keyspace x",
    ],
  ])("%s is refused, never answered with nothing", async (cql, kind, message) => {
    const session = await open();
    const error = await errorOf(session.query(cql));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(message);
    session.close();
  });

  test("tables of the schema describe what was made and what the system brings", async () => {
    const session = await open();
    await session.query(keyspace);
    await session.query("CREATE TABLE k.t (a int, b text, c blob, PRIMARY KEY (a))");
    expect(
      await session.query(
        "SELECT column_name, kind, position, type FROM system_schema.columns WHERE keyspace_name = 'k' AND table_name = 't'",
      ),
    ).toEqual([
      { column_name: "a", kind: "partition_key", position: 0, type: "int" },
      { column_name: "b", kind: "regular", position: -1, type: "text" },
      { column_name: "c", kind: "regular", position: -1, type: "blob" },
    ]);
    const described = await session.query(
      "SELECT keyspace_name, table_name FROM system_schema.tables",
    );
    for (const { keyspace_name: of, table_name: name } of described) {
      if (typeof of !== "string" || typeof name !== "string") throw new Error("no name");
      await session.query(`SELECT * FROM ${of}.${name}`);
    }
    const virtual = await session.query("SELECT * FROM system_virtual_schema.tables");
    for (const { keyspace_name: of, table_name: name } of virtual) {
      if (typeof of !== "string" || typeof name !== "string") throw new Error("no name");
      await session.query(`SELECT * FROM ${of}.${name}`);
    }
    expect(virtual.length).toBeGreaterThan(10);
    session.close();
  });
});

describe("cassandra-driver", () => {
  const client = () =>
    new cassandra.Client({
      contactPoints: ["127.0.0.1"],
      localDataCenter: "dc1",
      protocolOptions: { port, maxVersion: 4 },
      authProvider: new cassandra.auth.PlainTextAuthProvider("ann", "hunter2"),
      queryOptions: { prepare: true },
    });

  test("connects, reads the metadata, writes, reads and pages", async () => {
    const app = client();
    try {
      await app.connect();
      await app.execute(keyspace, [], { prepare: false });
      await app.execute("CREATE TABLE k.t (a int PRIMARY KEY, b text)", [], { prepare: false });
      await Promise.all(
        Array.from({ length: 50 }, (_, a) =>
          app.execute("INSERT INTO k.t (a, b) VALUES (?, ?)", [a, `row ${a}`]),
        ),
      );
      const { rows } = await app.execute("SELECT b FROM k.t WHERE a = ?", [31]);
      expect(rows[0]?.["b"]).toBe("row 31");
      let seen = 0;
      let pageState: string | undefined;
      do {
        const more = pageState === undefined ? {} : { pageState };
        const page = await app.execute("SELECT * FROM k.t", [], { fetchSize: 7, ...more });
        seen += page.rows.length;
        pageState = page.pageState;
      } while (pageState != null);
      expect(seen).toBe(50);
      const table = await app.metadata.getTable("k", "t");
      expect(table.partitionKeys.map(({ name }) => name)).toEqual(["a"]);
      expect(app.metadata.keyspaces["k"]?.strategy).toBe(
        "org.apache.cassandra.locator.NetworkTopologyStrategy",
      );
    } finally {
      await app.shutdown();
    }
  });

  test("a newer protocol is answered with the one that is spoken", async () => {
    const app = new cassandra.Client({
      contactPoints: ["127.0.0.1"],
      localDataCenter: "dc1",
      protocolOptions: { port },
      authProvider: new cassandra.auth.PlainTextAuthProvider("ann", "hunter2"),
    });
    await app.connect();
    const { rows } = await app.execute("SELECT cluster_name FROM system.local");
    expect(rows[0]?.["cluster_name"]).toBe("Practice (simulated)");
    await app.shutdown();
  });
});

test("who sends something else than CQL is answered with an error and cut off", async () => {
  const closed = new Promise<Buffer>((resolve) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n\r\n"));
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("close", () => resolve(Buffer.concat(pieces)));
  });
  expect((await closed).toString("latin1")).toContain("Unknown opcode 0x2f in requests");
});
