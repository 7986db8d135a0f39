import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRows, noRow, sameRow, valuesOf, type Cell, type Row } from "./row.ts";
import { decodeRow, encodeRow } from "./row-record.ts";

const at = fc.integer({ min: 1, max: 6 });
const cell: fc.Arbitrary<Cell> = fc.record({
  value: fc.option(fc.uint8Array({ maxLength: 2 }), { nil: undefined }),
  at,
  expiresAt: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
});
const row: fc.Arbitrary<Row> = fc.record({
  marker: fc.option(
    fc.record({ at, expiresAt: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }) }),
    { nil: undefined },
  ),
  deletedAt: fc.option(at, { nil: undefined }),
  cells: fc
    .array(fc.tuple(fc.constantFrom("a", "b", "c"), cell), { maxLength: 3 })
    .map((cells) => new Map(cells)),
});

const values = (each: Row): unknown => {
  const found = valuesOf(each, 0);
  return found === undefined ? undefined : [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
};

test("replicas that saw the same changes in any order, some of them twice, show the same row", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.infiniteStream(fc.nat()), (changes, picks) => {
      const all = changes.reduce(mergeRows, noRow);
      const others = [...changes, ...changes.slice(0, 2)];
      let other = noRow;
      while (others.length > 0) {
        const [pick = 0] = picks.take(1);
        other = mergeRows(other, others.splice(pick % others.length, 1)[0] ?? noRow);
      }
      expect(values(other)).toEqual(values(all));
    }),
  );
});

test("a row read back from its bytes is the same", () => {
  fc.assert(
    fc.property(row, (one) => {
      expect(sameRow(decodeRow(encodeRow(one)), one)).toBe(true);
    }),
  );
});

const written = (value: number, time: number): Row => ({
  marker: { at: time, expiresAt: undefined },
  deletedAt: undefined,
  cells: new Map([["a", { value: Uint8Array.of(value), at: time, expiresAt: undefined }]]),
});
const deleted = (time: number): Row => ({ ...noRow, deletedAt: time });

test("the newest write wins, of two at the same time the greater value", () => {
  expect(values(mergeRows(written(1, 5), written(9, 4)))).toEqual([["a", Uint8Array.of(1)]]);
  expect(values(mergeRows(written(1, 5), written(9, 5)))).toEqual([["a", Uint8Array.of(9)]]);
});

test("a deletion takes what was written before it and at the same time, and nothing later", () => {
  expect(values(mergeRows(written(1, 5), deleted(5)))).toBeUndefined();
  expect(values(mergeRows(deleted(4), written(1, 5)))).toEqual([["a", Uint8Array.of(1)]]);
});

test("a row that was inserted is there without a value, one that was updated to null is not", () => {
  const cells = new Map([["a", { value: undefined, at: 2, expiresAt: undefined }]]);
  expect(values({ marker: { at: 1, expiresAt: undefined }, deletedAt: undefined, cells })).toEqual(
    [],
  );
  expect(values({ ...noRow, cells })).toBeUndefined();
});

test("what has a time to live is gone when it is over", () => {
  const once: Row = {
    marker: { at: 1, expiresAt: 100 },
    deletedAt: undefined,
    cells: new Map([["a", { value: Uint8Array.of(1), at: 1, expiresAt: 100 }]]),
  };
  expect(valuesOf(once, 99.9)?.size).toBe(1);
  expect(valuesOf(once, 100)).toBeUndefined();
});
