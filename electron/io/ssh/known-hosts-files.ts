/** known_hosts on disk: read afresh for every connection, appended to when the user accepts a key, never rewritten. */
import { randomBytes } from "node:crypto";
import { appendFile, mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { knownHostsLine } from "../../../shared/parse/config/known-hosts-lookup.ts";
import { parseKnownHosts, type KnownHostEntry } from "../../../shared/parse/config/known-hosts.ts";
import { homePath } from "./home-path.ts";

/** The files that ssh itself reads; used when a target names none. */
const defaultFiles = ["~/.ssh/known_hosts", "~/.ssh/known_hosts2", "/etc/ssh/ssh_known_hosts"];

/** Parsed files by path; a file is parsed again when its size or its time has changed. */
const parsed = new Map<
  string,
  { readonly stamp: string; readonly entries: readonly KnownHostEntry[] }
>();

/** The target's files, or ssh's own ones, with `~` filled in. */
export function knownHostsFiles(files: readonly string[]): string[] {
  return (files.length === 0 ? defaultFiles : files).map(homePath);
}

/**
 * Every entry of the files, in their order. A file that does not exist holds none.
 * @throws an error with the file's path for a file that exists and cannot be read: it may hold the key that differs
 */
export async function readKnownHosts(files: readonly string[]): Promise<KnownHostEntry[]> {
  const all: KnownHostEntry[] = [];
  for (const file of files) all.push(...(await entriesOf(file)));
  return all;
}

async function entriesOf(file: string): Promise<readonly KnownHostEntry[]> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    const stamp = `${ino} ${mtimeMs} ${size}`;
    const before = parsed.get(file);
    if (before?.stamp === stamp) return before.entries;
    const { entries } = parseKnownHosts(await readFile(file, "utf8"), file);
    parsed.set(file, { stamp, entries });
    return entries;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Appends a key to a file (created with mode 0600, its folder with 0700). The name is hashed when the file's
 * other names are. @throws file errors
 */
export async function appendKnownHost(
  file: string,
  host: string,
  port: number,
  keyType: string,
  key: Uint8Array,
): Promise<void> {
  const others = (await entriesOf(file)).filter((entry) => entry.marker === "plain");
  const hashes = others.length > 0 && others.every((entry) => entry.names.kind === "hashed");
  const line = knownHostsLine(host, port, keyType, key, hashes ? randomBytes(20) : undefined);
  await makeFolder(dirname(file));
  const join = (await endsInside(file)) ? "\n" : "";
  await appendFile(file, `${join}${line}\n`, { mode: 0o600 });
}

/** Makes ~/.ssh, not the folders above it (Node's `recursive` never returns where a parent cannot exist, as in /proc). */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

/** True when the file's last line has no end: a line appended as it is would be lost in it. */
async function endsInside(file: string): Promise<boolean> {
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size === 0) return false;
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
      return buffer[0] !== 0x0a;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
