import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { commandOf } from "./process-scan.ts";

export interface ListeningSocket {
  /** IPv4 address; `0.0.0.0` listens on all of them, and so does an IPv6 socket on `::`. */
  readonly address: string;
  readonly port: number;
  readonly inode: string;
}

export interface PortInUse {
  readonly address: string;
  readonly port: number;
  /** Undefined when the holder belongs to another user and /proc does not show it. */
  readonly holder: { readonly pid: number; readonly command: string } | undefined;
}

/**
 * Sockets in state LISTEN of a text of /proc/net/tcp or tcp6 (proc_net(5)): addresses are hex words in the machine's
 * byte order, little-endian on x86 and arm64. IPv6 addresses other than "all" and mapped IPv4 are left out.
 */
export function parseListening(text: string): readonly ListeningSocket[] {
  const sockets: ListeningSocket[] = [];
  for (const line of text.split("\n").slice(1)) {
    const fields = line.trim().split(/\s+/);
    const [hexAddress, hexPort] = (fields[1] ?? "").split(":");
    const inode = fields[9];
    if (fields[3] !== "0A" || hexAddress === undefined || hexPort === undefined) continue;
    const address = ipv4Of(hexAddress);
    if (address !== undefined && inode !== undefined) {
      sockets.push({ address, port: Number.parseInt(hexPort, 16), inode });
    }
  }
  return sockets;
}

/** The sockets that listen on this machine now. */
export function listeningSockets(): readonly ListeningSocket[] {
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => {
    try {
      return parseListening(readFileSync(file, "utf8"));
    } catch {
      return []; // no IPv6 in this kernel
    }
  });
}

/** Which of the wanted addresses and ports are taken, and by whom as far as /proc shows it. */
export function portsInUse(
  wanted: readonly { readonly address: string; readonly port: number }[],
): readonly PortInUse[] {
  const sockets = listeningSockets();
  const taken = wanted.flatMap(({ address, port }) => {
    const socket = sockets.find(
      (s) => s.port === port && (s.address === address || s.address === "0.0.0.0"),
    );
    return socket === undefined ? [] : [{ address, port, inode: socket.inode }];
  });
  if (taken.length === 0) return [];
  const holders = holdersOf(new Set(taken.map(({ inode }) => inode)));
  return taken.map(({ address, port, inode }) => ({ address, port, holder: holders.get(inode) }));
}

/** `127.0.0.1:9042 is in use by process 812 (java …)`. */
export function portInUseText({ address, port, holder }: PortInUse): string {
  const by =
    holder === undefined
      ? "a process of another user"
      : `process ${String(holder.pid)} (${holder.command.slice(0, 60)})`;
  return `${address}:${String(port)} is in use by ${by}`;
}

function holdersOf(inodes: ReadonlySet<string>): ReadonlyMap<string, PortInUse["holder"]> {
  const holders = new Map<string, PortInUse["holder"]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    for (const inode of socketInodes(name)) {
      if (inodes.has(inode) && !holders.has(inode)) {
        holders.set(inode, { pid: Number(name), command: commandOf(Number(name)) });
      }
    }
  }
  return holders;
}

function socketInodes(pid: string): readonly string[] {
  let descriptors: readonly string[];
  try {
    descriptors = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return []; // gone, or another user's
  }
  return descriptors.flatMap((fd) => {
    try {
      const match = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`));
      return match?.[1] === undefined ? [] : [match[1]];
    } catch {
      return []; // closed meanwhile
    }
  });
}

function ipv4Of(hex: string): string | undefined {
  if (/^0+$/.test(hex)) return "0.0.0.0";
  const mapped = /^0{16}FFFF0000([0-9A-F]{8})$/.exec(hex)?.[1];
  const word = hex.length === 8 ? hex : mapped;
  if (word === undefined) return undefined;
  return (word.match(/../g) ?? [])
    .reverse()
    .map((byte) => String(Number.parseInt(byte, 16)))
    .join(".");
}
