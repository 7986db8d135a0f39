import type { ColumnSpec } from "../../../shared/cql/column-specs.ts";
import type { RowsResult } from "../../../shared/cql/response.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import type { FailureDetail } from "../../../shared/facts/failure.ts";
import type { CqlSession } from "../../core/deps.ts";
import { createPinnedCql } from "./pinned-cql.ts";
import { startScriptedNode } from "./scripted-node.ts";
import type { Script, ScriptedNode } from "./scripted-node.ts";

/** The one column of the table that scripted nodes have: `k int`. */
export const keyColumn: ColumnSpec = {
  keyspace: "ks",
  table: "t",
  name: "k",
  type: { kind: "int" },
};

/** An answer with these keys as rows. */
export function rowsOfKeys(...keys: readonly number[]): RowsResult {
  return { kind: "rows", columns: [keyColumn], rows: keys.map((k) => ({ k })) };
}

/** Runs a test with a session on a scripted node, and ends both. */
export async function withSession(
  script: Script,
  test: (session: CqlSession, node: ScriptedNode) => Promise<void>,
): Promise<void> {
  await using node = await startScriptedNode(script);
  const target = { host: "127.0.0.1", port: node.port, connectTimeoutMs: 5000 };
  const session = await createPinnedCql().connect(target);
  try {
    await test(session, node);
  } finally {
    session.close();
  }
}

/** What the failure of something says; throws when it did not fail, or in another way. */
export async function detailOf(work: Promise<unknown>): Promise<FailureDetail> {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome.status === "fulfilled") throw new Error("It did not fail");
  if (outcome.reason instanceof Failure) return outcome.reason.detail;
  throw outcome.reason;
}
