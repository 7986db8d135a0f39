import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame.ts";
import { beginFrame, endFrame, opcodes } from "./frame.ts";
import { MalformedCql } from "./malformed.ts";
import { WireWriter } from "./wire-writer.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

function framesOf(
  chunks: readonly Uint8Array[],
  direction: "requests" | "responses" = "responses",
): Frame[] {
  const frames: Frame[] = [];
  const reader = new FrameReader(direction, (frame) => {
    frames.push({ ...frame, body: new Uint8Array(frame.body) });
  });
  for (const chunk of chunks) reader.push(chunk);
  return frames;
}

/** Three answers in a row: READY, a RESULT of 10,000 bytes, an event. */
function threeAnswers(): Uint8Array {
  const writer = new WireWriter();
  const frame = (stream: number, opcode: number, body: Uint8Array) => {
    const start = beginFrame(writer, "response", 0, stream, opcode);
    writer.raw(body);
    endFrame(writer, start);
  };
  frame(0, opcodes.ready, new Uint8Array(0));
  frame(32_767, opcodes.result, new Uint8Array(10_000).fill(7));
  frame(-1, opcodes.event, new Uint8Array([1, 2, 3]));
  return new Uint8Array(writer.written());
}

describe("a stream of frames", () => {
  const whole = threeAnswers();
  const expected = framesOf([whole]);

  it("in one chunk gives each frame with its stream id", () => {
    expect(expected.map(({ stream, opcode, body }) => [stream, opcode, body.length])).toEqual([
      [0, opcodes.ready, 0],
      [32_767, opcodes.result, 10_000],
      [-1, opcodes.event, 3],
    ]);
  });

  it("cut in two at any byte gives the same frames", () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      const frames = framesOf([whole.subarray(0, cut), whole.subarray(cut)]);
      if (cut % 500 === 0 || cut < 40) expect(frames).toEqual(expected);
      else expect(frames.map((frame) => frame.body.length)).toEqual([0, 10_000, 3]);
    }
  });

  it("byte by byte gives the same frames", () => {
    expect(framesOf(Array.from(whole, (byte) => new Uint8Array([byte])))).toEqual(expected);
  });

  it("tells how much of a frame has come", () => {
    const reader = new FrameReader("responses", () => undefined);
    reader.push(whole.subarray(0, 9 + 5));
    expect(reader.pendingBytes).toBe(5);
    reader.push(whole.subarray(14, 18 + 100));
    expect(reader.pendingBytes).toBe(109);
    reader.push(whole.subarray(118));
    expect(reader.pendingBytes).toBe(0);
  });
});

describe("an answer of a server that does not know protocol 4", () => {
  it("in protocol 1, whose header is a byte shorter, is read", () => {
    // Cassandra 5.0.6 to a STARTUP of version 1.
    const [frame] = framesOf([bytes("81 00 00 00 00000005 0000000a 00")]);
    expect(frame).toMatchObject({ version: 1, stream: 0, opcode: opcodes.error });
    expect(frame?.body.length).toBe(5);
  });

  it("in protocol 5 is read", () => {
    const [frame] = framesOf([bytes("85 00 0000 00 00000000")]);
    expect(frame).toMatchObject({ version: 5, opcode: opcodes.error });
  });
});

describe("a request of a client that offers another version", () => {
  it("is given with its version, so that a server can answer it", () => {
    // cassandra-driver begins with version 0x42 of DataStax Enterprise.
    const [frame] = framesOf([bytes("42 00 0000 05 00000000")], "requests");
    expect(frame).toMatchObject({ version: 0x42, opcode: opcodes.options });
  });
});

describe("what is not CQL", () => {
  it.each([
    ["an SSH banner", Buffer.from("SSH-2.0-OpenSSH_9.6\r\n")],
    ["an HTTP answer", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["a TLS alert", bytes("15 03 03 00 02 02 28")],
    ["a request in the place of an answer", bytes("04 00 0000 05 00000000")],
    ["an answer in an unheard-of version", bytes("ff ff ffff ff ffffffff")],
    ["an unknown opcode", bytes("84 00 0000 77 00000000")],
    ["a body of 4 GiB", bytes("84 00 0000 08 ffffffff")],
    ["a body of one byte more than 256 MiB", bytes("84 00 0000 08 10000001")],
  ])("is refused at once: %s", (_what, some) => {
    expect(() => framesOf([new Uint8Array(some)])).toThrow(MalformedCql);
  });

  it("is refused at its first byte, before a whole header came", () => {
    expect(() => framesOf([new Uint8Array([0x48])])).toThrow("0x48");
  });

  it("stays refused: frames that follow are not read", () => {
    const reader = new FrameReader("responses", () => expect.unreachable());
    expect(() => reader.push(new Uint8Array([0x48]))).toThrow(MalformedCql);
    expect(() => reader.push(bytes("84 00 0000 02 00000000"))).toThrow(MalformedCql);
  });

  it("of random bytes is frames or refused, and nothing else happens", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 8 }), (chunks) => {
        const start = new Uint8Array([0x84, 0, 0, 0, 8, 0, 0, 0, 0]);
        try {
          framesOf([start, ...chunks]);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedCql);
        }
      }),
    );
  });
});

it("a header that promises 256 MiB takes no more memory than what has arrived", () => {
  const before = process.memoryUsage().arrayBuffers;
  const readers = Array.from({ length: 20 }, () => {
    const reader = new FrameReader("responses", () => undefined);
    reader.push(bytes("84 00 0000 08 10000000 0102"));
    return reader;
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  expect(readers.map((reader) => reader.pendingBytes)).toEqual(Array(20).fill(11));
});
