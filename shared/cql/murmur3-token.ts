/**
 * Tokens of Cassandra's Murmur3Partitioner: the first half of MurmurHash3 x64_128 with seed 0, except that the bytes
 * of the last, incomplete block are taken as signed ones, which the original does not do (CASSANDRA-3772).
 * All arithmetic is on halves of 32 bits, since bigint inside the loop would allocate for every step.
 */

const minToken = -(2n ** 63n);
const maxToken = 2n ** 63n - 1n;

const c1 = { hi: 0x87c37b91, lo: 0x114253d5 } as const;
const c2 = { hi: 0x4cf5ad43, lo: 0x2745937f } as const;

/** Result of the last 64-bit operation: an object would be an allocation for each of them. */
let hi = 0;
let lo = 0;

/**
 * The token of a partition key's bytes. The hash -2^63 becomes 2^63-1, since the former marks the ring's beginning;
 * only the empty key, which no row can have, gets it.
 */
export function murmur3Token(key: Uint8Array): bigint {
  const length = key.length;
  if (length === 0) return minToken;
  let h1hi = 0;
  let h1lo = 0;
  let h2hi = 0;
  let h2lo = 0;
  const blocksEnd = length & ~15;
  for (let at = 0; at < blocksEnd; at += 16) {
    scramble1(word(key, at + 4), word(key, at));
    h1hi ^= hi;
    h1lo ^= lo;
    rotate(h1hi, h1lo, 27);
    add(hi, lo, h2hi, h2lo);
    timesFiveAnd(0x52dce729);
    h1hi = hi;
    h1lo = lo;
    scramble2(word(key, at + 12), word(key, at + 8));
    h2hi ^= hi;
    h2lo ^= lo;
    rotate(h2hi, h2lo, 31);
    add(hi, lo, h1hi, h1lo);
    timesFiveAnd(0x38495ab5);
    h2hi = hi;
    h2lo = lo;
  }
  if (length - blocksEnd > 8) {
    signedTail(key, blocksEnd + 8, length);
    scramble2(hi, lo);
    h2hi ^= hi;
    h2lo ^= lo;
  }
  if (length > blocksEnd) {
    signedTail(key, blocksEnd, Math.min(length, blocksEnd + 8));
    scramble1(hi, lo);
    h1hi ^= hi;
    h1lo ^= lo;
  }
  h1lo ^= length;
  h2lo ^= length;
  add(h1hi, h1lo, h2hi, h2lo);
  h1hi = hi;
  h1lo = lo;
  add(h2hi, h2lo, h1hi, h1lo);
  h2hi = hi;
  h2lo = lo;
  finish(h1hi, h1lo);
  h1hi = hi;
  h1lo = lo;
  finish(h2hi, h2lo);
  add(h1hi, h1lo, hi, lo);
  const token = (BigInt(hi) << 32n) | BigInt(lo >>> 0);
  return token === minToken ? maxToken : token;
}

/** Four bytes, little-endian, as a signed 32-bit number. */
function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

/** Up to eight bytes, little-endian, each one extended by its sign before it is shifted and XORed in. */
function signedTail(bytes: Uint8Array, start: number, end: number): void {
  let high = 0;
  let low = 0;
  for (let at = end - 1; at >= start; at--) {
    const signed = ((bytes[at] as number) << 24) >> 24;
    const shift = (at - start) * 8;
    if (shift >= 32) high ^= signed << (shift - 32);
    else {
      low ^= signed << shift;
      high ^= signed >> (shift === 0 ? 31 : 32 - shift);
    }
  }
  hi = high;
  lo = low;
}

function scramble1(khi: number, klo: number): void {
  multiply(khi, klo, c1.hi, c1.lo);
  rotate(hi, lo, 31);
  multiply(hi, lo, c2.hi, c2.lo);
}

function scramble2(khi: number, klo: number): void {
  multiply(khi, klo, c2.hi, c2.lo);
  rotate(hi, lo, 33);
  multiply(hi, lo, c1.hi, c1.lo);
}

function finish(khi: number, klo: number): void {
  shiftXor(khi, klo);
  multiply(hi, lo, 0xff51afd7, 0xed558ccd);
  shiftXor(hi, lo);
  multiply(hi, lo, 0xc4ceb9fe, 0x1a85ec53);
  shiftXor(hi, lo);
}

/** k ^ (k >>> 33) */
function shiftXor(khi: number, klo: number): void {
  hi = khi;
  lo = klo ^ (khi >>> 1);
}

function timesFiveAnd(addend: number): void {
  multiply(hi, lo, 0, 5);
  add(hi, lo, 0, addend);
}

function add(ahi: number, alo: number, bhi: number, blo: number): void {
  const low = (alo >>> 0) + (blo >>> 0);
  hi = (ahi + bhi + (low > 0xffffffff ? 1 : 0)) | 0;
  lo = low | 0;
}

function rotate(khi: number, klo: number, bits: number): void {
  if (bits < 32) {
    hi = (khi << bits) | (klo >>> (32 - bits));
    lo = (klo << bits) | (khi >>> (32 - bits));
  } else {
    hi = (klo << (bits - 32)) | (khi >>> (64 - bits));
    lo = (khi << (bits - 32)) | (klo >>> (64 - bits));
  }
}

/** The low 64 bits of the product, by 16-bit digits of the low halves. */
function multiply(ahi: number, alo: number, bhi: number, blo: number): void {
  const a0 = alo & 0xffff;
  const a1 = alo >>> 16;
  const b0 = blo & 0xffff;
  const b1 = blo >>> 16;
  const low = a0 * b0;
  const cross1 = a0 * b1;
  const cross2 = a1 * b0;
  const middle = (low >>> 16) + (cross1 & 0xffff) + (cross2 & 0xffff);
  const carry = (middle >>> 16) + (cross1 >>> 16) + (cross2 >>> 16);
  hi = (a1 * b1 + carry + Math.imul(ahi, blo) + Math.imul(alo, bhi)) | 0;
  lo = (middle << 16) | (low & 0xffff);
}
