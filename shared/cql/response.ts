import type { ColumnSpec } from "./column-specs.ts";
import type { CqlErrorDetail } from "./server-error.ts";
import type { CqlRow } from "./value.ts";

type SchemaTarget =
  | { readonly target: "KEYSPACE" }
  | { readonly target: "TABLE" | "TYPE"; readonly name: string }
  | {
      readonly target: "FUNCTION" | "AGGREGATE";
      readonly name: string;
      readonly argumentTypes: readonly string[];
    };

/** A change of the schema, as the result of a statement or as an event. */
export type SchemaChange = {
  readonly change: "CREATED" | "UPDATED" | "DROPPED";
  readonly keyspace: string;
} & SchemaTarget;

export type CqlEvent =
  | {
      readonly kind: "topology change" | "status change";
      /** NEW_NODE, REMOVED_NODE, MOVED_NODE; UP, DOWN. */
      readonly change: string;
      readonly address: string;
      readonly port: number;
    }
  | ({ readonly kind: "schema change" } & SchemaChange);

/** What a PREPARE gives. */
export interface PreparedStatement {
  readonly id: Uint8Array;
  /** The markers to bind, in order. */
  readonly binds: readonly ColumnSpec[];
  /** Places among `binds` of the partition key's columns, in key order; empty when not all are bound. */
  readonly partitionKey: readonly number[];
  /** Columns of the result; empty when it gives no rows. */
  readonly columns: readonly ColumnSpec[];
}

export interface RowsResult {
  readonly kind: "rows";
  readonly columns: readonly ColumnSpec[];
  readonly rows: readonly CqlRow[];
  /** Where the next page begins; absent on the last one. */
  readonly pagingState?: Uint8Array | undefined;
}

/** What a node can answer (v4 specification, section 4.2). */
export type CqlResponse =
  | { readonly kind: "ready" | "void" }
  | { readonly kind: "error"; readonly error: CqlErrorDetail }
  | { readonly kind: "authenticate"; readonly authenticator: string }
  | { readonly kind: "auth challenge" | "auth success"; readonly token: Uint8Array | null }
  | { readonly kind: "supported"; readonly options: ReadonlyMap<string, readonly string[]> }
  | RowsResult
  | { readonly kind: "set keyspace"; readonly keyspace: string }
  | { readonly kind: "prepared"; readonly prepared: PreparedStatement }
  | { readonly kind: "schema change"; readonly change: SchemaChange }
  | { readonly kind: "event"; readonly event: CqlEvent };

/** What may stand before a response's body, by the frame's flags. */
export interface ResponseEnvelope {
  readonly tracingId?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
  readonly customPayload?: ReadonlyMap<string, Uint8Array | null> | undefined;
}
