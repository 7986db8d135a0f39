import { readEndpoint } from "../text/endpoint.ts";

/** What a node's log says of another (or of itself, for "normal"). */
export interface GossipEvent {
  readonly address: string;
  readonly port: number | undefined;
  /**
   * "restarted" is logged a moment before the node really is up ("has restarted, now UP"), and also by a node for
   * its peers after its own restart.
   */
  readonly change:
    | "up"
    | "down"
    | "joined"
    | "restarted"
    | "normal"
    | "leaving"
    | "left"
    | "shutdown"
    | "removed"
    | "silent";
}

const NODE = String.raw`(\S*\/\S+|\d+\.\d+\.\d+\.\d+\S*|\[?[0-9a-fA-F]*:[0-9a-fA-F:]+\]?(?::\d+)?)`;

const LINES: readonly (readonly [RegExp, GossipEvent["change"]])[] = [
  [new RegExp(`^InetAddress ${NODE} is now UP$`), "up"],
  [new RegExp(`^InetAddress ${NODE} is now (?:DOWN|dead\\.)$`), "down"],
  [new RegExp(`^Node ${NODE} has restarted, now UP$`), "restarted"],
  [new RegExp(`^Node ${NODE} is now part of the cluster$`), "joined"],
  [new RegExp(`^Node ${NODE} state jump to (?:NORMAL|normal)$`), "normal"],
  [new RegExp(`^Node ${NODE} state (?:jump to )?(?:LEAVING|leaving)`), "leaving"],
  [new RegExp(`^Node ${NODE} state (?:jump to )?(?:LEFT|left)`), "left"],
  [new RegExp(`^Node ${NODE} state jump to shutdown$`), "shutdown"],
  [new RegExp(`^Removing tokens .* for ${NODE}$`), "removed"],
  [new RegExp(`^FatClient ${NODE} has been silent for \\d+ms, removing from gossip$`), "silent"],
];

/**
 * Reads a message of Gossiper, StorageService or FailureDetector (1.2–5.0), with or without ports. Undefined for
 * every other message.
 */
export function readGossipEvent(message: string): GossipEvent | undefined {
  for (const [pattern, change] of LINES) {
    const node = pattern.exec(message)?.[1];
    const endpoint = node === undefined ? undefined : readEndpoint(node);
    if (endpoint !== undefined) return { address: endpoint.address, port: endpoint.port, change };
  }
  return undefined;
}
