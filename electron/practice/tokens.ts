import { nodesByDatacenter, type Place } from "./layout.ts";

/** Tokens a node. */
export const tokensPerNode = 8;

const ringSize = 2n ** 64n;
const firstToken = -(2n ** 63n);

/**
 * Fixed tokens for the first start, one list a node: within each datacenter the nodes take turns at equal distances,
 * so that every node owns the same share. Datacenters are shifted by a little, because a token belongs to one node only,
 * and no token is the partitioner's minimum (-2^63), which stands for "no token" in ranges.
 */
export function balancedTokens(places: readonly Place[]): readonly (readonly bigint[])[] {
  const perDc = nodesByDatacenter(places);
  const datacenters = [...perDc.keys()];
  const taken = new Map<string, number>();
  return places.map(({ dc }) => {
    const nodes = BigInt(perDc.get(dc) ?? 1);
    const turn = BigInt(taken.get(dc) ?? 0);
    taken.set(dc, Number(turn) + 1);
    const slots = nodes * BigInt(tokensPerNode);
    const shift = ringSize / slots / 2n + BigInt(datacenters.indexOf(dc)) * 1000n;
    return Array.from(
      { length: tokensPerNode },
      (_, i) => firstToken + ((BigInt(i) * nodes + turn) * ringSize) / slots + shift,
    );
  });
}
