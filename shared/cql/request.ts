import type { ConsistencyLevel } from "./consistency-level.ts";
import type { QueryParameters, WireValue } from "./query-parameters.ts";

/** One statement of a batch: its text, or the id of a prepared one. */
export interface BatchStatement {
  readonly statement: string | Uint8Array;
  readonly values: readonly WireValue[];
}

/** What a client can ask (v4 specification, section 4.1). */
export type CqlRequest =
  | { readonly kind: "startup"; readonly options: ReadonlyMap<string, string> }
  | { readonly kind: "options" }
  | { readonly kind: "auth response"; readonly token: Uint8Array | null }
  | { readonly kind: "query"; readonly cql: string; readonly parameters: QueryParameters }
  | { readonly kind: "prepare"; readonly cql: string }
  | { readonly kind: "execute"; readonly id: Uint8Array; readonly parameters: QueryParameters }
  | { readonly kind: "register"; readonly events: readonly string[] }
  | {
      readonly kind: "batch";
      readonly type: "logged" | "unlogged" | "counter";
      readonly statements: readonly BatchStatement[];
      readonly consistency: ConsistencyLevel;
      readonly serialConsistency?: ConsistencyLevel | undefined;
      readonly timestampMicros?: bigint | undefined;
    };
