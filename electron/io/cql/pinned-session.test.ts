import { describe, expect, it } from "vitest";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import { CqlServerError } from "../../../shared/cql/server-error.ts";
import type { Reply, ScriptedNode } from "./scripted-node.ts";
import { detailOf, keyColumn, rowsOfKeys, withSession } from "./scripted-session.ts";

/** A node that prepares everything for one int and gives that back. */
function echo(request: CqlRequest, reply: Reply): void {
  if (request.kind === "prepare") {
    const id = new TextEncoder().encode(request.cql);
    reply.send({
      kind: "prepared",
      prepared: { id, binds: [keyColumn], partitionKey: [0], columns: [keyColumn] },
    });
  }
  if (request.kind === "execute") {
    const [value] = request.parameters.values as readonly Uint8Array[];
    reply.send(rowsOfKeys(Buffer.from(value ?? []).readInt32BE()));
  }
}

const countOf = (node: ScriptedNode, kind: CqlRequest["kind"]) =>
  node.requests.filter((request) => request.kind === kind).length;

describe("a query without values", () => {
  it("is sent as it is, at ONE and 1,000 rows a page, and prepares nothing", async () => {
    await withSession(
      (request, reply) => request.kind === "query" && reply.send(rowsOfKeys(1, 2)),
      async (session, node) => {
        expect(await session.query("SELECT k FROM t")).toEqual([{ k: 1 }, { k: 2 }]);
        expect(node.requests.at(-1)).toMatchObject({
          kind: "query",
          cql: "SELECT k FROM t",
          parameters: { consistency: "ONE", pageSize: 1000 },
        });
        await session.query("SELECT k FROM t", [], { consistency: "LOCAL_QUORUM", pageSize: 5 });
        expect(node.requests.at(-1)).toMatchObject({
          parameters: { consistency: "LOCAL_QUORUM", pageSize: 5 },
        });
        expect(countOf(node, "prepare")).toBe(0);
      },
    );
  });

  it("gives the rows of all pages in order", async () => {
    await withSession(
      (request, reply) => {
        if (request.kind !== "query") return;
        const page = request.parameters.pagingState?.[0] ?? 0;
        const next = page < 4 ? { pagingState: new Uint8Array([page + 1]) } : {};
        reply.send({
          ...(page === 2 ? rowsOfKeys() : rowsOfKeys(page * 2, page * 2 + 1)),
          ...next,
        });
      },
      async (session) => {
        const all = await session.query("SELECT k FROM t", [], { pageSize: 2 });
        expect(all.map((row) => row["k"])).toEqual([0, 1, 2, 3, 6, 7, 8, 9]);
      },
    );
  });

  it("to a node that gives the same empty page for ever comes to an end", async () => {
    await withSession(
      (request, reply) =>
        request.kind === "query" &&
        reply.send({ ...rowsOfKeys(), pagingState: new Uint8Array([1]) }),
      async (session) => {
        expect((await detailOf(session.query("SELECT k FROM t"))).kind).toBe("unknown layout");
      },
    );
  });

  it("at a level that does not exist is refused before it is sent", async () => {
    await withSession(echo, async (session, node) => {
      await expect(session.query("SELECT", [], { consistency: "MOST" })).rejects.toThrow("MOST");
      expect(countOf(node, "query")).toBe(0);
    });
  });
});

describe("a query with values", () => {
  it("is prepared once, however many are asked at a time", async () => {
    await withSession(echo, async (session, node) => {
      const ask = (value: number) => session.query("SELECT ?", [value]);
      const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(i)));
      expect(answers).toEqual(Array.from({ length: 300 }, (_, i) => [{ k: i }]));
      expect(countOf(node, "prepare")).toBe(1);
    });
  });

  it("leaves with all the others of its tick in one piece", async () => {
    await withSession(echo, async (session, node) => {
      await session.query("SELECT ?", [0]);
      const before = node.chunks;
      await Promise.all(Array.from({ length: 100 }, (_, i) => session.query("SELECT ?", [i])));
      expect(node.chunks - before).toBe(1);
    });
  });

  it("gets its own answer when answers come in another order", async () => {
    const waiting: (() => void)[] = [];
    await withSession(
      (request, reply) => {
        if (request.kind !== "execute") return echo(request, reply);
        waiting.push(() => echo(request, reply));
        if (waiting.length === 50) for (const answer of waiting.toReversed()) answer();
      },
      async (session) => {
        const ask = (value: number) => session.query("SELECT ?", [value]);
        const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ask(i)));
        expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => [{ k: i }]));
      },
    );
  });

  it("is prepared again, once for all who wait, when the node has forgotten it", async () => {
    let knows = false;
    await withSession(
      (request, reply) => {
        if (request.kind === "prepare") knows = true;
        if (request.kind !== "execute" || knows) return echo(request, reply);
        const error = {
          kind: "unprepared",
          message: "not found",
          unpreparedId: request.id,
        } as const;
        reply.send({ kind: "error", error });
      },
      async (session, node) => {
        await session.query("SELECT ?", [1]);
        knows = false;
        const all = await Promise.all([1, 2, 3].map((value) => session.query("SELECT ?", [value])));
        expect(all).toEqual([[{ k: 1 }], [{ k: 2 }], [{ k: 3 }]]);
        expect(countOf(node, "prepare")).toBe(2);
        expect(countOf(node, "execute")).toBe(1 + 3 + 3);
      },
    );
  });

  it("to a node that forgets at once again fails with what the node says", async () => {
    await withSession(
      (request, reply) => {
        if (request.kind !== "execute") return echo(request, reply);
        const error = {
          kind: "unprepared",
          message: "not found",
          unpreparedId: request.id,
        } as const;
        reply.send({ kind: "error", error });
      },
      async (session, node) => {
        await expect(session.query("SELECT ?", [1])).rejects.toMatchObject({ kind: "unprepared" });
        expect(countOf(node, "prepare")).toBe(2);
      },
    );
  });

  it("that its type cannot hold sends nothing and keeps the connection", async () => {
    await withSession(echo, async (session, node) => {
      await expect(session.query("SELECT ?", ["seven"])).rejects.toThrow("whole number");
      await expect(session.query("SELECT ?", [1, 2])).rejects.toThrow("given were 2");
      expect(countOf(node, "execute")).toBe(0);
      expect(await session.query("SELECT ?", [7])).toEqual([{ k: 7 }]);
    });
  });

  it("is prepared anew after USE, which may give its table another meaning", async () => {
    await withSession(
      (request, reply) => {
        if (request.kind === "query") reply.send({ kind: "set keyspace", keyspace: "other" });
        else echo(request, reply);
      },
      async (session, node) => {
        await session.query("SELECT ?", [1]);
        await session.query("USE other");
        await session.query("SELECT ?", [1]);
        expect(countOf(node, "prepare")).toBe(2);
      },
    );
  });
});

describe("an error of the node", () => {
  it("comes with its fields, and the session goes on", async () => {
    let first = true;
    await withSession(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (!first) return reply.send(rowsOfKeys(1));
        first = false;
        const error = {
          kind: "read time-out",
          message: "Operation timed out",
          consistency: "QUORUM",
          received: 1,
          blockFor: 2,
          dataPresent: true,
        } as const;
        reply.send({ kind: "error", error });
      },
      async (session) => {
        const error: unknown = await session
          .query("SELECT k FROM t")
          .catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(CqlServerError);
        expect(error).toMatchObject({ code: 0x1200, received: 1, blockFor: 2, dataPresent: true });
        expect(await session.query("SELECT k FROM t")).toEqual([{ k: 1 }]);
      },
    );
  });

  it("to a PREPARE is not remembered: the next query asks again", async () => {
    let first = true;
    await withSession(
      (request, reply) => {
        if (request.kind !== "prepare" || !first) return echo(request, reply);
        first = false;
        reply.send({ kind: "error", error: { kind: "invalid", message: "no such table" } });
      },
      async (session) => {
        await expect(session.query("SELECT ?", [1])).rejects.toThrow("no such table");
        expect(await session.query("SELECT ?", [1])).toEqual([{ k: 1 }]);
      },
    );
  });
});
