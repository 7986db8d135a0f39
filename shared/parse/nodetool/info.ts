import { Tally, type Parsed } from "../parsed.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger, readNumber, readShare } from "../text/number.ts";
import { readBytes } from "../text/size.ts";
import { readCache, type CacheInfo } from "./info-cache.ts";
import { readToolError, type ToolError } from "./tool-error.ts";

const MEBIBYTE = 1024 ** 2;

export interface NodetoolInfo {
  readonly hostId: string | undefined;
  readonly gossipActive: boolean | undefined;
  readonly thriftActive: boolean | undefined;
  readonly nativeTransportActive: boolean | undefined;
  readonly loadBytes: number | undefined;
  /** 5.0+. */
  readonly uncompressedLoadBytes: number | undefined;
  /** Seconds since the epoch; undefined while gossip is off (printed as 0). */
  readonly generation: number | undefined;
  readonly uptimeMs: number | undefined;
  readonly heapUsedBytes: number | undefined;
  readonly heapMaxBytes: number | undefined;
  readonly offHeapBytes: number | undefined;
  readonly datacenter: string | undefined;
  readonly rack: string | undefined;
  readonly exceptions: number | undefined;
  /** key, row, counter, chunk, network. */
  readonly caches: Readonly<Record<string, CacheInfo>>;
  readonly repairedShare: number | undefined;
  /** False when the node is not in the ring. */
  readonly joined: boolean;
  readonly tokenCount: number | undefined;
  readonly tokens: readonly string[];
  readonly bootstrapState: string | undefined;
  readonly bootstrapFailed: boolean | undefined;
  readonly decommissioning: boolean | undefined;
  readonly decommissionFailed: boolean | undefined;
  readonly error: ToolError | undefined;
}

const LABELS = new Set([
  "ID",
  "Gossip active",
  "Thrift active",
  "Native Transport active",
  "Load",
  "Uncompressed load",
  "Generation No",
  "Uptime (seconds)",
  "Heap Memory (MB)",
  "Off Heap Memory (MB)",
  "Data Center",
  "Rack",
  "Exceptions",
  "Percent Repaired",
  "Bootstrap state",
  "Bootstrap failed",
  "Decommissioning",
  "Decommission failed",
  "Status",
]);

/**
 * Reads `nodetool info [-T]` of 1.0–5.0, DSE and Scylla: `label : value` lines in an order that differs. Heap and
 * caches follow the locale of the session, Load that of the server. Scylla prints heap and uptime of its JMX
 * proxy. Incomplete without load or heap, or when the server broke off with an error.
 */
export function parseInfo(text: string): Parsed<NodetoolInfo> {
  const tally = new Tally();
  const fields = new Map<string, string>();
  const caches: Record<string, CacheInfo> = {};
  const tokens: string[] = [];
  let tokenCount: number | undefined;
  let joined = true;
  let error: ToolError | undefined;

  for (const line of linesOf(text)) {
    const match = /^([A-Z][A-Za-z ()]*?)\s*: ?(.*)$/.exec(line);
    const [, label = "", value = ""] = match ?? [];
    const cacheName = /^(Key|Row|Counter|Chunk|Network) Cache$/.exec(label)?.[1]?.toLowerCase();
    if (cacheName !== undefined) {
      const cache = readCache(value);
      if (cache === undefined) tally.fail(line);
      else {
        caches[cacheName] = cache;
        tally.took();
      }
    } else if (label === "Token") {
      const count = /all (\d+) tokens/.exec(value)?.[1];
      if (count !== undefined) tokenCount = Number(count);
      else if (value.includes("not joined")) joined = false;
      else if (value === "") tally.fail(line);
      else tokens.push(value);
      if (value !== "") tally.took();
    } else if (LABELS.has(label)) {
      fields.set(label, value);
      tally.took();
    } else {
      const toolError = readToolError(line);
      error ??= toolError;
      if (toolError === undefined) tally.ignore(line);
      else tally.took();
    }
  }
  const heap = (fields.get("Heap Memory (MB)") ?? "").split("/");
  const mebibytes = (cell: string | undefined) => {
    const value = readNumber(cell);
    return value === undefined ? undefined : Math.round(value * MEBIBYTE);
  };
  const flag = (label: string) => readFlag(fields.get(label));
  const uptime = readInteger(fields.get("Uptime (seconds)"));
  const generation = readInteger(fields.get("Generation No"));
  const info: NodetoolInfo = {
    hostId: fields.get("ID"),
    gossipActive: flag("Gossip active"),
    thriftActive: flag("Thrift active"),
    nativeTransportActive: flag("Native Transport active"),
    loadBytes: readBytes(fields.get("Load")),
    uncompressedLoadBytes: readBytes(fields.get("Uncompressed load")),
    generation: generation === 0 ? undefined : generation,
    uptimeMs: uptime === undefined ? undefined : uptime * 1000,
    heapUsedBytes: mebibytes(heap[0]),
    heapMaxBytes: mebibytes(heap[1]),
    offHeapBytes: mebibytes(fields.get("Off Heap Memory (MB)")),
    datacenter: fields.get("Data Center"),
    rack: fields.get("Rack"),
    exceptions: readInteger(fields.get("Exceptions")),
    caches,
    repairedShare: readShare(fields.get("Percent Repaired")),
    joined,
    tokenCount: tokenCount ?? (tokens.length > 0 ? tokens.length : undefined),
    tokens,
    bootstrapState: fields.get("Bootstrap state"),
    bootstrapFailed: flag("Bootstrap failed"),
    decommissioning: flag("Decommissioning"),
    decommissionFailed: flag("Decommission failed"),
    error,
  };
  const missing =
    info.hostId === undefined || info.heapUsedBytes === undefined || info.rack === undefined;
  return tally.done(info, missing || error !== undefined);
}

function readFlag(text: string | undefined): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}
