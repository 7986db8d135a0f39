/** Drills whose result was changed on purpose: the verdict must find it. */
import { describe, expect, it } from "vitest";
import { cqlName } from "../../electron/core/drill/control-keyspace.ts";
import { connectTo, endOfDrill, shortWaits, startDrill } from "./drill-run.ts";

describe("what was planted is found", () => {
  it("a prediction that turns out wrong is a condition, not a pass", async () => {
    const running = startDrill("D-06", ["--rf", "3", "--consistency", "ALL", ...shortWaits]);
    await running.line(/baseline$/);
    // Behind the plan's back: with two replicas a third of the writes at ALL goes on without node 3.
    const cql = await connectTo(1);
    const rows = await cql.query("SELECT keyspace_name FROM system_schema.keyspaces");
    const keyspace =
      rows
        .map((row) => (typeof row["keyspace_name"] === "string" ? row["keyspace_name"] : ""))
        .toSorted()
        // The newest: runs that did not pass keep their keyspace.
        .findLast((name) => name.startsWith("ringdrill_d06")) ?? "";
    await cql.query(
      `ALTER KEYSPACE ${cqlName(keyspace)} WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 2}`,
    );
    cql.close();
    const end = await endOfDrill(running);
    expect(end.result.verdict).toBe("passed with conditions");
    expect(end.result.reasons.join(" ")).toContain("Predicted:");
    expect(end.result.predictionMatched).toBe(false);
    expect(end.code).toBe(0);
  });

  it("one acknowledged row that is gone makes the drill fail", async () => {
    const running = startDrill("D-06", ["--rf", "3", "--consistency", "QUORUM", ...shortWaits]);
    await running.line(/up in all views/);
    const cql = await connectTo(1);
    const rows = await cql.query("SELECT keyspace_name FROM system_schema.keyspaces");
    const keyspace =
      rows
        .map((row) => (typeof row["keyspace_name"] === "string" ? row["keyspace_name"] : ""))
        .toSorted()
        // The newest: runs that did not pass keep their keyspace.
        .findLast((name) => name.startsWith("ringdrill_d06")) ?? "";
    await cql.query(
      `DELETE FROM ${cqlName(keyspace)}.ledger WHERE shard = ? AND seq = ?`,
      [0, 7n],
      { consistency: "ALL" },
    );
    const end = await endOfDrill(running);
    expect({ verdict: end.result.verdict, lost: end.result.ledger.lost, code: end.code }).toEqual({
      verdict: "failed",
      lost: 1,
      code: 1,
    });
    const final = end.journal.find(
      (entry) => entry.type === "audit" && entry.audit.kind === "final",
    );
    expect(final?.type === "audit" && final.audit.missingKeys).toEqual(["0/7"]);
    await cql.query(`DROP KEYSPACE ${cqlName(keyspace)}`, [], { timeoutMs: 60_000 });
    cql.close();
  });
});
