import { expect, test } from "vitest";
import type { Cql, CqlSession } from "../core/deps.ts";
import { newSecrets, replicationOf, setUpAccounts } from "./accounts.ts";
import { specOf } from "./practice-spec.ts";

const secrets = newSecrets();

/** A ring that notes who asks what where. A login fails `refuse` times first, a read at ALL `down` times. */
function ring(refuse = 0, schemas: readonly string[] = ["a"], down = 0) {
  const asked: string[] = [];
  let refusals = refuse;
  let looks = 0;
  let downs = down;
  const cql: Cql = {
    connect({ host, user = "nobody" }) {
      if (refusals-- > 0) return Promise.reject(new Error("no such role"));
      asked.push(`${host} ${user} logs in`);
      const session: CqlSession = {
        host,
        port: 9042,
        query(text, _values, options) {
          if (options?.consistency === "ALL") {
            if (downs-- > 0)
              return Promise.reject(new Error("Cannot achieve consistency level ALL"));
            asked.push(`${text} at ALL`);
            return Promise.resolve([]);
          }
          if (text.startsWith("SELECT schema_version FROM system.local")) {
            const version = schemas[Math.min(looks++, schemas.length - 1)] ?? "";
            return Promise.resolve([{ schema_version: version }]);
          }
          if (text.startsWith("SELECT")) return Promise.resolve([{ schema_version: "b" }]);
          asked.push(text);
          return Promise.resolve([]);
        },
        closed: new Promise(() => undefined),
        close: () => undefined,
      };
      return Promise.resolve(session);
    },
  };
  return { cql, asked };
}

test("roles are written once every node is up and holds them, then the replication is set, then the default superuser goes", async () => {
  const { cql, asked } = ring(0, ["a"], 2);
  await setUpAccounts(specOf({}), secrets, cql, () => Promise.reject(new Error("not needed")));
  const { user } = secrets.monitor;
  const acts = asked.map((text) =>
    text.replaceAll(user, "MONITOR").replace(/PASSWORD = '.*?'/, "PASSWORD"),
  );
  expect(acts.slice(0, 17)).toEqual([
    "127.0.0.1 cassandra logs in",
    "SELECT role FROM system_auth.roles at ALL",
    "CREATE ROLE IF NOT EXISTS MONITOR WITH PASSWORD AND LOGIN = true AND SUPERUSER = true",
    "CREATE ROLE IF NOT EXISTS ringdrill_app WITH PASSWORD AND LOGIN = true AND SUPERUSER = false",
    ...["CREATE", "ALTER", "DROP", "SELECT", "MODIFY"].map(
      (permission) => `GRANT ${permission} ON ALL KEYSPACES TO ringdrill_app`,
    ),
    ...["roles", "role_permissions", "resource_role_permissons_index"].map(
      (table) => `SELECT * FROM system_auth.${table} at ALL`,
    ),
    ...["system_auth", "system_distributed", "system_traces"].map(
      (keyspace) =>
        `ALTER KEYSPACE ${keyspace} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}`,
    ),
    "127.0.0.1 MONITOR logs in",
    "DROP ROLE IF EXISTS cassandra",
  ]);
  // Both accounts through every node.
  expect(new Set(acts.slice(17))).toEqual(
    new Set(
      [1, 2, 3].flatMap((n) => [
        `127.0.0.${String(n)} ringdrill_app logs in`,
        `127.0.0.${String(n)} MONITOR logs in`,
      ]),
    ),
  );
});

test("on 4.0, where the first rows have one replica only, a repair comes before the default superuser goes", async () => {
  const { cql, asked } = ring();
  const repair = () => {
    asked.push("repair");
    return Promise.resolve();
  };
  await setUpAccounts(specOf({ cassandra: "4.0" }), secrets, cql, repair);
  const at = (text: string) => asked.findIndex((line) => line.startsWith(text));
  expect(at("ALTER KEYSPACE system_traces")).toBeLessThan(at("repair"));
  expect(at("repair")).toBeLessThan(at("DROP ROLE"));
});

test("logins that are refused at first are tried again", async () => {
  const { cql, asked } = ring(2);
  await setUpAccounts(specOf({ nodes: 1 }), secrets, cql, () => Promise.resolve());
  expect(asked[0]).toBe("127.0.0.1 cassandra logs in");
});

test("a ring that does not agree on the schema yet is waited for", async () => {
  const { cql } = ring(0, ["a", "b", "a", "b"]);
  await setUpAccounts(specOf({ nodes: 2 }), secrets, cql, () => Promise.resolve());
});

test.each([
  [{ nodes: 1 }, "'dc1': 1"],
  [{ nodes: 2 }, "'dc1': 2"],
  [{ nodes: 6 }, "'dc1': 3"],
  [{ layout: "a:r1,r2,r3,r4;b:r1,r2" }, "'a': 3, 'b': 2"],
])("the shared keyspaces of %j have %s", (options, replicas) => {
  expect(replicationOf(specOf(options))).toBe(`{'class': 'NetworkTopologyStrategy', ${replicas}}`);
});

test("no two clusters have the same passwords", () => {
  const other = newSecrets();
  expect(other.monitor.password).not.toBe(secrets.monitor.password);
  expect(other.monitor.user).not.toBe(secrets.monitor.user);
  expect(other.application.password.length).toBeGreaterThanOrEqual(32);
});
