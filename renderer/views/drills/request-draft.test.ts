import { expect, test } from "vitest";
import { drillRequestSchema } from "../../../shared/contract/drill.ts";
import { newDraft, requestOf } from "./request-draft.ts";

const draft = newDraft("127.0.0.3", { load: "write", consistency: "QUORUM", rf: 3 });

test("what was left empty is left to the host", () => {
  expect(requestOf("D-06", draft)).toEqual({
    drill: "D-06",
    node: "127.0.0.3",
    load: "write",
    consistency: "QUORUM",
    rf: 3,
  });
});

test("seconds become milliseconds, and a reason too short is no override", () => {
  const request = requestOf("D-06", {
    ...draft,
    rate: "500",
    waits: { ...draft.waits, observeMs: "7.5", leaseMs: "abc" },
    overrides: { "clock offsets": "ntp is being repaired", "free disk": "x" },
  });
  expect(request).toMatchObject({
    ratePerSecond: 500,
    waits: { observeMs: 7_500 },
    overrides: [{ check: "clock offsets", reason: "ntp is being repaired" }],
  });
  expect(drillRequestSchema.safeParse(request).success).toBe(true);
});
