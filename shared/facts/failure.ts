/**
 * Why a node could not be asked. A failure is named by the hop that failed and by what the operator can do,
 * so that no screen and no exit code has to read a message's text.
 */

export const hops = [
  "dns",
  "tcp",
  "host key",
  "ssh login",
  "jump host",
  "ssh channel",
  "command",
  "cql connect",
  "cql login",
  "cql query",
  "datacenter",
  "jmx",
  "parse",
] as const;
export type Hop = (typeof hops)[number];

export const failureKinds = [
  "name not found",
  "connection refused",
  "no answer",
  "connection lost",
  "host key unknown",
  "host key changed",
  "host key revoked",
  "authentication refused",
  "channel refused",
  "command missing",
  "not permitted",
  "time-out",
  "partial output",
  "unknown layout",
  "tls failed",
  "handshake failed",
  "wrong datacenter",
  "server error",
  "cancelled",
] as const;
export type FailureKind = (typeof failureKinds)[number];

export interface FailureDetail {
  readonly hop: Hop;
  readonly kind: FailureKind;
  /** `address` or `address:port` of the node, or the name that did not resolve. */
  readonly node: string;
  /** One sentence: what happened, where. No trailing full stop is added. */
  readonly message: string;
  /** One sentence: what to do next. */
  readonly next: string;
  /** The command or query that failed, if one was sent. */
  readonly command?: string | undefined;
  /** What the other side said (stderr, error text), cut to 2,000 characters. */
  readonly said?: string | undefined;
}

/** The exception form of a failure inside a layer; at the edges it is carried as its `detail`. */
export class Failure extends Error {
  readonly detail: FailureDetail;
  constructor(detail: FailureDetail) {
    super(`${detail.message} ${detail.next}`);
    this.name = "Failure";
    this.detail = detail;
  }
}
