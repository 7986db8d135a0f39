import type { FailureDetail, FailureKind, Hop } from "../../../shared/facts/failure.ts";
import { Failure } from "../../../shared/facts/failure.ts";

/** Most of a statement or of what a node said that is kept in a failure, in characters. */
const maxText = 2000;

interface FailureParts {
  readonly hop: Hop;
  readonly kind: FailureKind;
  readonly node: string;
  readonly message: string;
  readonly next: string;
  readonly command?: string | undefined;
  readonly said?: string | undefined;
}

/** A failure with its texts cut to size and its statement free of passwords. */
export function cqlFailure(parts: FailureParts): Failure {
  const { command, said, ...rest } = parts;
  const detail: FailureDetail = {
    ...rest,
    ...(command === undefined ? {} : { command: withoutPasswords(command).slice(0, maxText) }),
    ...(said === undefined ? {} : { said: said.slice(0, maxText) }),
  };
  return new Failure(detail);
}

/** `address:port` of a target, an IPv6 address in brackets. */
export function nodeOf(target: { readonly host: string; readonly port: number }): string {
  const { host, port } = target;
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** What an unknown thrown thing says. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** CREATE and ALTER ROLE carry passwords as text literals; failures end up in reports and logs. */
function withoutPasswords(cql: string): string {
  return cql.replace(/(password\s*=?\s*)(?:'(?:[^']|'')*'?|\$\$[\s\S]*?(?:\$\$|$))/gi, "$1'***'");
}
