import { readInteger } from "./number.ts";

export interface Endpoint {
  readonly address: string;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
}

/**
 * Reads an address as Cassandra prints it: `192.0.2.1`, `/192.0.2.1:7000`, `name/192.0.2.1`, `[2001:db8::1]:7000`,
 * `/[2001:db8::1]`, `0:0:0:0:0:0:0:1`, `name:7000`. More than one colon without brackets is an IPv6 address
 * without a port. Gives undefined for an empty text or one with blanks in it.
 */
export function readEndpoint(text: string): Endpoint | undefined {
  const cell = text.trim();
  if (cell === "" || /\s/.test(cell)) return undefined;
  const slash = cell.indexOf("/");
  const hostname = slash > 0 ? cell.slice(0, slash) : undefined;
  const rest = cell.slice(slash + 1);
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(rest);
  if (bracketed !== null) {
    return { address: bracketed[1] ?? "", hostname, port: readInteger(bracketed[2]) };
  }
  const withPort = /^([^:]+):(\d+)$/.exec(rest);
  if (withPort !== null)
    return { address: withPort[1] ?? "", hostname, port: readInteger(withPort[2]) };
  return rest === "" ? undefined : { address: rest, hostname, port: undefined };
}
