import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConsistencyLevel } from "./consistency-level.ts";
import { consistencyCode, consistencyNamed, consistencyOf } from "./consistency-level.ts";
import { CqlValueError } from "./cql-value-error.ts";
import { decodeRequest } from "./decode-request.ts";
import { writeRequest } from "./encode-request.ts";
import { FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame.ts";
import { opcodes } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";
import type { QueryParameters, WireValue } from "./query-parameters.ts";
import type { CqlRequest } from "./request.ts";
import { WireWriter } from "./wire-writer.ts";

function sent(request: CqlRequest, stream = 5): { hex: string; frame: Frame } {
  const writer = new WireWriter(16);
  writeRequest(writer, stream, request);
  const frames: Frame[] = [];
  new FrameReader("requests", (frame) => frames.push(frame)).push(writer.written());
  const [frame] = frames;
  if (frame === undefined || frames.length > 1) throw new Error(`${frames.length} frames`);
  return { hex: Buffer.from(writer.written()).toString("hex"), frame };
}

const text = fc.string({ unit: "binary", maxLength: 80 });
const level = fc
  .integer({ min: 0, max: 10 })
  .map((code) => consistencyOf(code) as ConsistencyLevel);
const wireValue: fc.Arbitrary<WireValue> = fc.option(fc.option(fc.uint8Array({ maxLength: 30 })), {
  nil: undefined,
});
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const parameters: fc.Arbitrary<QueryParameters> = fc
  .record({
    consistency: level,
    named: maybe(fc.array(fc.tuple(text, wireValue), { maxLength: 5 })),
    withNames: fc.boolean(),
    skipMetadata: fc.boolean(),
    pageSize: maybe(fc.integer()),
    pagingState: maybe(fc.uint8Array()),
    serialConsistency: maybe(level),
    timestampMicros: maybe(int64),
  })
  .map(({ named, withNames, ...rest }) => ({
    ...rest,
    values: named?.map(([, value]) => value),
    names: withNames ? named?.map(([name]) => name) : undefined,
  }));
const anyRequest: fc.Arbitrary<CqlRequest> = fc.oneof(
  fc.record({
    kind: fc.constant("startup" as const),
    options: fc.array(fc.tuple(text, text)).map((entries) => new Map(entries)),
  }),
  fc.constant({ kind: "options" as const }),
  fc.record({
    kind: fc.constant("auth response" as const),
    token: fc.option(fc.uint8Array()),
  }),
  fc.record({ kind: fc.constant("query" as const), cql: text, parameters }),
  fc.record({ kind: fc.constant("prepare" as const), cql: text }),
  fc.record({ kind: fc.constant("execute" as const), id: fc.uint8Array(), parameters }),
  fc.record({ kind: fc.constant("register" as const), events: fc.array(text) }),
  fc.record({
    kind: fc.constant("batch" as const),
    type: fc.constantFrom("logged" as const, "unlogged" as const, "counter" as const),
    statements: fc.array(
      fc.record({
        statement: fc.oneof(text, fc.uint8Array()),
        values: fc.array(wireValue, { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    consistency: level,
    serialConsistency: maybe(level),
    timestampMicros: maybe(int64),
  }),
);

describe("a request", () => {
  it("of any kind comes back from its frame", () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(32_767), (request, stream) => {
        const { frame } = sent(request, stream);
        expect(frame.stream).toBe(stream);
        expect(decodeRequest(frame)).toEqual(request);
      }),
      { numRuns: 500 },
    );
  });

  it("cut short anywhere is refused", () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(), (request, cut) => {
        const { frame } = sent(request);
        if (frame.body.length === 0) return;
        const body = frame.body.subarray(0, cut % frame.body.length);
        expect(() => decodeRequest({ ...frame, body })).toThrow(MalformedCql);
      }),
    );
  });

  it("of random bytes is refused by name or read, and nothing else happens", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(opcodes)), fc.uint8Array(), (opcode, body) => {
        try {
          decodeRequest({ version: 4, flags: 0, stream: 0, opcode, body });
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCql);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("in another version is refused: its body may be laid out otherwise", () => {
    const { frame } = sent({ kind: "options" });
    expect(() => decodeRequest({ ...frame, version: 5 })).toThrow("version 5");
  });

  it("that cannot be written leaves the frames before it as they were", () => {
    const writer = new WireWriter();
    writeRequest(writer, 1, { kind: "options" });
    const before = Buffer.from(writer.written()).toString("hex");
    const values = { types: [{ kind: "int" }] as const, values: ["seven"] };
    expect(() =>
      writeRequest(writer, 2, {
        kind: "execute",
        id: new Uint8Array(16),
        parameters: { consistency: "ONE", values },
      }),
    ).toThrow(CqlValueError);
    expect(Buffer.from(writer.written()).toString("hex")).toBe(before);
  });

  it("with more or fewer values than the statement has markers is refused", () => {
    const values = { types: [{ kind: "int" }] as const, values: [1, 2] };
    const parameters = { consistency: "ONE", values } as const;
    expect(() => sent({ kind: "execute", id: new Uint8Array(1), parameters })).toThrow(
      "1 values to bind; given were 2",
    );
  });
});

describe("the bytes of a request", () => {
  it("of OPTIONS are a header alone", () => {
    expect(sent({ kind: "options" }, 258).hex).toBe("040001020500000000");
  });

  it("of EXECUTE with typed values are those of the specification", () => {
    const { hex } = sent({
      kind: "execute",
      id: new Uint8Array([0xca, 0xfe]),
      parameters: {
        consistency: "LOCAL_QUORUM",
        values: { types: [{ kind: "int" }, { kind: "varchar" }], values: [7, null] },
        pageSize: 1000,
      },
    });
    expect(hex).toBe(
      "04000005" +
        "0a" +
        "00000019" +
        "0002cafe" +
        "0006" +
        "05" +
        "0002" +
        "00000004" +
        "00000007" +
        "ffffffff" +
        "000003e8",
    );
  });
});

describe("a consistency level", () => {
  it("has the code of the specification", () => {
    const codes = (
      ["ANY", "ONE", "QUORUM", "ALL", "LOCAL_QUORUM", "SERIAL", "LOCAL_ONE"] as const
    ).map(consistencyCode);
    expect(codes).toEqual([0x0, 0x1, 0x4, 0x5, 0x6, 0x8, 0xa]);
  });

  it("that does not exist is none", () => {
    expect([consistencyOf(11), consistencyNamed("quorum"), consistencyNamed("")]).toEqual(Array(3));
  });
});
