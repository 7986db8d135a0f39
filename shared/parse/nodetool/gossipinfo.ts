import { Tally, type Parsed } from "../parsed.ts";
import { readEndpoint } from "../text/endpoint.ts";
import { linesOf } from "../text/lines.ts";
import { readInteger, readNumber } from "../text/number.ts";
import { isUuid } from "../text/uuid.ts";

export interface GossipEndpoint {
  readonly address: string;
  readonly hostname: string | undefined;
  readonly port: number | undefined;
  /** Start of the process, seconds since the epoch: it changes with every restart. */
  readonly generation: number | undefined;
  readonly heartbeat: number | undefined;
  /** First word of the status: NORMAL, BOOT, LEAVING, LEFT, MOVING, hibernate, shutdown, removed … */
  readonly status: string | undefined;
  readonly token: string | undefined;
  readonly datacenter: string | undefined;
  readonly rack: string | undefined;
  readonly release: string | undefined;
  readonly hostId: string | undefined;
  readonly schema: string | undefined;
  readonly loadBytes: number | undefined;
  /** Where it takes CQL clients. */
  readonly nativeAddress: string | undefined;
  /** All states by name, without those that can hold a secret. */
  readonly states: Readonly<Record<string, string>>;
}

/** DSE writes JSON with an internode key into these: they are dropped at once. */
const SECRET = new Set(["X_11_PADDING", "DSE_GOSSIP_STATE"]);
const STATE = /^\s+([A-Z][A-Z0-9_]*):(.*)$/;

/**
 * Reads `nodetool gossipinfo` of 1.2–5.0, DSE and Scylla. Older patch releases print `KEY:value`, later ones
 * (2.0.17, 2.1.10, 2.2.2, 3.0+) `KEY:version:value`; which of the two is decided for each endpoint by the keys
 * whose value cannot be a number. The number in `TOKENS:15:<hidden>` is a version, not a count.
 * Incomplete when there is no endpoint or the last one lacks what every endpoint has (status and host id).
 */
export function parseGossipinfo(text: string): Parsed<readonly GossipEndpoint[]> {
  const tally = new Tally();
  const found: { head: string; lines: string[] }[] = [];
  for (const line of linesOf(text)) {
    if (/^\s/.test(line) && line.trim() !== "") {
      const last = found.at(-1);
      if (last === undefined) tally.ignore(line);
      else last.lines.push(line);
    } else if (isHead(line)) {
      found.push({ head: line, lines: [] });
    } else {
      tally.ignore(line);
    }
  }
  const endpoints: GossipEndpoint[] = [];
  for (const { head, lines } of found) {
    const endpoint = lines.length === 0 ? undefined : readEndpointBlock(head, lines, tally);
    if (endpoint === undefined) tally.ignore(head);
    else {
      tally.took();
      endpoints.push(endpoint);
    }
  }
  const last = endpoints.at(-1);
  const cut = found.at(-1)?.lines.length === 0;
  return tally.done(endpoints, cut || last?.status === undefined || last.hostId === undefined);
}

function isHead(line: string): boolean {
  if (!/^\S*\/\S+$|^[\w.-]*\d[\w.-]*$|^\[?[0-9a-fA-F:]+\]?(:\d+)?$/.test(line)) return false;
  return readEndpoint(line) !== undefined;
}

function readEndpointBlock(
  head: string,
  lines: readonly string[],
  tally: Tally,
): GossipEndpoint | undefined {
  const endpoint = readEndpoint(head);
  if (endpoint === undefined) return undefined;
  const raw = new Map<string, string>();
  const counters = new Map<string, number>();
  for (const line of lines) {
    const counter = /^\s+(generation|heartbeat):(\d+)$/.exec(line);
    const state = STATE.exec(line);
    if (counter !== null) counters.set(counter[1] ?? "", Number(counter[2]));
    else if (state !== null) raw.set(state[1] ?? "", state[2] ?? "");
    else {
      tally.fail(line);
      continue;
    }
    tally.took();
  }
  const versioned = isVersioned(raw);
  const states: Record<string, string> = {};
  for (const [key, value] of raw) {
    if (!SECRET.has(key)) states[key] = versioned ? value.replace(/^\d+:/, "") : value;
  }
  const status = states["STATUS_WITH_PORT"] ?? states["STATUS"];
  const [word, argument] = (status ?? "").split(",");
  const native =
    states["NATIVE_ADDRESS_AND_PORT"] ??
    states["NATIVE_TRANSPORT_ADDRESS"] ??
    states["RPC_ADDRESS"];
  const load = readNumber(states["LOAD"]);
  return {
    ...endpoint,
    generation: counters.get("generation"),
    heartbeat: counters.get("heartbeat"),
    status: word === "" ? undefined : word,
    token: argument !== undefined && /^-?\d+$/.test(argument) ? argument : undefined,
    datacenter: states["DC"],
    rack: states["RACK"],
    release: states["RELEASE_VERSION"],
    hostId: states["HOST_ID"],
    schema: states["SCHEMA"],
    // A negative load is a 32-bit overflow of an old server.
    loadBytes: load === undefined || load < 0 ? undefined : load,
    nativeAddress: native === undefined ? undefined : readEndpoint(native)?.address,
    states,
  };
}

function isVersioned(raw: ReadonlyMap<string, string>): boolean {
  for (const key of ["SCHEMA", "HOST_ID"]) {
    const value = raw.get(key);
    if (value !== undefined) return !isUuid(value);
  }
  const words = ["DC", "RACK", "STATUS", "STATUS_WITH_PORT"];
  const values = words.flatMap((key) => raw.get(key) ?? []);
  return (
    values.length > 0 &&
    values.every((value) => readInteger(value.split(":")[0]) !== undefined && value.includes(":"))
  );
}
