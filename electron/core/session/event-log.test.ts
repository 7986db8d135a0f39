import { expect, test } from "vitest";
import { FakeStore } from "../../../test/fixtures/core/fake-store.ts";
import { EventLog } from "./event-log.ts";

const event = (at: number, text: string) => ({ at, node: "n", kind: "seen up or down", text });

test("events of an earlier session are shown again, and what a log tells a second time is not told twice", async () => {
  const store = new FakeStore();
  store.kept.push(event(1_000, "n holds m for down."));
  const log = new EventLog(store, "p");
  await log.recall(0);
  log.add(event(1_003, "n holds m for down."));
  log.add(event(9_000, "n holds m for up."));
  log.add(event(5_000, "n holds o for down."));
  expect(log.events.map(({ at }) => at)).toEqual([1_000, 5_000, 9_000]);
  expect(store.kept.map(({ at }) => at)).toEqual([1_000, 9_000, 5_000]);
});
