/**
 * What an error of cassandra-driver 4.10 says about a request, from its source (lib/request-execution.js,
 * lib/request-handler.js, lib/writers.js). "refused" is only said when the request was definitely not carried out:
 * a row that is called refused and turns up later would be a false alarm of the audit, and one that is called unknown
 * costs nothing.
 */
import cassandra from "cassandra-driver";

export interface RequestError {
  readonly outcome: "refused" | "unknown";
  /** In the words of the report: "unavailable", "write timeout", "client time-out", … */
  readonly kind: string;
  /** Code for the ledger: the protocol's from 0x1000 on, the client's own below. */
  readonly code: number;
}

/** The ledger's codes for what no node answered. */
export const clientCodes = {
  timeOut: 1,
  connectionLost: 2,
  notWrittenToSocket: 3,
  noHost: 4,
  notSent: 5,
  noAnswerAtStop: 6,
  driver: 7,
  busy: 8,
} as const;

/** Codes of the native protocol v4, section 9, and whether the coordinator says it before it sends anything. */
const responses: ReadonlyMap<number, { readonly kind: string; readonly before: boolean }> = new Map(
  [
    [0x0000, { kind: "server error", before: false }],
    [0x000a, { kind: "protocol error", before: false }],
    [0x0100, { kind: "bad credentials", before: true }],
    [0x1000, { kind: "unavailable", before: true }],
    // Too many hints in flight: a part of the write may already be sent.
    [0x1001, { kind: "overloaded", before: false }],
    [0x1002, { kind: "bootstrapping", before: true }],
    [0x1003, { kind: "truncate error", before: false }],
    [0x1100, { kind: "write timeout", before: false }],
    [0x1200, { kind: "read timeout", before: false }],
    [0x1300, { kind: "read failure", before: false }],
    [0x1400, { kind: "function failure", before: false }],
    [0x1500, { kind: "write failure", before: false }],
    [0x2000, { kind: "syntax error", before: true }],
    [0x2100, { kind: "unauthorized", before: true }],
    // Guardrails say it too.
    [0x2200, { kind: "invalid", before: true }],
    [0x2300, { kind: "config error", before: true }],
    [0x2500, { kind: "unprepared", before: true }],
  ],
);

/** Classifies what `client.execute` threw. */
export function classifyError(error: unknown): RequestError {
  const { errors } = cassandra;
  if (error instanceof errors.ResponseError) return responseError(error.code);
  if (error instanceof errors.OperationTimedOutError) {
    return { outcome: "unknown", kind: "client time-out", code: clientCodes.timeOut };
  }
  if (error instanceof errors.BusyConnectionError) {
    return { outcome: "refused", kind: "connections busy", code: clientCodes.busy };
  }
  if (error instanceof errors.NoHostAvailableError) return noHost(error.innerErrors);
  if (isSocketError(error)) {
    return neverWritten(error)
      ? {
          outcome: "refused",
          kind: "not written to the socket",
          code: clientCodes.notWrittenToSocket,
        }
      : { outcome: "unknown", kind: "connection lost", code: clientCodes.connectionLost };
  }
  return { outcome: "unknown", kind: "driver error", code: clientCodes.driver };
}

/** Address of the coordinator that the driver notes on an error, `host:port`. */
export function coordinatorOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("coordinator" in error)) return undefined;
  return typeof error.coordinator === "string" ? error.coordinator : undefined;
}

function responseError(code: number): RequestError {
  const known = responses.get(code);
  return {
    outcome: known?.before === true ? "refused" : "unknown",
    kind: known?.kind ?? `error 0x${code.toString(16).padStart(4, "0")}`,
    code,
  };
}

/**
 * Every host of the plan was tried or passed over. The inner error of a host is the last that happened there: a text for
 * one that was passed over, null for one that was asked and said nothing yet.
 */
function noHost(inner: unknown): RequestError {
  const known = typeof inner === "object" && inner !== null;
  const all: readonly unknown[] = known ? Object.values(inner) : [];
  const refusal = all.find((error) => isResponse(error) && error.code === 0x1000);
  const outcome = known && all.every(neverSent) ? "refused" : "unknown";
  // The driver tries "unavailable" once more on the next host; when there is none, this is still what was answered.
  if (refusal !== undefined) return { outcome, kind: "unavailable", code: 0x1000 };
  return { outcome, kind: "no host available", code: clientCodes.noHost };
}

function neverSent(error: unknown): boolean {
  if (error === "Host considered as DOWN") return true;
  if (isResponse(error)) return responses.get(error.code)?.before === true;
  if (error instanceof cassandra.errors.BusyConnectionError) return true;
  if (isSocketError(error)) return neverWritten(error);
  // lib/host-connection-pool.js, before anything is borrowed.
  return error instanceof Error && error.message === "No connection available";
}

function isResponse(error: unknown): error is { readonly code: number } {
  return error instanceof cassandra.errors.ResponseError;
}

function isSocketError(error: unknown): boolean {
  return flag(error, "isSocketError");
}

function neverWritten(error: unknown): boolean {
  return flag(error, "requestNotWritten");
}

function flag(error: unknown, name: string): boolean {
  return typeof error === "object" && error !== null && Reflect.get(error, name) === true;
}
