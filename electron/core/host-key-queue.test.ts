import { expect, test } from "vitest";
import { FakeClock } from "../../test/fixtures/core/fake-clock.ts";
import { HostKeyQueue } from "./host-key-queue.ts";

const question = { host: "n1", port: 22, keyType: "ssh-ed25519", fingerprint: "SHA256:abc" };

test("a question waits until it is answered, and the same key of the same host is asked about once", async () => {
  const clock = new FakeClock();
  const queue = new HostKeyQueue(clock);
  const before = await queue.next(0);
  const waiting = queue.next(before.seq);
  const [first, second] = [queue.decide(question), queue.decide(question)];
  const { asks, seq } = await waiting;
  expect(asks).toEqual([{ id: "1", ...question }]);
  expect(queue.answer("1", true)).toBe(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect((await queue.next(seq)).asks).toEqual([]);
  expect(queue.answer("1", false)).toBe(false);
  queue.close();
});

test("what nobody answers for ten minutes is a no, and so is what is open at the end", async () => {
  const clock = new FakeClock();
  const queue = new HostKeyQueue(clock);
  const asked = queue.decide(question);
  await clock.advance(10 * 60_000);
  expect(await asked).toBe(false);
  const open = queue.decide(question);
  queue.close();
  expect(await open).toBe(false);
});
