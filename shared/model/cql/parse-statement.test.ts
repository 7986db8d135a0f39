import { expect, test } from "vitest";
import { parseStatement } from "./parse-statement.ts";

const parsed = (cql: string) => parseStatement(cql).statement;

test("names are lower case unless they are quoted", () => {
  expect(parsed('SELECT Payload, "Seq" AS "n""o" FROM "K".Ledger WHERE shard = ?')).toMatchObject({
    kind: "select",
    from: { keyspace: "K", table: "ledger" },
    selectors: [
      { column: "payload", as: undefined },
      { column: "Seq", as: 'n"o' },
    ],
    where: [{ column: "shard", operator: "=", terms: [{ kind: "marker", index: 0 }] }],
  });
});

test("every kind of literal is read", () => {
  expect(
    parsed(
      "INSERT INTO t (a, b, c, d, e, f, g, h) VALUES ('it''s', -7, 1.5e3, 0xCAFE, true, 00000000-0000-4000-8000-000000000001, null, {'k': [1, 2]})",
    ),
  ).toMatchObject({
    assignments: [
      { column: "a", term: { kind: "string", text: "it's" } },
      { column: "b", term: { kind: "integer", text: "-7" } },
      { column: "c", term: { kind: "float", text: "1.5e3" } },
      { column: "d", term: { kind: "blob", text: "CAFE" } },
      { column: "e", term: { kind: "boolean", text: "true" } },
      { column: "f", term: { kind: "uuid", text: "00000000-0000-4000-8000-000000000001" } },
      { column: "g", term: { kind: "null" } },
      {
        column: "h",
        term: {
          kind: "map",
          entries: [
            [
              { kind: "string", text: "k" },
              { kind: "list", of: [{ text: "1" }, { text: "2" }] },
            ],
          ],
        },
      },
    ],
  });
});

test("markers are numbered in the order of the text, named ones too", () => {
  const { statement, markers } = parseStatement(
    "UPDATE t USING TTL ? SET a = :a, b = ? WHERE k = ? IF a = :old",
  );
  expect(markers).toBe(5);
  expect(statement).toMatchObject({
    using: { ttl: { index: 0 } },
    assignments: [{ term: { index: 1, name: "a" } }, { term: { index: 2 } }],
    where: [{ terms: [{ index: 3 }] }],
    condition: { kind: "columns", relations: [{ terms: [{ index: 4, name: "old" }] }] },
  });
});

test("a composite partition key is told from clustering columns", () => {
  expect(
    parsed("CREATE TABLE IF NOT EXISTS t (a int, b map<text, int>, PRIMARY KEY ((a, c), d))"),
  ).toMatchObject({
    ifNotExists: true,
    columns: [
      { name: "a", type: "int" },
      { name: "b", type: "map<text, int>" },
    ],
    partitionKey: ["a", "c"],
    clustering: ["d"],
  });
  expect(
    parsed("CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc_grace_seconds = 0;"),
  ).toMatchObject({ partitionKey: ["a"], clustering: [] });
});

test("comments are blanks", () => {
  expect(parsed("/* one */ USE -- two\n k // three")).toEqual({ kind: "use", keyspace: "k" });
});

test.each([
  ["", "line 1:0 no viable alternative at input '<EOF>'"],
  ["SELECT * FORM t", "line 1:9 no viable alternative at input 'form'"],
  ["SELECT *\nFROM t WHERE a ==", "line 2:16 no viable alternative at input '='"],
  ["SELECT * FROM t; DROP TABLE t", "line 1:17 no viable alternative at input 'drop'"],
  ["SELECT 'open FROM t", "line 1:7 no viable alternative at input '''"],
])("%s is a syntax error with its place", (cql, message) => {
  expect(() => parsed(cql)).toThrow(message);
});

test.each([
  "SELECT DISTINCT a FROM t",
  "SELECT JSON a FROM t",
  "SELECT writetime(a) FROM t",
  "SELECT a FROM t ORDER BY b",
  "SELECT a FROM t WHERE token(a) > 3",
  "UPDATE t SET a = a + 1 WHERE k = 1",
  "CREATE INDEX ON t (a)",
  "ALTER TABLE t ADD b int",
  "GRANT SELECT ON t TO bob",
  "BEGIN BATCH APPLY BATCH",
])("%s is CQL that is refused by name, not misread", (cql) => {
  expect(() => parsed(cql)).toThrow("The simulated cluster does not know this");
});
