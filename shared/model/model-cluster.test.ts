import { describe, expect, test } from "vitest";
import { ModelCluster } from "./model-cluster.ts";
import { askerFor, modelOf } from "./model-under-test.ts";

const down = (cluster: ModelCluster, observer: number, n: number) =>
  cluster
    .linesOf(observer)
    .filter(({ text }) => text === `InetAddress /${ModelCluster.addressOf(n)}:7000 is now DOWN`);

describe("detection", () => {
  test("each peer says DOWN 17 to 24 s after a kill, and UP once it is back", () => {
    const cluster = modelOf({ nodes: 3 });
    cluster.run(60_000);
    const killedAt = cluster.nowMs;
    cluster.kill(3);
    cluster.run(30_000);
    for (const observer of [1, 2]) {
      const [line, ...more] = down(cluster, observer, 3);
      expect(more).toEqual([]);
      const after = (line?.at ?? 0) - (cluster.node(1).world.now() - cluster.nowMs) - killedAt;
      expect(after).toBeGreaterThan(17_000);
      expect(after).toBeLessThan(24_000);
    }
    cluster.start(3);
    expect(
      cluster.runUntil(() => cluster.node(1).gossip.isAlive(ModelCluster.addressOf(3)), 10_000),
    ).toBe(true);
    expect(cluster.linesOf(1).map(({ text }) => text)).toContain(
      "Node /10.0.0.3:7000 has restarted, now UP",
    );
  });

  test("a node that is stopped is down in every view within a second", () => {
    const cluster = modelOf({ nodes: 3 });
    cluster.run(20_000);
    cluster.stop(2);
    cluster.run(1_000);
    expect([down(cluster, 1, 2).length, down(cluster, 3, 2).length]).toEqual([1, 1]);
  });

  test("a frozen node is down for the others, and calls nobody down when it wakes", () => {
    const cluster = modelOf({ nodes: 3 });
    cluster.run(60_000);
    cluster.freeze(2);
    cluster.run(45_000);
    expect(down(cluster, 1, 2)).toHaveLength(1);
    cluster.thaw(2);
    cluster.run(5_000);
    expect(cluster.node(1).gossip.isAlive(ModelCluster.addressOf(2))).toBe(true);
    expect(down(cluster, 2, 1)).toEqual([]);
    expect(cluster.linesOf(2).at(-1)?.text ?? "").toBeDefined();
    expect(
      cluster.linesOf(2).some(({ text }) => text.startsWith("Not marking nodes down due to local")),
    ).toBe(true);
  });

  test("of two nodes that cannot reach each other neither is down while a third sees both", () => {
    const cluster = modelOf({ nodes: 3 });
    cluster.run(60_000);
    cluster.cut(1, 2);
    cluster.run(60_000);
    expect(down(cluster, 1, 2)).toEqual([]);
    expect(down(cluster, 3, 1)).toEqual([]);
  });
});

describe("writes with a node of three away", () => {
  test("ALL times out after 2 s until the peers notice, then is refused at once; QUORUM goes on", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.t (a int PRIMARY KEY, b text)");
    cluster.run(60_000);
    cluster.kill(3);
    const began = cluster.nowMs;
    expect(ask("INSERT INTO k.t (a, b) VALUES (1, 'x')", "ALL")).toMatchObject({
      error: { kind: "write time-out", received: 2, blockFor: 3, writeType: "SIMPLE" },
    });
    expect(cluster.nowMs - began).toBeGreaterThan(1_900);
    expect(ask("INSERT INTO k.t (a, b) VALUES (2, 'x')", "QUORUM")).toEqual({ kind: "void" });
    cluster.run(30_000);
    const then = cluster.nowMs;
    expect(ask("INSERT INTO k.t (a, b) VALUES (3, 'x')", "ALL")).toMatchObject({
      error: { kind: "unavailable", required: 3, alive: 2, consistency: "ALL" },
    });
    expect(cluster.nowMs - then).toBeLessThan(10);
    expect(ask("INSERT INTO k.t (a, b) VALUES (4, 'x')", "QUORUM")).toEqual({ kind: "void" });
    expect(ask("SELECT b FROM k.t WHERE a = 4", "QUORUM")).toMatchObject({ rows: [{ b: "x" }] });
  });

  test("hints are kept for it and delivered after its return", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.t (a int PRIMARY KEY, b text) WITH read_repair = 'NONE'");
    cluster.run(60_000);
    cluster.sync(3);
    cluster.kill(3);
    for (let a = 0; a < 50; a++) ask(`INSERT INTO k.t (a, b) VALUES (${a}, 'x')`, "QUORUM");
    cluster.run(3_000);
    expect(
      cluster
        .node(1)
        .hints.files()
        .map(({ hostId }) => hostId),
    ).toEqual(["00000000-0000-4000-8000-000000000003"]);
    cluster.run(30_000);
    cluster.start(3);
    cluster.run(2_000);
    const through3 = askerFor(cluster, 3);
    expect(through3("SELECT count(*) FROM k.t", "ONE")).toMatchObject({ rows: [{ count: 0n }] });
    cluster.run(20_000);
    expect(through3("SELECT count(*) FROM k.t", "ONE")).toMatchObject({ rows: [{ count: 50n }] });
    expect(cluster.node(1).hints.files()).toEqual([]);
    expect(
      cluster
        .linesOf(1)
        .some(({ text }) =>
          /^Finished hinted handoff of file \S+\.hints to endpoint \/10\.0\.0\.3:7000: \S+3$/.test(
            text,
          ),
        ),
    ).toBe(true);
  });

  test("at RF 1 only the keys of the dead node are out", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1}");
    ask("CREATE TABLE k.t (a int PRIMARY KEY)");
    cluster.run(60_000);
    cluster.kill(3);
    cluster.run(30_000);
    const refused = Array.from({ length: 300 }, (_, a) =>
      ask(`INSERT INTO k.t (a) VALUES (${a})`, "ONE"),
    ).filter((answer) => answer.kind === "error");
    expect(refused.length).toBeGreaterThan(70);
    expect(refused.length).toBeLessThan(130);
  });
});

describe("loss", () => {
  test("a replica that forgot its rows is seen through it at ONE, and not at QUORUM", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.t (a int PRIMARY KEY, b text) WITH read_repair = 'NONE'");
    for (let a = 0; a < 20; a++) ask(`INSERT INTO k.t (a, b) VALUES (${a}, 'x')`, "ALL");
    cluster.stop(3);
    cluster.wipe(3);
    cluster.start(3);
    cluster.run(30_000);
    const through3 = askerFor(cluster, 3);
    expect(through3("SELECT b FROM k.t WHERE a = 7", "ONE")).toMatchObject({ rows: [] });
    expect(through3("SELECT b FROM k.t WHERE a = 7", "QUORUM")).toMatchObject({
      rows: [{ b: "x" }],
    });
  });

  test("a row that every replica forgot is missing at ALL: a planted loss is visible", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2}");
    ask("CREATE TABLE k.t (a int PRIMARY KEY, b text)");
    for (let a = 0; a < 60; a++) ask(`INSERT INTO k.t (a, b) VALUES (${a}, 'x')`, "ALL");
    for (const n of [2, 3]) {
      cluster.stop(n);
      cluster.wipe(n);
      cluster.start(n);
    }
    cluster.run(30_000);
    const answer = ask("SELECT a FROM k.t", "ALL");
    const left = answer.kind === "rows" ? answer.rows.length : undefined;
    // With two of three replicas of the ring gone, only the sets that node 1 belongs to are left.
    expect(left).toBeGreaterThan(20);
    expect(left).toBeLessThan(60);
  });

  test("a kill takes what the log had not synced, and nothing else", () => {
    const cluster = modelOf({ nodes: 1 });
    const ask = askerFor(cluster, 1);
    ask(
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
    );
    ask("CREATE TABLE k.t (a int PRIMARY KEY)");
    ask("INSERT INTO k.t (a) VALUES (1)");
    cluster.sync(1);
    ask("INSERT INTO k.t (a) VALUES (2)");
    cluster.kill(1);
    cluster.start(1);
    expect(ask("SELECT a FROM k.t")).toMatchObject({ rows: [{ a: 1 }] });
  });
});

describe("read repair", () => {
  const stale = (option: string) => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask(`CREATE TABLE k.t (a int PRIMARY KEY, b text) WITH read_repair = '${option}'`);
    ask("INSERT INTO k.t (a, b) VALUES (1, 'x')", "ALL");
    cluster.stop(3);
    cluster.wipe(3);
    cluster.start(3);
    cluster.run(20_000);
    ask("SELECT b FROM k.t WHERE a = 1", "ALL");
    return askerFor(cluster, 3)("SELECT b FROM k.t WHERE a = 1", "ONE");
  };

  test("mends a replica that a read found behind", () => {
    expect(stale("BLOCKING")).toMatchObject({ rows: [{ b: "x" }] });
  });

  test("does not where the table has it off, so that an audit does not heal what it measures", () => {
    expect(stale("NONE")).toMatchObject({ rows: [] });
  });
});

describe("lightweight transactions", () => {
  test("of two coordinators that insert the same row at once exactly one wins", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.lock (name text PRIMARY KEY, owner text)");
    cluster.run(5_000);
    const answers = [1, 2, 3].map((n) =>
      askerFor(cluster, n).later(
        `INSERT INTO k.lock (name, owner) VALUES ('drill', 'node ${n}') IF NOT EXISTS USING TTL 30`,
        "QUORUM",
      ),
    );
    cluster.run(5_000);
    const rows = answers.map((answer) => answer());
    const applied = rows.filter(
      (answer) => answer?.kind === "rows" && answer.rows[0]?.["[applied]"] === true,
    );
    expect(applied).toHaveLength(1);
    const found = ask("SELECT owner FROM k.lock WHERE name = 'drill'", "QUORUM");
    const owner = found.kind === "rows" ? found.rows[0]?.["owner"] : undefined;
    for (const answer of rows) {
      if (answer?.kind !== "rows" || answer.rows[0]?.["[applied]"] === true) continue;
      expect(answer.rows[0]).toEqual({ "[applied]": false, name: "drill", owner });
    }
    cluster.run(31_000);
    expect(ask("SELECT owner FROM k.lock WHERE name = 'drill'", "QUORUM")).toMatchObject({
      rows: [],
    });
  });

  test("a lock is renewed and given back only by its owner", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 2);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.lock (name text PRIMARY KEY, owner text)");
    ask("INSERT INTO k.lock (name, owner) VALUES ('drill', 'a') IF NOT EXISTS", "QUORUM");
    const renew = (owner: string) =>
      ask(
        `UPDATE k.lock USING TTL 60 SET owner = '${owner}' WHERE name = 'drill' IF owner = '${owner}'`,
        "QUORUM",
      );
    expect(renew("a")).toMatchObject({ rows: [{ "[applied]": true }] });
    expect(renew("b")).toMatchObject({ rows: [{ "[applied]": false, owner: "a" }] });
    expect(ask("DELETE FROM k.lock WHERE name = 'drill' IF owner = 'a'", "QUORUM")).toMatchObject({
      rows: [{ "[applied]": true }],
    });
    expect(renew("a")).toMatchObject({ rows: [{ "[applied]": false }] });
  });
});

describe("schema", () => {
  test("a node that was away when a table was made or dropped has the others' schema once it is back", () => {
    const cluster = modelOf({ nodes: 3 });
    const ask = askerFor(cluster, 1);
    ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
    ask("CREATE TABLE k.old (a int PRIMARY KEY)");
    cluster.run(5_000);
    cluster.stop(3);
    ask("DROP TABLE k.old");
    ask("CREATE TABLE k.new (a int PRIMARY KEY)");
    cluster.start(3);
    cluster.run(10_000);
    expect(
      cluster
        .node(3)
        .schema.tables("k")
        .map(({ name }) => name),
    ).toEqual(["new"]);
    expect(cluster.node(3).schema.version()).toBe(cluster.node(1).schema.version());
  });
});

test("a whole table is read page by page at every level, each row once and in the order of tokens", () => {
  const cluster = modelOf({ nodes: 5, racks: 3 });
  const ask = askerFor(cluster, 2);
  ask("CREATE KEYSPACE k WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2}");
  ask("CREATE TABLE k.t (a int, b bigint, c blob, PRIMARY KEY ((a, b)))");
  for (let a = 0; a < 500; a++)
    ask(`INSERT INTO k.t (a, b, c) VALUES (${a}, ${a * 7}, 0x0a)`, "ALL");
  for (let a = 0; a < 500; a += 5) ask(`DELETE FROM k.t WHERE a = ${a} AND b = ${a * 7}`, "ALL");
  for (const level of ["ONE", "QUORUM", "ALL"] as const) {
    const seen: unknown[] = [];
    let pagingState: Uint8Array | undefined;
    do {
      const page = ask("SELECT a, b FROM k.t", level, { pageSize: 37, pagingState });
      if (page.kind !== "rows") throw new Error(JSON.stringify(page));
      expect(page.rows.length).toBeLessThanOrEqual(37);
      seen.push(...page.rows.map((row) => row["a"]));
      ({ pagingState } = page);
    } while (pagingState !== undefined);
    expect(seen).toHaveLength(400);
    expect(new Set(seen).size).toBe(400);
  }
  expect(ask("SELECT count(*) FROM k.t", "ALL")).toMatchObject({ rows: [{ count: 400n }] });
  expect(ask("SELECT a FROM k.t LIMIT 3", "ONE")).toMatchObject({ rows: { length: 3 } });
});
