import { CqlServerError } from "../../cql/server-error.ts";
import { MalformedCql } from "../../cql/malformed.ts";
import { WireReader } from "../../cql/wire-reader.ts";
import { WireWriter } from "../../cql/wire-writer.ts";

/** Where the next page of a result begins. */
export interface PagingPlace {
  /** After this place of the ring, for scans; a row's number, for tables that a node makes itself. */
  readonly after: string;
  /** Rows that LIMIT still allows; -1 without one. */
  readonly remaining: number;
}

/** As the bytes that a client hands back. */
export function encodePaging({ after, remaining }: PagingPlace): Uint8Array {
  const writer = new WireWriter(64);
  writer.int(remaining);
  for (let i = 0; i < after.length; i++) writer.short(after.charCodeAt(i));
  return writer.written();
}

/** @throws CqlServerError (protocol) for bytes that are not one */
export function decodePaging(bytes: Uint8Array): PagingPlace {
  try {
    const reader = new WireReader(bytes);
    const remaining = reader.int();
    let after = "";
    while (reader.left > 0) after += String.fromCharCode(reader.short());
    return { after, remaining };
  } catch (error) {
    if (!(error instanceof MalformedCql)) throw error;
    throw new CqlServerError({ kind: "protocol", message: "Invalid value for the paging state" });
  }
}
