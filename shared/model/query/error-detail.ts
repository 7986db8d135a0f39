import type { CqlErrorDetail, CqlServerError } from "../../cql/server-error.ts";

/** The fields of an error as they go onto the wire. */
export function detailOf(error: CqlServerError): CqlErrorDetail {
  // A CqlServerError has exactly the fields of the detail that it was made of.
  return {
    ...Object.fromEntries(Object.entries(error)),
    kind: error.kind,
    message: error.message,
  } as unknown as CqlErrorDetail;
}
