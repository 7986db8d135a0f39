import { describe, expect, it } from "vitest";
import type { Reply } from "./scripted-node.ts";
import { detailOf, rowsOfKeys, withSession } from "./scripted-session.ts";

describe("a query that is not answered in time", () => {
  it("says so, and its stream id is not used again before the late answer came", async () => {
    const late: Reply[] = [];
    const streams: number[] = [];
    await withSession(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (request.cql === "late") late.push(reply);
        else {
          streams.push(reply.stream);
          reply.send(rowsOfKeys(1));
        }
      },
      async (session) => {
        const failure = await detailOf(session.query("late", [], { timeoutMs: 30 }));
        expect(failure).toMatchObject({ hop: "cql query", kind: "time-out", command: "late" });
        const [held] = late;
        for (let i = 0; i < 5; i++) await session.query("SELECT k FROM t");
        expect(streams).not.toContain(held?.stream);
        // The late answer goes to nobody, and its id is free again.
        held?.send(rowsOfKeys(99));
        expect(await session.query("SELECT k FROM t")).toEqual([{ k: 1 }]);
        const two = await Promise.all([1, 2].map(() => session.query("SELECT k FROM t")));
        expect(two).toEqual([[{ k: 1 }], [{ k: 1 }]]);
        expect(streams).toContain(held?.stream);
      },
    );
  });

  it("does not hold up others with more time", async () => {
    const slow: Reply[] = [];
    await withSession(
      (request, reply) => request.kind === "query" && slow.push(reply),
      async (session) => {
        const patient = session.query("patient", [], { timeoutMs: 60_000 });
        const details = await Promise.all(
          [20, 40].map((timeoutMs) => detailOf(session.query("hasty", [], { timeoutMs }))),
        );
        expect(details.map((detail) => detail.kind)).toEqual(["time-out", "time-out"]);
        slow[0]?.send(rowsOfKeys(5));
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
    await withSession(
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
    await withSession(
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
    await withSession(
      (request, reply) => {
        if (request.kind !== "query") return;
        if (request.cql === "odd")
          reply.raw(new Uint8Array([0x84, 0, 0, reply.stream, 8, 0, 0, 0, 4, 0, 0, 0, 77]));
        else reply.send(rowsOfKeys(1));
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
    await withSession(
      () => undefined,
      async (session) => {
        const failure = await detailOf(session.query(statement, [], { timeoutMs: 20 }));
        expect(failure.command).toContain("'***'");
        expect(JSON.stringify(failure)).not.toMatch(/hun|ter2/);
      },
    );
  });
});
