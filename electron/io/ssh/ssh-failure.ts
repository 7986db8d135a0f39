/** Failures of SSH in one shape: which hop, which node, what happened, what to do. */
import { Failure, type FailureKind, type Hop } from "../../../shared/facts/failure.ts";

/** Where a connection is going; a jump host's failures all carry the hop "jump host", their kind tells them apart. */
export interface Way {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly role: "node" | "jump host";
}

/** `address`, or `address:port` when the port is not 22. */
export function nodeOf(way: Pick<Way, "host" | "port">): string {
  if (way.port === 22) return way.host;
  return way.host.includes(":") ? `[${way.host}]:${way.port}` : `${way.host}:${way.port}`;
}

/** The node as a sentence names it. */
export function named(way: Way): string {
  return way.role === "node" ? nodeOf(way) : `the jump host ${nodeOf(way)}`;
}

/** A failure on the way to a node. `said` is what the other side said, cut to 2,000 characters. */
export function failureOn(
  way: Way,
  hop: Hop,
  kind: FailureKind,
  message: string,
  next: string,
  said?: string,
): Failure {
  return new Failure({
    hop: way.role === "jump host" ? "jump host" : hop,
    kind,
    node: nodeOf(way),
    message: message.charAt(0).toUpperCase() + message.slice(1),
    next,
    ...(said === undefined || said.trim() === "" ? {} : { said: said.trim().slice(0, 2000) }),
  });
}

/** The caller gave up. */
export function cancelled(way: Way, hop: Hop): Failure {
  return failureOn(
    way,
    hop,
    "cancelled",
    `the work on ${named(way)} was cancelled.`,
    "Nothing is needed; start it again when you want it.",
  );
}

/** The text of whatever was thrown. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
