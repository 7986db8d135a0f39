/** What nodes of the model send each other. */
import type { SchemaEntry } from "../schema/schema.ts";
import type { Digest, EndpointState } from "./endpoint-state.ts";

/** A row to write: the table by its id, so that a table of the same name that was made anew does not get it. */
export interface Mutation {
  readonly tableId: string;
  readonly key: Uint8Array;
  /** As `encodeRow` writes it. */
  readonly row: Uint8Array;
}

/** Order of proposals for a row: by time, then by the proposing node's address. */
export interface Ballot {
  /** Microseconds. */
  readonly at: number;
  readonly by: string;
}

export interface Proposal {
  readonly ballot: Ballot;
  readonly mutation: Mutation;
}

/** What a node is asked to do. */
export type Request =
  | { readonly kind: "echo" }
  | { readonly kind: "mutation" | "hint"; readonly mutation: Mutation }
  | { readonly kind: "read"; readonly tableId: string; readonly key: Uint8Array }
  | {
      readonly kind: "range";
      readonly tableId: string;
      readonly after: string;
      readonly upTo: string;
      readonly limit: number;
    }
  | { readonly kind: "truncate"; readonly tableId: string }
  | { readonly kind: "schema push"; readonly entries: readonly SchemaEntry[] }
  | { readonly kind: "schema pull" }
  | {
      readonly kind: "prepare";
      readonly tableId: string;
      readonly key: Uint8Array;
      readonly ballot: Ballot;
    }
  | { readonly kind: "propose"; readonly proposal: Proposal }
  | { readonly kind: "commit"; readonly proposal: Proposal };

export type Reply =
  | { readonly kind: "done" }
  /** Undefined: no such row. */
  | { readonly kind: "row"; readonly row: Uint8Array | undefined }
  | { readonly kind: "rows"; readonly rows: readonly (readonly [place: string, row: Uint8Array])[] }
  | { readonly kind: "schema"; readonly entries: readonly SchemaEntry[] }
  | {
      readonly kind: "promise";
      readonly granted: boolean;
      /** The highest ballot that this replica promised or accepted. */
      readonly highest: Ballot;
      /** Accepted and not known to be committed. */
      readonly accepted: Proposal | undefined;
      readonly row: Uint8Array | undefined;
    }
  | { readonly kind: "accepted"; readonly accepted: boolean; readonly highest: Ballot }
  | { readonly kind: "failed"; readonly why: string };

export type Message =
  | { readonly kind: "syn"; readonly digests: readonly Digest[] }
  | {
      readonly kind: "ack";
      readonly states: readonly EndpointState[];
      /** Addresses, with what is known of them, whose newer state the receiver shall send. */
      readonly wanted: readonly Digest[];
    }
  | { readonly kind: "ack2"; readonly states: readonly EndpointState[] }
  | { readonly kind: "shutdown"; readonly address: string }
  | {
      readonly kind: "request";
      readonly id: number;
      /** Wall clock of the sender; a request that comes later is dropped. */
      readonly expiresAt: number;
      readonly request: Request;
    }
  | { readonly kind: "reply"; readonly id: number; readonly reply: Reply };
