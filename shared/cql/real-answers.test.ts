import { describe, expect, it } from "vitest";
import { ColumnsMemo } from "./column-specs.ts";
import { decodeEnvelope, decodeResponse } from "./decode-response.ts";
import { FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame.ts";

/** A frame as Cassandra 5.0.6 sent it. */
function frame(hex: string): Frame {
  const frames: Frame[] = [];
  new FrameReader("responses", (each) => frames.push(each)).push(
    new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ""), "hex")),
  );
  return frames[0] ?? expect.unreachable();
}

const unavailable = `84000007000000003600001000002643616e6e6f74206163686965766520636f6e73697374656e6379206c65
  76656c20544852454500030000000300000001`;
const prepared = `84000007080000005300000004001006016cccd54b691f8a2c7ec844a98ea10000000100000003000000030001000000
  02000b736372617463685f63716c0002746300026b31000900026b30000d00026b3200030000000400000000`;
const local = `840000070800000104000000020000000100000003000673797374656d00056c6f63616c00036b6579000d0006746f6b65
  6e730022000d000b7270635f61646472657373001000000001000000056c6f63616c000000ae00000008000000142d323330353834333030
  39323133363933393532000000142d34363131363836303138343237333837393034000000142d3639313735323930323736343130383138
  3536000000142d39323233333732303336383534373735383038000000013000000013323330353834333030393231333639333935320000
  0013343631313638363031383432373338373930340000001336393137353239303237363431303831383536000000047f000001`;
const firstPage = `8400000708000000490000000200000003000000010000000c040000002100f07ffffffd00000b736372617463685f63
  716c0005747970657300016b00090000000200000004000000170000000400000021`;
const counted = `8408000708000000690001002c4167677265676174696f6e207175657279207573656420776974686f75742070617274697
  4696f6e206b6579000000020000000100000001000b736372617463685f63716c000574797065730005636f756e74000200000001000000
  08000000000000002b`;
const created = `8400000708000000270000000500074352454154454400055441424c45000b736372617463685f63716c0004616c7432`;

describe("an answer of Cassandra 5.0.6", () => {
  it("that too few replicas are alive names level and numbers", () => {
    expect(decodeResponse(frame(unavailable))).toEqual({
      kind: "error",
      error: {
        kind: "unavailable",
        message: "Cannot achieve consistency level THREE",
        consistency: "THREE",
        required: 3,
        alive: 1,
      },
    });
  });

  it("to a PREPARE gives the markers and where the partition key is among them", () => {
    // INSERT INTO tc (k1, k0, k2) VALUES (?, ?, ?) with PRIMARY KEY ((k0, k1, k2))
    const answer = decodeResponse(frame(prepared));
    if (answer.kind !== "prepared") expect.unreachable();
    const { binds, partitionKey, columns } = answer.prepared;
    expect(binds.map(({ name, type }) => `${name} ${type.kind}`)).toEqual([
      "k1 int",
      "k0 varchar",
      "k2 blob",
    ]);
    expect(partitionKey).toEqual([1, 0, 2]);
    expect(columns).toEqual([]);
  });

  it("with rows gives them by column", () => {
    const answer = decodeResponse(frame(local));
    if (answer.kind !== "rows") expect.unreachable();
    expect(answer.rows).toEqual([
      {
        key: "local",
        tokens: [
          "-2305843009213693952",
          "-4611686018427387904",
          "-6917529027641081856",
          "-9223372036854775808",
          "0",
          "2305843009213693952",
          "4611686018427387904",
          "6917529027641081856",
        ],
        rpc_address: "127.0.0.1",
      },
    ]);
    expect(answer.pagingState).toBeUndefined();
  });

  it("that is one page of several says where the next one begins", () => {
    expect(decodeResponse(frame(firstPage))).toMatchObject({
      rows: [{ k: 23 }, { k: 33 }],
      pagingState: new Uint8Array(Buffer.from("040000002100f07ffffffd00", "hex")),
    });
  });

  it("with a warning before its rows gives both", () => {
    expect(decodeEnvelope(frame(counted)).warnings).toEqual([
      "Aggregation query used without partition key",
    ]);
    expect(decodeResponse(frame(counted))).toMatchObject({ rows: [{ count: 43n }] });
  });

  it("to a CREATE TABLE names what was created", () => {
    expect(decodeResponse(frame(created))).toEqual({
      kind: "schema change",
      change: { change: "CREATED", target: "TABLE", keyspace: "scratch_cql", name: "alt2" },
    });
  });
});

describe("columns that are remembered from the answer before", () => {
  it("are used again while their description is the same", () => {
    const memo = new ColumnsMemo();
    const first = decodeResponse(frame(local), memo);
    const second = decodeResponse(frame(local), memo);
    expect(second).toEqual(first);
    if (first.kind !== "rows" || second.kind !== "rows") expect.unreachable();
    expect(second.columns).toBe(first.columns);
  });

  it("are read anew when the table was altered meanwhile", () => {
    const memo = new ColumnsMemo();
    decodeResponse(frame(firstPage), memo);
    // The same statement after the column k became text: only its type id differs.
    const altered = frame(firstPage.replace("00016b0009", "00016b000d"));
    expect(decodeResponse(altered, memo)).toMatchObject({
      rows: [{ k: "\0\0\0\x17" }, { k: "\0\0\0!" }],
    });
  });

  it("are read anew when another statement's answer comes", () => {
    const memo = new ColumnsMemo();
    decodeResponse(frame(firstPage), memo);
    expect(decodeResponse(frame(local), memo)).toEqual(decodeResponse(frame(local)));
  });
});
