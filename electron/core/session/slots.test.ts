import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("no more work than there are places, the longest waiting first, and who gives up takes none", async () => {
  const slots = new Slots(1);
  const forever = new AbortController().signal;
  const impatience = new AbortController();
  const order: string[] = [];
  const free = await slots.take(forever);
  const impatient = slots
    .take(impatience.signal)
    .then((place) => order.push(place === undefined ? "gave up" : "took"));
  const second = slots.take(forever).then((place) => {
    order.push("second");
    return place;
  });
  impatience.abort();
  await impatient;
  free?.();
  free?.();
  (await second)?.();
  const third = await slots.take(forever);
  expect(third).toBeDefined();
  expect(order).toEqual(["gave up", "second"]);
});
