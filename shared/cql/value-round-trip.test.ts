import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CqlType, PlainKind } from "./cql-type.ts";
import { readType, writeType } from "./cql-type.ts";
import { CqlValueError } from "./cql-value-error.ts";
import { decodeValue } from "./decode-value.ts";
import { encodeValue } from "./encode-value.ts";
import { formatDate } from "./date-text.ts";
import { formatDecimal } from "./decimal-text.ts";
import { formatInet } from "./inet-text.ts";
import { MalformedCql } from "./malformed.ts";
import { formatTime } from "./time-text.ts";
import { formatUuid } from "./uuid-text.ts";
import type { CqlValue } from "./value.ts";
import { WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

const signed = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const uuid = bytes(16).map((some) => formatUuid(some));
const text = fc.string({ unit: "binary", maxLength: 60 });

/** For each plain type, values as they come back. */
const plainValues: Readonly<Record<PlainKind, fc.Arbitrary<CqlValue>>> = {
  ascii: fc.string({ unit: "binary-ascii", maxLength: 60 }),
  varchar: text,
  bigint: signed(64),
  counter: signed(64),
  varint: fc.bigInt(),
  blob: fc.uint8Array(),
  boolean: fc.boolean(),
  decimal: fc
    .record({ unscaled: fc.bigInt(), scale: fc.integer({ min: -999, max: 999 }) })
    .map(formatDecimal),
  double: fc.double(),
  float: fc.float(),
  int: fc.integer(),
  smallint: signed(16).map(Number),
  tinyint: signed(8).map(Number),
  timestamp: fc.oneof(
    fc.maxSafeInteger(),
    signed(64).filter((ms) => ms > 2n ** 53n),
  ),
  uuid,
  timeuuid: uuid,
  inet: fc.oneof(bytes(4), bytes(16)).map((some) => formatInet(some, 0, some.length)),
  date: fc.integer().map(formatDate),
  time: fc.bigInt({ min: 0n, max: 86_399_999_999_999n }).map((nanos) => formatTime(nanos) ?? null),
  duration: fc.record(
    { months: fc.integer(), days: fc.integer(), nanoseconds: signed(64) },
    { noNullPrototype: true },
  ),
};

const plainType = fc
  .constantFrom(...(Object.keys(plainValues) as PlainKind[]))
  .map((kind): CqlType => ({ kind }));
const { type: anyType } = fc.letrec<{ type: CqlType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plainType,
    fc.constant<CqlType>({ kind: "custom", className: "com.example.Odd" }),
    fc.record({ kind: fc.constantFrom("list" as const, "set" as const), of: tie("type") }),
    fc.record({ kind: fc.constant("map" as const), key: plainType, value: tie("type") }),
    fc.record({
      kind: fc.constant("tuple" as const),
      of: fc.array(tie("type"), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant("udt" as const),
      keyspace: text,
      name: text,
      fields: fc.uniqueArray(
        fc.record({ name: fc.oneof(text, fc.constant("__proto__")), type: tie("type") }),
        { minLength: 1, maxLength: 3, selector: (field) => field.name },
      ),
    }),
  ),
}));

function valueOf(type: CqlType): fc.Arbitrary<CqlValue> {
  switch (type.kind) {
    case "custom":
      return fc.uint8Array();
    case "list":
    case "set":
      return fc.array(valueOf(type.of), { maxLength: 4 });
    case "map":
      return fc
        .uniqueArray(fc.tuple(valueOf(type.key), valueOf(type.value)), {
          maxLength: 4,
          selector: ([key]) => (typeof key === "number" ? String(key) : key),
        })
        .map((entries) => new Map(entries));
    case "tuple":
      return fc.tuple(...type.of.map((part) => fc.option(valueOf(part))));
    case "udt":
      return fc
        .tuple(...type.fields.map((field) => fc.option(valueOf(field.type))))
        .map((values) =>
          Object.fromEntries(type.fields.map((field, i) => [field.name, values[i] ?? null])),
        );
    default:
      return plainValues[type.kind];
  }
}

describe("a value", () => {
  it("of any type comes back from its bytes", () => {
    const typed = anyType.chain((type) => fc.tuple(fc.constant(type), valueOf(type)));
    fc.assert(
      fc.property(typed, ([type, value]) => {
        expect(decodeValue(type, encodeValue(type, value))).toStrictEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("cut short or of random bytes is refused by name or read, and nothing else happens", () => {
    fc.assert(
      fc.property(anyType, fc.uint8Array({ maxLength: 200 }), (type, some) => {
        try {
          decodeValue(type, some);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCql);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("that is empty on the wire is null, except where empty is a value", () => {
    const empty = new Uint8Array(0);
    const read = (kind: PlainKind) => decodeValue({ kind }, empty);
    expect([read("int"), read("bigint"), read("inet"), read("decimal")]).toEqual(
      Array(4).fill(null),
    );
    expect([read("varchar"), read("ascii"), read("blob")]).toEqual(["", "", empty]);
  });

  it("with a count of elements that cannot be there is refused before the loop", () => {
    const huge = new Uint8Array([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    expect(() => decodeValue({ kind: "list", of: { kind: "int" } }, huge)).toThrow(MalformedCql);
  });

  it("that was read keeps no hold of the network buffer", () => {
    const frame = new Uint8Array(1000);
    const read = decodeValue({ kind: "blob" }, frame.subarray(10, 20)) as Uint8Array;
    expect(read.buffer.byteLength).toBe(10);
  });

  it("of a user defined type that was written before a field was added has null there", () => {
    const fields = [
      { name: "a", type: { kind: "int" } },
      { name: "b", type: { kind: "int" } },
    ] as const;
    const type: CqlType = { kind: "udt", keyspace: "k", name: "t", fields };
    expect(decodeValue(type, new Uint8Array([0, 0, 0, 4, 0, 0, 0, 9]))).toEqual({ a: 9, b: null });
  });
});

describe("the bytes of a value", () => {
  it.each<[PlainKind, CqlValue, string]>([
    ["varint", 0n, "00"],
    ["varint", 127n, "7f"],
    ["varint", 128n, "0080"],
    ["varint", -128n, "80"],
    ["varint", -129n, "ff7f"],
    ["decimal", "-1.20", "0000000288"],
    ["date", "1970-01-01", "80000000"],
    ["date", "1969-12-31", "7fffffff"],
    ["boolean", true, "01"],
    ["smallint", -2, "fffe"],
    ["bigint", 2 ** 40, "0000010000000000"],
    ["timestamp", -1, "ffffffffffffffff"],
    ["float", 1.5, "3fc00000"],
    ["double", -2, "c000000000000000"],
    ["inet", "::1", "00000000000000000000000000000001"],
    ["varchar", "Zürich", "5ac3bc72696368"],
    ["time", "00:00:00.000000001", "0000000000000001"],
  ])("of %s %o are %s", (kind, value, hex) => {
    expect(Buffer.from(encodeValue({ kind }, value) ?? []).toString("hex")).toBe(hex);
  });

  it("of a duration are the three vints that Cassandra 5.0.6 stores for -1y2mo3d4h5ns", () => {
    const value = { months: -14, days: -3, nanoseconds: -14_400_000_000_005n };
    const hex = Buffer.from(encodeValue({ kind: "duration" }, value) ?? []).toString("hex");
    expect(hex).toBe("1b05fc1a3185c50009");
  });
});

describe("a value that its type cannot hold", () => {
  it.each<[PlainKind, CqlValue]>([
    ["int", 2 ** 31],
    ["int", 1.5],
    ["int", "7"],
    ["tinyint", 128],
    ["bigint", 2n ** 63n],
    ["bigint", 2 ** 53],
    ["ascii", "ü"],
    ["varchar", 1],
    ["boolean", 1],
    ["uuid", "not one"],
    ["inet", "localhost"],
    ["decimal", "one"],
    ["date", "2023-02-29"],
    ["time", "25:00:00"],
    ["blob", "00"],
    ["double", 1n],
    ["duration", { months: 1 }],
  ])("of %s is refused before anything is sent: %o", (kind, value) => {
    expect(() => encodeValue({ kind }, value)).toThrow(CqlValueError);
  });

  it("is not repeated in the message: it may be a secret", () => {
    expect(() => encodeValue({ kind: "inet" }, "hunter2")).toThrow(/^(?!.*hunter2)/);
  });

  it("is named when a user defined type has no such field", () => {
    const type: CqlType = { kind: "udt", keyspace: "k", name: "t", fields: [] };
    expect(() => encodeValue(type, { stray: 1 })).toThrow("no field stray");
  });
});

describe("a type", () => {
  it("comes back from its option", () => {
    fc.assert(
      fc.property(anyType, (type) => {
        const writer = new WireWriter();
        writeType(writer, type);
        expect(readType(new WireReader(writer.written()))).toEqual(type);
      }),
    );
  });

  it("nested without end is refused, however long the frame", () => {
    const lists = new Uint8Array(1_000_000).map((_, i) => (i % 2 === 0 ? 0 : 0x20));
    expect(() => readType(new WireReader(lists))).toThrow(MalformedCql);
  });

  it("that v4 does not know is refused by its number", () => {
    expect(() => readType(new WireReader(new Uint8Array([0, 0x99])))).toThrow("0x0099");
  });
});
