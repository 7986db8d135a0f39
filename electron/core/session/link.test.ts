import { expect, test } from "vitest";
import { FakeClock } from "../../../test/fixtures/core/fake-clock.ts";
import type { Reach } from "../../../shared/contract/cluster-view.ts";
import { Failure, type FailureDetail } from "../../../shared/facts/failure.ts";
import { Beat } from "./beat.ts";
import { keepLink } from "./link.ts";

const lost: FailureDetail = {
  hop: "tcp",
  kind: "connection lost",
  node: "n",
  message: "n: lost.",
  next: "Look.",
};

function world() {
  const clock = new FakeClock();
  const beat = new Beat(clock, 10_000);
  const reaches: Reach[] = [];
  const end = new AbortController();
  const common = {
    clock,
    beat,
    node: "n",
    hop: "tcp" as const,
    connectTimeoutMs: 5_000,
    onReach: (reach: Reach) => void reaches.push(reach),
  };
  return { clock, beat, reaches, end, common };
}

test("a connection that never comes is given up in time, closed if it comes late, and tried again with pauses up to a beat", async () => {
  const { clock, reaches, end, common } = world();
  const attempts: number[] = [];
  let lateOnesClosed = 0;
  const start = clock.now();
  const done = keepLink(
    {
      ...common,
      connect: async () => {
        attempts.push(clock.now() - start);
        await clock.sleep(8_000);
        return {
          closed: new Promise<FailureDetail>(() => undefined),
          close: () => void lateOnesClosed++,
        };
      },
      use: () => new Promise(() => undefined),
    },
    end.signal,
  );
  await clock.advance(45_000);
  expect(attempts).toEqual([0, 6_000, 13_000, 22_000, 35_000]);
  expect(lateOnesClosed).toBe(5);
  expect(reaches.at(-1)).toMatchObject({
    state: "failed",
    since: start + 5_000,
    failure: { kind: "time-out" },
  });
  end.abort();
  await clock.advance(10_000);
  await done;
});

test("the time stands still while somebody is being asked", async () => {
  const { clock, reaches, end, common } = world();
  let asking = true;
  const answered = Promise.withResolvers<void>();
  const done = keepLink(
    {
      ...common,
      paused: () => asking,
      connect: async () => {
        await answered.promise;
        return { closed: new Promise<FailureDetail>(() => undefined), close: () => undefined };
      },
      use: (_, ended) => new Promise((resolve) => ended.addEventListener("abort", () => resolve())),
    },
    end.signal,
  );
  await clock.advance(60_000);
  expect(reaches).toMatchObject([{ state: "connecting" }]);
  asking = false;
  answered.resolve();
  await clock.advance(10);
  expect(reaches.at(-1)).toMatchObject({ state: "connected" });
  end.abort();
  await clock.advance(1);
  await done;
});

test("silence on an open connection is told as failing since the last answer, and taken back with the next one", async () => {
  const { clock, reaches, end, common } = world();
  const gone = Promise.withResolvers<FailureDetail>();
  const done = keepLink(
    {
      ...common,
      connect: () => Promise.resolve({ closed: gone.promise, close: () => undefined }),
      use: async (_, ended, report) => {
        await clock.sleep(1_000);
        report.answered();
        await clock.sleep(4_000);
        report.failed(new Error("hm"));
        await clock.sleep(4_000);
        report.answered();
        await new Promise<void>((resolve) => ended.addEventListener("abort", () => resolve()));
      },
    },
    end.signal,
  );
  const start = clock.now();
  await clock.advance(9_500);
  expect(
    reaches.map((reach) => ("since" in reach ? [reach.state, reach.since - start] : [])),
  ).toEqual([
    ["connecting", 0],
    ["connected", 0],
    ["failed", 1_000],
    ["connected", 9_000],
  ]);
  gone.resolve(lost);
  await clock.advance(10);
  expect(reaches.at(-1)).toMatchObject({ state: "failed", failure: lost });
  end.abort();
  await clock.advance(1_000);
  await done;
});

test("a login that was refused is not tried again until a minute is over or somebody asks for it", async () => {
  const { clock, beat, end, common } = world();
  let attempts = 0;
  const refused: FailureDetail = { ...lost, kind: "authentication refused" };
  const done = keepLink(
    {
      ...common,
      connect: () => {
        attempts++;
        return Promise.reject(new Failure(refused));
      },
      use: () => Promise.resolve(),
    },
    end.signal,
  );
  await clock.advance(59_000);
  expect(attempts).toBe(1);
  await clock.advance(2_000);
  expect(attempts).toBe(2);
  beat.wake();
  await clock.advance(10);
  expect(attempts).toBe(3);
  end.abort();
  await clock.advance(1);
  await done;
});
