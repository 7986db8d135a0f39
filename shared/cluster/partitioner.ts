/** How a partitioner's tokens are written, ordered and measured. */
export type Partitioner = "murmur3" | "random" | "bytes" | "other";

/** 2^64 − 2: Murmur3Partitioner.describeOwnership counts from MINIMUM + 1 to MAXIMUM. */
const MURMUR3_RANGE = 2n ** 64n - 2n;
const RANDOM_RANGE = 2n ** 127n;

/** The partitioner by its class name, with or without its package. */
export function partitionerOf(className: string): Partitioner {
  const name = className.slice(className.lastIndexOf(".") + 1);
  if (name === "Murmur3Partitioner") return "murmur3";
  if (name === "RandomPartitioner") return "random";
  if (name === "ByteOrderedPartitioner") return "bytes";
  return "other";
}

/**
 * The part of the ring between two tokens (after, until], 0..1; the whole ring when they are equal. Undefined for
 * partitioners whose tokens have no measure: the server samples keys there, and tokens alone do not tell.
 */
export function rangeShare(
  partitioner: Partitioner,
  after: bigint,
  until: bigint,
): number | undefined {
  const range =
    partitioner === "murmur3" ? MURMUR3_RANGE : partitioner === "random" ? RANDOM_RANGE : undefined;
  if (range === undefined) return undefined;
  const width = (until - after + range) % range;
  // Murmur3 counts one token fewer than there are, so two tokens at the ends of the ring touch with width 0.
  if (width === 0n) return after === until ? 1 : 0;
  return Number(width) / Number(range);
}
