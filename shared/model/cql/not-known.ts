import { CqlServerError } from "../../cql/server-error.ts";

/** The answer to CQL that a real node would understand and the simulator does not. */
export function notKnown(what: string): CqlServerError {
  return new CqlServerError({
    kind: "invalid",
    message: `The simulated cluster does not know this: ${what.slice(0, 120)}`,
  });
}
