import { expect, test } from "vitest";
import type { DrillPlan, Impact } from "../../../shared/contract/drill.ts";
import { impactRows } from "./impact-rows.ts";

const impact = (
  keyspace: string,
  operation: "read" | "write",
  detected: Impact["detected"],
): Impact => ({
  keyspace,
  operation,
  consistency: "QUORUM",
  affectedShare: 1,
  undetected: "goes on",
  detected,
  failingShare: detected === "refused" ? 1 : 0,
});

test("reads and writes that fare alike share a row, others do not, and the run's own keyspace is first", () => {
  const rows = impactRows({
    load: { keyspace: "ringdrill_1" } as DrillPlan["load"],
    impact: [
      impact("shop", "read", "goes on"),
      impact("shop", "write", "refused"),
      impact("ringdrill_1", "write", "goes on"),
      impact("ringdrill_1", "read", "goes on"),
    ],
  });
  expect(rows.map((row) => [row.impact.keyspace, row.operations, row.own])).toEqual([
    ["ringdrill_1", ["write", "read"], true],
    ["shop", ["read"], false],
    ["shop", ["write"], false],
  ]);
});
