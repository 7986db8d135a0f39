import { partitionerOf, rangeShare, type Partitioner } from "./partitioner.ts";

/** A member that holds tokens: normal and leaving nodes, not joining ones. */
export interface RingNode {
  /** Host id. */
  readonly key: string;
  readonly dc: string;
  readonly rack: string;
  /** As the system tables give them: decimal text, or hexadecimal bytes of ByteOrderedPartitioner. */
  readonly tokens: readonly string[];
}

/** The tokens of a cluster in order. Range i is (token i−1, token i]; range 0 wraps around. */
export interface TokenRing {
  readonly partitioner: Partitioner;
  readonly nodes: readonly RingNode[];
  readonly tokens: readonly (bigint | string)[];
  /** Index in `nodes` of the owner of each token. */
  readonly owners: Int32Array;
  /** Share 0..1 of each range; undefined where tokens have no measure. */
  readonly shares: Float64Array | undefined;
  /** Tokens that more than one node claims, or that cannot be read: a fault of the cluster or of what was read. */
  readonly faults: readonly {
    readonly token: string;
    readonly nodes: readonly string[];
    readonly why: string;
  }[];
}

/**
 * Builds the ring of a cluster.
 * @param partitionerClass `system.local.partitioner`
 * @param nodes the members; of a token that two of them claim the first one keeps it, and `faults` says so
 */
export function buildRing(partitionerClass: string, nodes: readonly RingNode[]): TokenRing {
  const partitioner = partitionerOf(partitionerClass);
  const numeric = partitioner === "murmur3" || partitioner === "random";
  const faults: { token: string; nodes: string[]; why: string }[] = [];
  const values: (bigint | string)[] = [];
  const texts: string[] = [];
  const owners: number[] = [];
  for (const [index, node] of nodes.entries()) {
    for (const text of node.tokens) {
      if (numeric && !/^-?\d{1,39}$/.test(text)) {
        faults.push({ token: text, nodes: [node.key], why: "not a token of this partitioner" });
        continue;
      }
      values.push(numeric ? BigInt(text) : text);
      texts.push(text);
      owners.push(index);
    }
  }
  const order = sorted(values);
  const tokens: (bigint | string)[] = [];
  const kept: number[] = [];
  for (const at of order) {
    const value = values[at];
    const owner = owners[at];
    if (value === undefined || owner === undefined) continue;
    if (tokens.at(-1) === value) {
      const claimants = [kept.at(-1), owner].flatMap((index) => nodes[index ?? -1]?.key ?? []);
      faults.push({
        token: texts[at] ?? "",
        nodes: claimants,
        why: "claimed by more than one node",
      });
      continue;
    }
    tokens.push(value);
    kept.push(owner);
  }
  return {
    partitioner,
    nodes,
    tokens,
    owners: Int32Array.from(kept),
    shares: sharesOf(partitioner, tokens),
    faults,
  };
}

/** Indices of the values in ascending order, equal ones in their original order. */
function sorted(values: readonly (bigint | string)[]): Uint32Array {
  const order = Uint32Array.from(values, (_, index) => index);
  if (typeof values[0] === "string") {
    return order.sort((a, b) => compare(values[a] ?? "", values[b] ?? "") || a - b);
  }
  // Doubles decide nearly all comparisons and are much faster than bigints; equal ones are compared exactly.
  const rough = Float64Array.from(values, Number);
  return order.sort(
    (a, b) =>
      (rough[a] ?? 0) - (rough[b] ?? 0) || compare(values[a] ?? 0n, values[b] ?? 0n) || a - b,
  );
}

function compare(a: bigint | string, b: bigint | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sharesOf(
  partitioner: Partitioner,
  tokens: readonly (bigint | string)[],
): Float64Array | undefined {
  if (partitioner !== "murmur3" && partitioner !== "random") return undefined;
  let before = tokens.at(-1);
  return Float64Array.from(tokens, (token) => {
    const share =
      typeof token === "bigint" && typeof before === "bigint"
        ? rangeShare(partitioner, before, token)
        : undefined;
    before = token;
    return share ?? 0;
  });
}

/**
 * The index of the range that a token falls into: that of the first ring token not below it, else range 0.
 * Undefined for an empty ring or a token of another kind.
 */
export function rangeOf(ring: TokenRing, token: bigint | string): number | undefined {
  const { tokens } = ring;
  if (tokens.length === 0 || typeof tokens[0] !== typeof token) return undefined;
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(tokens[middle] ?? token, token) < 0) low = middle + 1;
    else high = middle;
  }
  return low === tokens.length ? 0 : low;
}
