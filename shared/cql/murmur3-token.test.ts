import { describe, expect, it } from "vitest";
import { murmur3Token } from "./murmur3-token.ts";

/** Partition keys in hexadecimal and what `SELECT token(…)` of Cassandra 5.0.6 said of them. */
const ring: readonly (readonly [key: string, token: bigint])[] = [
  ["56aeccf0", -6331092445403520275n],
  ["7e1ad04c", 49465800048639385n],
  ["510a43394d76dfb4", -7774218716837933111n],
  ["81b1600fd20a7b32", 8962399151354598258n],
  ["6854", 3164126138595368430n],
  ["2845586b2d", 4013012475223273472n],
  ["3ae2bc84de8b", -4144421388810615385n],
  ["b50fd0965cad84ff3a352d782bc11583966e08f60c", -8158773908407457551n],
  ["e297be30e0b48869702426e1bba8e29e8d573456734d3e7d2cc2b62778286647", 1150118747844939901n],
  [
    "5e2612c27ca4f134fefbcbd20584eb29c179e27bb412c12e7e9997c78d4c9a603393dcf3295ed65b6f9d055b0b9e7fdb3af252910a59641a83e8008dce06b85a687326c59c55c9",
    486114051809148590n,
  ],
];

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

describe("the token of a partition key", () => {
  it.each(ring)("of %s is what Cassandra says", (key, token) => {
    expect(murmur3Token(bytes(key))).toBe(token);
  });

  it("takes the bytes of the last incomplete block as signed ones, unlike the original hash", () => {
    const tokenOf80s = (length: number) => murmur3Token(new Uint8Array(length).fill(0x80));
    expect([1, 9, 15].map(tokenOf80s)).toEqual([
      -5284281814142962636n,
      -8549929301482172571n,
      -5979218241483680930n,
    ]);
  });

  it("of the empty key is the beginning of the ring, and no other key has it", () => {
    expect(murmur3Token(new Uint8Array(0))).toBe(-(2n ** 63n));
  });

  it("does not depend on where the key lies in its buffer", () => {
    const around = bytes("ffff510a43394d76dfb4ff");
    expect(murmur3Token(around.subarray(2, 10))).toBe(-7774218716837933111n);
  });
});
