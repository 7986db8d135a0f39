import fc from "fast-check";
import { expect, test } from "vitest";
import { murmur3Token } from "../../cql/murmur3-token.ts";
import { keyOfPlace, placeAfterToken, placeOf, placeOfToken } from "./partition-place.ts";
import { MemoryRowLog } from "./row-log.ts";
import type { Row } from "./row.ts";
import { TableStore } from "./table-store.ts";

const row = (value: number, at: number): Row => ({
  marker: undefined,
  deletedAt: undefined,
  cells: new Map([["v", { value: Uint8Array.of(value), at, expiresAt: undefined }]]),
});
const valueOf = (found: Row | undefined) => found?.cells.get("v")?.value?.[0];

test("places sort as tokens do, and then by key", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (token) => {
      const place = placeOf(Uint8Array.of(7), token);
      expect(placeOfToken(token) < place && place < placeAfterToken(token)).toBe(true);
      if (token < 2n ** 63n - 1n)
        expect(placeAfterToken(token) < placeOfToken(token + 1n)).toBe(true);
      expect(keyOfPlace(place)).toEqual(Uint8Array.of(7));
    }),
  );
});

test("a store gives what was written last, in order, after a restart as well", () => {
  const keys = fc.uint8Array({ minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.nat(255)), { maxLength: 40 }), (writes) => {
      const log = new MemoryRowLog();
      const store = new TableStore(log);
      const expected = new Map<string, number>();
      for (const [i, [key, value]] of writes.entries()) {
        store.apply(key, row(value, i + 1));
        expected.set(placeOf(key), value);
        // A look in between must not freeze the order.
        if (i % 7 === 0) store.scan("", "\uffff", 3);
      }
      const inOrder = [...expected].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const each of [store, new TableStore(log)]) {
        expect(each.size).toBe(expected.size);
        const found = each.scan("", "\uffff", 1_000);
        expect(found.map(({ place, row: at }) => [place, valueOf(at)])).toEqual(inOrder);
        for (const [key] of writes)
          expect(valueOf(each.read(key))).toBe(expected.get(placeOf(key)));
      }
    }),
  );
});

test("a scan takes what lies after its beginning and up to its end, no more than asked for", () => {
  const store = new TableStore(new MemoryRowLog());
  const keys = Array.from({ length: 50 }, (_, i) => Uint8Array.of(i, 1));
  for (const key of keys) store.apply(key, row(1, 1));
  const tokens = keys.map((key) => murmur3Token(key)).toSorted((a, b) => (a < b ? -1 : 1));
  const [from, to] = [tokens[9] ?? 0n, tokens[29] ?? 0n];
  expect(store.scan(placeAfterToken(from), placeAfterToken(to), 100)).toHaveLength(20);
  expect(store.scan(placeAfterToken(from), placeAfterToken(to), 5)).toHaveLength(5);
});

test("what is there already is not written again", () => {
  const log = new MemoryRowLog();
  const store = new TableStore(log);
  store.apply(Uint8Array.of(1), row(1, 5));
  const { bytes } = log;
  store.apply(Uint8Array.of(1), row(1, 5));
  store.apply(Uint8Array.of(1), row(0, 4));
  expect(log.bytes).toBe(bytes);
});

test("an empty store has nothing to give", () => {
  const store = new TableStore(new MemoryRowLog());
  expect([store.read(Uint8Array.of(1)), store.scan("", "\uffff", 10)]).toEqual([undefined, []]);
});
