import { expect, test } from "vitest";
import { ledgerCoverage, ledgerToken, probeSeqs } from "./ledger-coverage.ts";

/** Four sets by the two highest bits of the token. */
const setOf = (token: bigint): string => `set${(token >> 62n) & 3n}`;
const sets = ["set0", "set1", "set2", "set3"];

test("each replica set gets one key, in the order of the sets", () => {
  const { seqs, without } = probeSeqs(setOf, sets);
  expect(without).toEqual([]);
  expect(seqs.map((seq) => setOf(ledgerToken(1, seq)))).toEqual(sets);
});

test("a set that no key reaches is named", () => {
  expect(probeSeqs(setOf, [...sets, "nowhere"], 1, 1_000).without).toEqual(["nowhere"]);
});

test("coverage counts the sets that have a row and the fewest rows of one", () => {
  const { seqs } = probeSeqs(setOf, sets);
  const keys = seqs.slice(0, 3).map((seq) => [1, seq] as const);
  expect(ledgerCoverage(keys, setOf, sets)).toEqual({ replicaSets: 4, hit: 3, leastKeys: 0 });
  const all = [...seqs, ...seqs].map((seq) => [1, seq] as const);
  expect(ledgerCoverage(all, setOf, sets)).toEqual({ replicaSets: 4, hit: 4, leastKeys: 2 });
});

test("a keyspace without replica sets is covered by nothing", () => {
  expect(ledgerCoverage([[0, 1]], setOf, [])).toEqual({ replicaSets: 0, hit: 0, leastKeys: 0 });
});
