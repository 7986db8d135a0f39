import { describe, expect, it } from "vitest";
import type { ColumnSpec } from "../../../shared/cql/column-specs.ts";
import type { CqlRequest } from "../../../shared/cql/request.ts";
import { CqlServerError } from "../../../shared/cql/server-error.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { CqlSession } from "../../core/deps.ts";
import { createPinnedCql } from "./pinned-cql.ts";
import { startScriptedNode } from "./scripted-node.ts";
import type { Reply, Script, ScriptedNode } from "./scripted-node.ts";

const column = (name: string, kind: "int" | "varchar"): ColumnSpec => ({
  keyspace: "ks",
  table: "t",
  name,
  type: { kind },
});
const k = column("k", "int");
const rows = (...values: readonly number[]) =>
  ({ kind: "rows", columns: [k], rows: values.map((value) => ({ k: value })) }) as const;

async function withNode(
  script: Script,
  test: (session: CqlSession, node: ScriptedNode) => Promise<void>,
): Promise<void> {
  await using node = await startScriptedNode(script);
  const session = await createPinnedCql().connect({
    host: "127.0.0.1",
    port: node.port,
    connectTimeoutMs: 5000,
  });
  try {
    await test(session, node);
  } finally {
    session.close();
  }
}

async function detailOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => expect.unreachable("it was answered"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error;
  return error.detail;
}

/** A node that prepares everything for one int and gives that back. */
function echo(request: CqlRequest, reply: Reply): void {
  if (request.kind === "prepare") {
    const id = new TextEncoder().encode(request.cql);
    reply.send({
      kind: "prepared",
      prepared: { id, binds: [k], partitionKey: [0], columns: [k] },
    });
  }
  if (request.kind === "execute") {
    const [value] = request.parameters.values as readonly Uint8Array[];
    reply.send(rows(Buffer.from(value ?? []).readInt32BE()));
  }
}

const countOf = (node: ScriptedNode, kind: CqlRequest["kind"]) =>
  node.requests.filter((request) => request.kind === kind).length;

describe("a query without values", () => {
  it("is sent as it is, at ONE and 1,000 rows a page, and prepares nothing", async () => {
    await withNode(
      (request, reply) => request.kind === "query" && reply.send(rows(1, 2)),
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
    await withNode(
      (request, reply) => {
        if (request.kind !== "query") return;
        const page = request.parameters.pagingState?.[0] ?? 0;
        const next = page < 4 ? { pagingState: new Uint8Array([page + 1]) } : {};
        reply.send({ ...(page === 2 ? rows() : rows(page * 2, page * 2 + 1)), ...next });
      },
      async (session) => {
        const all = await session.query("SELECT k FROM t", [], { pageSize: 2 });
        expect(all.map((row) => row["k"])).toEqual([0, 1, 2, 3, 6, 7, 8, 9]);
      },
    );
  });

  it("to a node that gives the same empty page for ever comes to an end", async () => {
    await withNode(
      (request, reply) =>
        request.kind === "query" && reply.send({ ...rows(), pagingState: new Uint8Array([1]) }),
      async (session) => {
        expect((await detailOf(session.query("SELECT k FROM t"))).kind).toBe("unknown layout");
      },
    );
  });

  it("at a level that does not exist is refused before it is sent", async () => {
    await withNode(echo, async (session, node) => {
      await expect(session.query("SELECT", [], { consistency: "MOST" })).rejects.toThrow("MOST");
      expect(countOf(node, "query")).toBe(0);
    });
  });
});

describe("a query with values", () => {
  it("is prepared once, however many are asked at a time", async () => {
    await withNode(echo, async (session, node) => {
      const ask = (value: number) => session.query("SELECT ?", [value]);
      const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => ask(i)));
      expect(answers).toEqual(Array.from({ length: 300 }, (_, i) => [{ k: i }]));
      expect(countOf(node, "prepare")).toBe(1);
    });
  });

  it("leaves with all the others of its tick in one piece", async () => {
    await withNode(echo, async (session, node) => {
      await session.query("SELECT ?", [0]);
      const before = node.chunks;
      await Promise.all(Array.from({ length: 100 }, (_, i) => session.query("SELECT ?", [i])));
      expect(node.chunks - before).toBe(1);
    });
  });

  it("gets its own answer when answers come in another order", async () => {
    const waiting: (() => void)[] = [];
    await withNode(
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
    await withNode(
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
    await withNode(
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
    await withNode(echo, async (session, node) => {
      await expect(session.query("SELECT ?", ["seven"])).rejects.toThrow("whole number");
      await expect(session.query("SELECT ?", [1, 2])).rejects.toThrow("given were 2");
      expect(countOf(node, "execute")).toBe(0);
      expect(await session.query("SELECT ?", [7])).toEqual([{ k: 7 }]);
    });
  });

  it("is prepared anew after USE, which may give its table another meaning", async () => {
    await withNode(
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
    await withNode(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (!first) return reply.send(rows(1));
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
    await withNode(
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

describe("a query that is not answered in time", () => {
  it("says so, and its stream id is not used again before the late answer came", async () => {
    const late: Reply[] = [];
    const streams: number[] = [];
    await withNode(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (request.cql === "late") late.push(reply);
        else {
          streams.push(reply.stream);
          reply.send(rows(1));
        }
      },
      async (session) => {
        const failure = await detailOf(session.query("late", [], { timeoutMs: 30 }));
        expect(failure).toMatchObject({ hop: "cql query", kind: "time-out", command: "late" });
        const [held] = late;
        for (let i = 0; i < 5; i++) await session.query("SELECT k FROM t");
        expect(streams).not.toContain(held?.stream);
        // The late answer goes to nobody, and its id is free again.
        held?.send(rows(99));
        expect(await session.query("SELECT k FROM t")).toEqual([{ k: 1 }]);
        const two = await Promise.all([1, 2].map(() => session.query("SELECT k FROM t")));
        expect(two).toEqual([[{ k: 1 }], [{ k: 1 }]]);
        expect(streams).toContain(held?.stream);
      },
    );
  });

  it("does not hold up others with more time", async () => {
    const slow: Reply[] = [];
    await withNode(
      (request, reply) => request.kind === "query" && slow.push(reply),
      async (session) => {
        const patient = session.query("patient", [], { timeoutMs: 60_000 });
        const details = await Promise.all(
          [20, 40].map((timeoutMs) => detailOf(session.query("hasty", [], { timeoutMs }))),
        );
        expect(details.map((detail) => detail.kind)).toEqual(["time-out", "time-out"]);
        slow[0]?.send(rows(5));
        expect(await patient).toEqual([{ k: 5 }]);
      },
    );
  });
});

describe("a connection that ends", () => {
  it.each([
    [
      "in the middle of an answer",
      "connection lost",
      (reply: Reply) => {
        reply.raw(new Uint8Array([0x84, 0, 0, reply.stream, 8, 0, 0, 0, 99, 1, 2, 3]));
        reply.hangUp();
      },
    ],
    ["between answers", "connection lost", (reply: Reply) => reply.hangUp()],
    ["in garbage", "unknown layout", (reply: Reply) => reply.raw(new Uint8Array(50).fill(0x55))],
    [
      "in an answer nobody asked for",
      "unknown layout",
      (reply: Reply) => reply.raw(new Uint8Array([0x84, 0, 0x12, 0x34, 2, 0, 0, 0, 0])),
    ],
  ] as const)("%s fails all that wait and says why", async (_where, kind, act) => {
    await withNode(
      (request, reply) => request.kind === "query" && request.cql === "act" && act(reply),
      async (session) => {
        const waiting = detailOf(session.query("waiting"));
        const acting = detailOf(session.query("act"));
        expect(await waiting).toMatchObject({ hop: "cql query", kind, command: "waiting" });
        expect(await acting).toMatchObject({ kind, command: "act" });
        expect((await session.closed).kind).toBe(kind);
        expect((await detailOf(session.query("after"))).kind).toBe(kind);
      },
    );
  });

  it("by its owner fails what waits as cancelled", async () => {
    await withNode(
      () => undefined,
      async (session) => {
        const waiting = detailOf(session.query("waiting"));
        session.close();
        expect((await waiting).kind).toBe("cancelled");
        expect((await session.closed).kind).toBe("cancelled");
      },
    );
  });
});

describe("an answer that cannot be read", () => {
  it("fails its query alone", async () => {
    await withNode(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (request.cql === "odd")
          reply.raw(new Uint8Array([0x84, 0, 0, reply.stream, 8, 0, 0, 0, 4, 0, 0, 0, 77]));
        else reply.send(rows(1));
      },
      async (session) => {
        expect((await detailOf(session.query("odd"))).kind).toBe("unknown layout");
        expect(await session.query("SELECT k FROM t")).toEqual([{ k: 1 }]);
      },
    );
  });
});

describe("a failure's statement", () => {
  it.each([
    "ALTER ROLE ann WITH PASSWORD = 'hunter2'",
    "CREATE ROLE ann WITH LOGIN = true AND password='hun''ter2'",
    "CREATE USER ann WITH PASSWORD $$hunter2$$",
  ])("does not show the password of %s", async (statement) => {
    await withNode(
      () => undefined,
      async (session) => {
        const failure = await detailOf(session.query(statement, [], { timeoutMs: 20 }));
        expect(failure.command).toContain("'***'");
        expect(JSON.stringify(failure)).not.toMatch(/hun|ter2/);
      },
    );
  });
});
