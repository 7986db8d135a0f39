import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Message } from "../../../shared/model/ring/message.ts";
import { until } from "../../../test/fixtures/drill/until.ts";
import { Internode } from "./internode.ts";
import { PieceReader, pieceOf } from "./piece-reader.ts";

const port = 7946;
const open: Internode[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((internode) => internode.close()));
});

async function node(address: string, secret = "s3cret") {
  const heard: [string, Message][] = [];
  const lines: string[] = [];
  const internode = new Internode({
    address,
    port,
    secret,
    onMessage: (from, message) => heard.push([from, message]),
    log: ({ text }) => lines.push(text),
  });
  await internode.listen();
  open.push(internode);
  return { internode, heard, lines };
}

test("a message arrives with its bytes and its sender", async () => {
  const a = await node("127.0.47.1");
  const b = await node("127.0.47.2");
  const message: Message = {
    kind: "reply",
    id: 7,
    reply: { kind: "row", row: Uint8Array.of(1, 2, 3) },
  };
  a.internode.send("127.0.47.2", message);
  await until("b hears", 5_000, () => b.heard.length > 0);
  const [from, got] = b.heard[0] ?? [];
  expect(from).toBe("127.0.47.1");
  expect(got?.kind === "reply" && got.reply.kind === "row" && [...(got.reply.row ?? [])]).toEqual([
    1, 2, 3,
  ]);
});

test("who does not know the secret is cut off and heard by nobody", async () => {
  const a = await node("127.0.47.3", "another");
  const b = await node("127.0.47.4");
  a.internode.send("127.0.47.4", { kind: "shutdown", address: "127.0.47.3" });
  const closed = new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.47.4", () => socket.write(pieceOf(Buffer.from("hello"))));
    socket.on("close", () => resolve());
    socket.resume();
  });
  await closed;
  expect(b.heard).toEqual([]);
});

test("a peer that is not there is said once, and messages to it are lost", async () => {
  const a = await node("127.0.47.5");
  for (let i = 0; i < 3; i++) a.internode.send("127.0.47.6", { kind: "syn", digests: [] });
  await until("it says so", 5_000, () => a.lines.length > 0);
  a.internode.send("127.0.47.6", { kind: "syn", digests: [] });
  expect(a.lines).toEqual([
    `/127.0.47.5:${port}->/127.0.47.6:${port}-URGENT_MESSAGES-[no-channel] failed to connect`,
  ]);
});

test("pieces are the same whatever the chunks", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(200), { maxLength: 8 }), (sent, cuts) => {
      const stream = Buffer.concat(sent.map(pieceOf));
      const got: number[][] = [];
      const reader = new PieceReader((piece) => got.push([...piece]));
      const bounds = [0, ...cuts.filter((cut) => cut < stream.length), stream.length];
      for (const [i, from] of bounds.toSorted((a, b) => a - b).entries()) {
        const to = bounds.toSorted((a, b) => a - b)[i + 1] ?? stream.length;
        expect(reader.push(stream.subarray(from, to))).toBe(true);
      }
      expect(got).toEqual(sent.map((piece) => [...piece]));
    }),
  );
});

test("a piece that claims to be longer than allowed is refused before it is there", () => {
  const reader = new PieceReader(() => undefined);
  expect(reader.push(Buffer.from([0, 0, 4, 1]), () => 1_024)).toBe(false);
});
