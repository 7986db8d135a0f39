import { expect, test } from "vitest";
import { layoutOf, parseLayout, type Place } from "./layout.ts";
import { balancedTokens } from "./tokens.ts";

const ring = 2n ** 64n;

/** Share of the ring in millionths that each node of `dc` is the first replica of, by the tokens of that datacenter. */
function shares(places: readonly Place[], dc: string): readonly number[] {
  const tokens = balancedTokens(places);
  const owners = places
    .flatMap((place, node) =>
      place.dc === dc ? (tokens[node] ?? []).map((token) => ({ token, node })) : [],
    )
    .sort((a, b) => (a.token < b.token ? -1 : 1));
  const owned = new Map<number, bigint>();
  owners.forEach(({ token, node }, i) => {
    const before = owners.at(i - 1)?.token ?? 0n;
    const width = (token - before + ring) % ring;
    owned.set(node, (owned.get(node) ?? 0n) + width);
  });
  return [...owned.values()].map((width) => Number((width * 1_000_000n) / ring));
}

test("three nodes have these tokens, whoever starts them and whenever", () => {
  expect(balancedTokens(layoutOf(3)).map((tokens) => tokens.slice(0, 2).map(String))).toEqual([
    ["-8839064868652493483", "-6533221859438799531"],
    ["-8070450532247928833", "-5764607523034234881"],
    ["-7301836195843364182", "-4995993186629670230"],
  ]);
});

test.each([1, 2, 3, 4, 5, 6])("%d nodes own equal shares of the ring", (count) => {
  const even = Math.floor(1_000_000 / count);
  for (const share of shares(layoutOf(count), "dc1"))
    expect(Math.abs(share - even)).toBeLessThan(5);
});

test("each datacenter is balanced by itself, and no token is given twice", () => {
  const places = parseLayout("dc1:r1,r2,r3;dc2:r1,r2");
  expect(shares(places, "dc1").every((share) => Math.abs(share - 333_333) < 5)).toBe(true);
  expect(shares(places, "dc2").every((share) => Math.abs(share - 500_000) < 5)).toBe(true);
  const all = balancedTokens(places).flat();
  expect(new Set(all).size).toBe(40);
});

test("every token is one of Murmur3's, and none is its minimum, which means no token", () => {
  for (const token of balancedTokens(layoutOf(6)).flat()) {
    expect(token > -(2n ** 63n) && token < 2n ** 63n).toBe(true);
  }
});
