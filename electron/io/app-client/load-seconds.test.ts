import { expect, test } from "vitest";
import { LoadSeconds } from "./load-seconds.ts";

test("a request counts for the second in which it was due, with its time from then", () => {
  const seconds = new LoadSeconds();
  seconds.due("app", "write", 10_500);
  seconds.due("app", "write", 10_600);
  seconds.due("app", "write", 11_100);
  seconds.answered("app", "write", 11_100, "ok", 2);
  seconds.answered("app", "write", 10_500, "ok", 4);
  expect(seconds.take(12_000)).toEqual([]);
  seconds.answered("app", "write", 10_600, "unknown", 2_000, "write timeout");
  const common = { client: "app", op: "write", refused: 0, missing: 0 };
  expect(seconds.take(12_600)).toEqual([
    {
      ...common,
      at: 10_000,
      intended: 2,
      ok: 1,
      unknown: 1,
      p50Ms: 4,
      p99Ms: 4,
      maxMs: 4,
      errors: { "write timeout": 1 },
    },
    {
      ...common,
      at: 11_000,
      intended: 1,
      ok: 1,
      unknown: 0,
      p50Ms: 2,
      p99Ms: 2,
      maxMs: 2,
      errors: {},
    },
  ]);
  expect(seconds.take(99_000)).toEqual([]);
});

test("a second that is not over is kept back, and so is all that follows one that waits", () => {
  const seconds = new LoadSeconds();
  seconds.due("probe", "read", 20_010);
  seconds.answered("probe", "read", 20_010, "missing", 1, "row missing");
  expect(seconds.take(20_999)).toEqual([]);
  expect(seconds.take(21_000)).toMatchObject([{ intended: 1, ok: 0, missing: 1, p50Ms: 1 }]);
});

test("seconds come in order also when their first requests did not", () => {
  const seconds = new LoadSeconds();
  for (const at of [32_000, 30_000, 31_000]) {
    seconds.due("app", "write", at);
    seconds.answered("app", "write", at, "refused", 1, "unavailable");
  }
  const taken = seconds.take(40_000);
  expect(taken.map(({ at }) => at)).toEqual([30_000, 31_000, 32_000]);
  expect(taken[0]).toMatchObject({ refused: 1, p50Ms: null, p99Ms: null, maxMs: null });
});

test("clients and operations are counted apart", () => {
  const seconds = new LoadSeconds();
  for (const [client, op] of [
    ["app", "read"],
    ["app", "write"],
    ["probe", "write"],
  ] as const) {
    seconds.due(client, op, 1_000);
    seconds.answered(client, op, 1_000, "ok", 1);
  }
  expect(seconds.take(2_000).map(({ client, op }) => `${client} ${op}`)).toEqual([
    "app read",
    "app write",
    "probe write",
  ]);
});
