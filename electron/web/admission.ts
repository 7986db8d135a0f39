/** Who may talk to the browser host: this machine, this origin, this token. Pure, so that every refusal has a test. */

export interface Knock {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The `Sec-WebSocket-Protocol` header of an upgrade. */
  readonly protocols: string | undefined;
}

const prefix = "ringdrill.";

/** A page or file may be asked for by our own address only: another Host header means DNS rebinding. */
export function hostAllowed(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/**
 * Whether a WebSocket upgrade is let in.
 * @returns the subprotocol to answer with, or the reason for the refusal.
 */
export function admit(
  knock: Knock,
  port: number,
  tokenMatches: (token: string) => boolean,
): { readonly protocol: string } | { readonly refused: string } {
  if (!hostAllowed(knock.host, port)) return { refused: "wrong Host header" };
  if (knock.origin !== `http://127.0.0.1:${port}` && knock.origin !== `http://localhost:${port}`) {
    return { refused: "wrong Origin header" };
  }
  const offered = (knock.protocols ?? "").split(",").map((each) => each.trim());
  const protocol = offered.find((each) => each.startsWith(prefix));
  if (protocol === undefined || !tokenMatches(protocol.slice(prefix.length)))
    return { refused: "wrong token" };
  return { protocol };
}
