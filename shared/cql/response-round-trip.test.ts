import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ColumnSpec } from "./column-specs.ts";
import type { CqlType } from "./cql-type.ts";
import { decodeEnvelope, decodeResponse } from "./decode-response.ts";
import { writeResponse } from "./encode-response.ts";
import { FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame.ts";
import { opcodes } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";
import type { CqlResponse, ResponseEnvelope } from "./response.ts";
import type { CqlErrorDetail } from "./server-error.ts";
import { CqlServerError, errorCodes } from "./server-error.ts";
import { WireWriter } from "./wire-writer.ts";

function sent(response: CqlResponse, envelope?: ResponseEnvelope, stream = 5): Frame {
  const writer = new WireWriter(16);
  writeResponse(writer, stream, response, envelope);
  const frames: Frame[] = [];
  new FrameReader("responses", (frame) => frames.push(frame)).push(writer.written());
  const [frame] = frames;
  if (frame === undefined || frames.length > 1) throw new Error(`${frames.length} frames`);
  return frame;
}

const column = (name: string, type: CqlType, table = "t"): ColumnSpec => ({
  keyspace: "ks",
  table,
  name,
  type,
});
const answers = { consistency: "QUORUM", received: 1, blockFor: 2 } as const;
const errors: readonly CqlErrorDetail[] = [
  { kind: "server", message: "java.lang.NullPointerException" },
  { kind: "protocol", message: "no" },
  { kind: "bad credentials", message: "no" },
  { kind: "overloaded", message: "no" },
  { kind: "bootstrapping", message: "no" },
  { kind: "truncate", message: "no" },
  { kind: "syntax", message: "no" },
  { kind: "unauthorized", message: "no" },
  { kind: "invalid", message: "" },
  { kind: "config", message: "no" },
  { kind: "unavailable", message: "no", consistency: "ALL", required: 3, alive: 2 },
  { kind: "write time-out", message: "no", ...answers, writeType: "BATCH_LOG" },
  { kind: "read time-out", message: "no", ...answers, dataPresent: true },
  { kind: "read failure", message: "no", ...answers, numFailures: 1, dataPresent: false },
  { kind: "write failure", message: "no", ...answers, numFailures: 2, writeType: "SIMPLE" },
  {
    kind: "function failure",
    message: "no",
    keyspace: "ks",
    functionName: "f",
    argumentTypes: ["int", "text"],
  },
  { kind: "already exists", message: "no", keyspace: "ks", table: "" },
  { kind: "unprepared", message: "no", unpreparedId: new Uint8Array([1, 2, 3]) },
];
const others: readonly CqlResponse[] = [
  { kind: "ready" },
  { kind: "void" },
  { kind: "authenticate", authenticator: "org.apache.cassandra.auth.PasswordAuthenticator" },
  { kind: "auth challenge", token: new Uint8Array([1]) },
  { kind: "auth success", token: null },
  {
    kind: "supported",
    options: new Map([
      ["CQL_VERSION", ["3.4.7"]],
      ["COMPRESSION", []],
    ]),
  },
  { kind: "set keyspace", keyspace: "ks" },
  {
    kind: "rows",
    columns: [column("a", { kind: "int" }), column("__proto__", { kind: "varchar" })],
    rows: [
      { a: 1, ["__proto__"]: "x" },
      { a: null, ["__proto__"]: null },
    ],
    pagingState: new Uint8Array([9]),
  },
  {
    kind: "rows",
    columns: [column("a", { kind: "int" }), column("b", { kind: "int" }, "u")],
    rows: [],
  },
  {
    kind: "prepared",
    prepared: {
      id: new Uint8Array(16).fill(3),
      binds: [column("k", { kind: "bigint" }), column("v", { kind: "list", of: { kind: "inet" } })],
      partitionKey: [0],
      columns: [column("v", { kind: "blob" })],
    },
  },
  {
    kind: "prepared",
    prepared: { id: new Uint8Array(1), binds: [], partitionKey: [], columns: [] },
  },
  { kind: "schema change", change: { change: "CREATED", target: "KEYSPACE", keyspace: "ks" } },
  { kind: "event", event: { kind: "status change", change: "DOWN", address: "::1", port: 9042 } },
  {
    kind: "event",
    event: { kind: "topology change", change: "NEW_NODE", address: "10.0.0.1", port: 1 },
  },
  {
    kind: "event",
    event: {
      kind: "schema change",
      change: "DROPPED",
      target: "FUNCTION",
      keyspace: "ks",
      name: "f",
      argumentTypes: ["int"],
    },
  },
];
const all: readonly CqlResponse[] = [
  ...others,
  ...errors.map((error) => ({ kind: "error" as const, error })),
];

describe("an answer", () => {
  it.each(all.map((answer) => [answer] as const))("comes back from its frame: %o", (answer) => {
    const back = decodeResponse(sent(answer));
    expect(back).toEqual(answer);
    if (answer.kind === "rows" && back.kind === "rows")
      expect(back.rows).toStrictEqual(answer.rows);
  });

  it("cut short anywhere is refused", () => {
    for (const answer of all) {
      const frame = sent(answer);
      for (let cut = 0; cut < frame.body.length; cut++) {
        const body = frame.body.subarray(0, cut);
        expect(() => decodeResponse({ ...frame, body })).toThrow(MalformedCql);
      }
    }
  });

  it("of random bytes is refused by name or read, and nothing else happens", () => {
    const opcode = fc.constantFrom(...Object.values(opcodes));
    const body = fc.tuple(fc.nat(6), fc.uint8Array()).map(([kind, rest]) =>
      // Random results would nearly all have an unknown kind.
      Uint8Array.from([0, 0, 0, kind, ...rest]),
    );
    fc.assert(
      fc.property(opcode, fc.nat(15), body, (code, flags, some) => {
        try {
          decodeResponse({ version: 4, flags, stream: 0, opcode: code, body: some });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCql);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("with one changed byte is refused by name or read, and nothing else happens", () => {
    const change = fc.tuple(fc.constantFrom(...all), fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(change, ([answer, place, byte]) => {
        const frame = sent(answer);
        if (frame.body.length === 0) return;
        const body = new Uint8Array(frame.body);
        body[place % body.length] = byte;
        try {
          decodeResponse({ ...frame, body });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCql);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("with a tracing id, warnings and a payload is read behind them", () => {
    const envelope: ResponseEnvelope = {
      tracingId: "ea473144-5788-43a0-aa36-5dd6600f62d5",
      warnings: ["Aggregation query used without partition key"],
      customPayload: new Map([
        ["k", new Uint8Array([1])],
        ["n", null],
      ]),
    };
    const frame = sent({ kind: "set keyspace", keyspace: "ks" }, envelope);
    expect(decodeEnvelope(frame)).toEqual(envelope);
    expect(decodeResponse(frame)).toEqual({ kind: "set keyspace", keyspace: "ks" });
  });

  it("of a million rows without columns is refused, not counted", () => {
    const body = new Uint8Array([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]);
    const frame = { version: 4, flags: 0, stream: 0, opcode: opcodes.result, body };
    expect(() => decodeResponse(frame)).toThrow(MalformedCql);
  });
});

describe("an error of a node", () => {
  it("has the codes of the specification", () => {
    expect(errorCodes).toMatchObject({
      unavailable: 0x1000,
      "write time-out": 0x1100,
      "read failure": 0x1300,
      "write failure": 0x1500,
      unprepared: 0x2500,
    });
  });

  it("as an exception has the fields of its kind and no others", () => {
    const error = new CqlServerError({
      kind: "unavailable",
      message: "no",
      consistency: "ALL",
      required: 3,
      alive: 2,
    });
    expect(error).toBeInstanceOf(Error);
    expect(Object.fromEntries(Object.entries(error))).toEqual({
      name: "CqlServerError",
      code: 0x1000,
      kind: "unavailable",
      consistency: "ALL",
      required: 3,
      alive: 2,
    });
    expect(error.message).toBe("no");
  });

  it("with a code that protocol 4 does not have keeps its code", () => {
    const frame = sent({ kind: "error", error: { kind: "server", code: 0x1700, message: "CAS" } });
    const back = decodeResponse(frame);
    expect(back).toEqual({
      kind: "error",
      error: { kind: "server", code: 0x1700, message: "CAS" },
    });
    if (back.kind === "error") expect(new CqlServerError(back.error).code).toBe(0x1700);
  });

  it("at a level that protocol 4 does not have says its number", () => {
    const frame = sent({
      kind: "error",
      error: { kind: "unavailable", message: "", consistency: "ONE", required: 1, alive: 0 },
    });
    const body = new Uint8Array(frame.body);
    body[7] = 11;
    expect(decodeResponse({ ...frame, body })).toMatchObject({
      error: { consistency: "level 11" },
    });
  });
});
