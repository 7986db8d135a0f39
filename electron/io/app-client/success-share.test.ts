import { expect, test } from "vitest";
import { SuccessShare } from "./success-share.ts";

test("answers are counted by tenths of a second, and a tenth without any is two zeros", () => {
  const share = new SuccessShare();
  share.add(1_010, true);
  share.add(1_090, false);
  share.add(1_310, true);
  expect(share.take(1_399)).toEqual([
    { at: 1_000, ok: 1, bad: 1 },
    { at: 1_100, ok: 0, bad: 0 },
    { at: 1_200, ok: 0, bad: 0 },
  ]);
  expect(share.take(1_400)).toEqual([{ at: 1_300, ok: 1, bad: 0 }]);
});
