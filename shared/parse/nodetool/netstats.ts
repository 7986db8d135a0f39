import { Tally, type Parsed } from "../parsed.ts";
import { readEndpoint } from "../text/endpoint.ts";
import { cellsOf, linesOf } from "../text/lines.ts";
import { readInteger } from "../text/number.ts";
import { readBytes, SIZE } from "../text/size.ts";
import { UUID } from "../text/uuid.ts";
import { readToolError, type ToolError } from "./tool-error.ts";

/** What has to come or go in all, and what has. Scylla prints 0 bytes in all while gigabytes flow. */
interface StreamTotals {
  readonly files: number;
  readonly bytes: number | undefined;
  readonly filesDone: number;
  readonly bytesDone: number | undefined;
}

interface StreamPeer {
  readonly address: string;
  readonly via: string | undefined;
  receiving?: StreamTotals;
  sending?: StreamTotals;
  readonly files: {
    readonly file: string;
    readonly bytesDone: number;
    readonly bytes: number;
    readonly direction: "in" | "out";
  }[];
}

interface StreamPlan {
  /** Bootstrap, Unbootstrap, Rebuild, Relocation, Repair, Bulk Load … */
  readonly operation: string;
  readonly planId: string;
  readonly peers: StreamPeer[];
}

interface MessagePool {
  readonly name: string;
  readonly active: number | undefined;
  readonly pending: number | undefined;
  readonly completed: number | undefined;
  readonly dropped: number | undefined;
}

export interface Netstats {
  /** STARTING, NORMAL, JOINING, LEAVING, DECOMMISSIONED, MOVING, DRAINING, DRAINED, JOINING_FAILED … */
  readonly mode: string | undefined;
  readonly streams: readonly StreamPlan[];
  /** Undefined while the node is starting, when the block is not printed. */
  readonly readRepair: Readonly<Record<string, number>> | undefined;
  readonly pools: readonly MessagePool[];
  readonly error: ToolError | undefined;
}

const PLAN = new RegExp(`^(\\S.*) (${UUID})$`);
const PEER = /^\s+(?:\S+)?\/(\S+?)(?: \(using (\S+)\))?$/;
const TOTALS = new RegExp(
  String.raw`^\s+(Receiving|Sending) (\d+) files, (${SIZE}) total\. Already (?:received|sent) (\d+) files(?: \([\d.,NaN]+%\))?, (${SIZE}) total`,
);
const FILE = /^\s+(\S.*?) (\d+)\/(\d+) bytes ?\((?:[\d.,]+|NaN)%\) (received from|sent to) /;

/**
 * Reads `nodetool netstats [-H]` of 2.0–5.0, DSE and Scylla. `Not sending any streams.` of a joining Scylla node
 * does not mean that it receives none. Incomplete without a mode or without the message pools, or when the
 * server broke off with an error.
 */
export function parseNetstats(text: string): Parsed<Netstats> {
  const tally = new Tally();
  const streams: StreamPlan[] = [];
  const readRepair: Record<string, number> = {};
  const pools: MessagePool[] = [];
  let mode: string | undefined;
  let error: ToolError | undefined;
  let hasDropped = false;
  let inPools = false;

  for (const line of linesOf(text)) {
    const plan = PLAN.exec(line);
    const peer = PEER.exec(line);
    const totals = TOTALS.exec(line);
    const file = FILE.exec(line);
    const repair = /^(Attempted|Mismatch \((\w+)\)): (\d+)$/.exec(line);
    const toolError = readToolError(line);
    const current = streams.at(-1)?.peers.at(-1);
    const pool = inPools && toolError === undefined ? readPool(line, hasDropped) : undefined;
    if (/^Mode: [A-Z_]+$/.test(line)) mode = line.slice("Mode: ".length);
    else if (/^(Not sending any streams\.|Read Repair Statistics:)$/.test(line)) inPools = false;
    else if (/^Pool Name\s+Active\b/.test(line)) {
      inPools = true;
      hasDropped = /\bDropped$/.test(line);
    } else if (plan !== null && toolError === undefined) {
      streams.push({ operation: plan[1] ?? "", planId: plan[2] ?? "", peers: [] });
    } else if (peer !== null && streams.length > 0) {
      const via = peer[2] === undefined ? undefined : readEndpoint(peer[2])?.address;
      streams
        .at(-1)
        ?.peers.push({ address: readEndpoint(peer[1] ?? "")?.address ?? "", via, files: [] });
    } else if (totals !== null && current !== undefined) {
      current[totals[1] === "Receiving" ? "receiving" : "sending"] = {
        files: Number(totals[2]),
        bytes: readBytes(totals[3]),
        filesDone: Number(totals[4]),
        bytesDone: readBytes(totals[5]),
      };
    } else if (file !== null && current !== undefined) {
      const direction = file[4] === "sent to" ? "out" : "in";
      current.files.push({
        file: file[1] ?? "",
        bytesDone: Number(file[2]),
        bytes: Number(file[3]),
        direction,
      });
    } else if (repair !== null) {
      const name = repair[2] ?? "attempted";
      readRepair[name.charAt(0).toLowerCase() + name.slice(1)] = Number(repair[3]);
    } else if (pool !== undefined) pools.push(pool);
    else if (toolError !== undefined) error ??= toolError;
    else {
      tally.ignore(line);
      continue;
    }
    tally.took();
  }
  const repairs = Object.keys(readRepair).length === 0 ? undefined : readRepair;
  const missing = mode === undefined || pools.length < 2;
  return tally.done(
    { mode, streams, readRepair: repairs, pools, error },
    missing || error !== undefined,
  );
}

function readPool(line: string, hasDropped: boolean): MessagePool | undefined {
  const match = /^(\S.*?)\s+(n\/a|\d+)\s+(n\/a|\d+)\s+(n\/a|\d+)(?:\s+(n\/a|\d+))?$/.exec(line);
  if (match === null || cellsOf(line).length < 4) return undefined;
  if (hasDropped !== (match[5] !== undefined)) return undefined;
  const [active, pending, completed, dropped] = match.slice(2).map(readInteger);
  return { name: match[1] ?? "", active, pending, completed, dropped };
}
