import { readInteger, readShare } from "../text/number.ts";
import { readBytes, SIZE } from "../text/size.ts";
import { readEndpoint } from "../text/endpoint.ts";
import { UUID } from "../text/uuid.ts";

export interface StatusNode {
  /** The two letters as printed: "UN", "DN", "UJ", "?N". */
  readonly letters: string;
  readonly status: "up" | "down" | "excluded" | "unknown";
  readonly state: "normal" | "leaving" | "joining" | "moving" | "stopped" | "unknown";
  readonly address: string;
  readonly port: number | undefined;
  readonly loadText: string;
  readonly loadBytes: number | undefined;
  /** Number of tokens; 1 in the token-per-node layout. */
  readonly tokens: number | undefined;
  /** Share of the data 0..1 of the keyspace (or of the ring, when ownership is not effective). */
  readonly owns: number | undefined;
  readonly hostId: string | undefined;
  /** Only in the token-per-node layout. */
  readonly token: string | undefined;
  readonly rack: string;
}

const STATUS: Readonly<Record<string, StatusNode["status"]>> = {
  U: "up",
  D: "down",
  X: "excluded",
  "?": "unknown",
};
const STATE: Readonly<Record<string, StatusNode["state"]>> = {
  N: "normal",
  L: "leaving",
  J: "joining",
  M: "moving",
  S: "stopped",
  "?": "unknown",
};

const OWNS = String.raw`-?[\d.,]+\s?%|NaN%|\?`;
// An empty host id (4.0+) leaves its whole column blank; a narrow gap before the rack is a host id that was cut.
const HOST_ID = String.raw`(?:\s+(${UUID}|null|\?)\s+|\s{24,})`;
const START = String.raw`^([UDX?])([NLJMS?])\s+(\S+)\s+(${SIZE}|\?)`;
const VNODES = new RegExp(String.raw`${START}\s+(\d+|\?)\s+(${OWNS})${HOST_ID}(.*)$`);
const SINGLE = new RegExp(
  String.raw`${START}\s+(${OWNS})${HOST_ID}(-?\d{1,39}|[0-9a-f]+|\?)\s+(.*)$`,
);

/** True for a line that begins like a row, whole or cut off. */
export function looksLikeStatusRow(line: string): boolean {
  return /^[UDX?][NLJMS?](\s|$)/.test(line);
}

/**
 * Reads one row by the shape of its cells, from the left (letters, address, load with or without a unit) and by
 * the host id; the rack is the rest and may hold blanks. Columns shift when a cell is wider than its header, so
 * offsets say nothing. Gives undefined for a row that is cut or of an unknown layout.
 */
export function readStatusRow(line: string, layout: "vnodes" | "token"): StatusNode | undefined {
  const match = (layout === "vnodes" ? VNODES : SINGLE).exec(line);
  if (match === null) return undefined;
  const [, status = "", state = "", where = "", load = ""] = match;
  const endpoint = readEndpoint(where);
  const rack = match[8]?.trim();
  if (endpoint === undefined || rack === undefined || rack === "") return undefined;
  const hostId = layout === "vnodes" ? match[7] : match[6];
  return {
    letters: status + state,
    status: STATUS[status] ?? "unknown",
    state: STATE[state] ?? "unknown",
    address: endpoint.address,
    port: endpoint.port,
    loadText: load,
    loadBytes: readBytes(load),
    tokens: layout === "vnodes" ? readInteger(match[5]) : 1,
    owns: readShare(layout === "vnodes" ? match[6] : match[5]),
    hostId: hostId === undefined || hostId === "null" || hostId === "?" ? undefined : hostId,
    token: layout === "vnodes" || match[7] === "?" ? undefined : match[7],
    rack,
  };
}
