import { expect, it } from "vitest";
import { encodeValue } from "./encode-value.ts";
import { murmur3Token } from "./murmur3-token.ts";
import { routingKey } from "./routing-key.ts";

const text = (value: string) => encodeValue({ kind: "varchar" }, value) as Uint8Array;
const int = (value: number) => encodeValue({ kind: "int" }, value) as Uint8Array;

it("the routing key of one column is that column's bytes", () => {
  expect(routingKey([int(7)])).toEqual(new Uint8Array([0, 0, 0, 7]));
});

it("a composite key has each column's length, bytes and a zero byte", () => {
  expect(routingKey([text("ab"), int(1)])).toEqual(
    new Uint8Array([0, 2, 0x61, 0x62, 0, 0, 4, 0, 0, 0, 1, 0]),
  );
});

it("a composite key has the token that Cassandra 5.0.6 gives it", () => {
  // INSERT … VALUES ('Zürich', 7, 0xcafe), PRIMARY KEY ((k0, k1, k2)); SELECT token(k0, k1, k2)
  const key = routingKey([text("Zürich"), int(7), new Uint8Array([0xca, 0xfe])]);
  expect(murmur3Token(key)).toBe(-4878557867590901834n);
});

it("a column that is too long for its two bytes of length is refused", () => {
  expect(() => routingKey([new Uint8Array(65_536), int(1)])).toThrow(RangeError);
});
