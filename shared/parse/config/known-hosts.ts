/** known_hosts: text in, entries and the lines that could not be read out. Format: sshd(8), SSH_KNOWN_HOSTS FILE FORMAT. */
import { bytesOfBase64, keyTypeOf } from "./known-hosts-key.ts";
import { hostNamesOf, type HostNames } from "./known-hosts-names.ts";

/** `plain`: the host's key. `revoked`: never accept this key. `cert-authority`: signs host certificates, is no host key. */
type KnownHostMarker = "plain" | "revoked" | "cert-authority";

export interface KnownHostEntry {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly marker: KnownHostMarker;
  readonly names: HostNames;
  readonly keyType: string;
  readonly key: Uint8Array;
}

export interface KnownHosts {
  readonly entries: readonly KnownHostEntry[];
  /** Lines that hold no entry we can read, with the reason; the others count all the same. */
  readonly unreadable: readonly {
    readonly file: string;
    readonly line: number;
    readonly why: string;
  }[];
}

/**
 * Reads the text of one known_hosts file; `file` is its name, for messages. Several files: concatenate the entries.
 * Never throws: a line that cannot be read is listed and the rest is read on.
 */
export function parseKnownHosts(text: string, file: string): KnownHosts {
  const entries: KnownHostEntry[] = [];
  const unreadable: { file: string; line: number; why: string }[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    const content = raw.trim();
    if (content === "" || content.startsWith("#")) continue;
    const place = { file, line: index + 1 };
    const read = entryOf(content);
    if (typeof read === "string") unreadable.push({ ...place, why: read });
    else entries.push({ ...place, ...read });
  }
  return { entries, unreadable };
}

/** The entry of one line, or a sentence that says why there is none. */
function entryOf(line: string): Omit<KnownHostEntry, "file" | "line"> | string {
  const fields = line.split(/[ \t]+/);
  const marker = markerOf(fields[0] ?? "");
  if (marker === undefined) return `The marker ${fields[0]} is not known.`;
  const [hosts, keyType, base64] = marker === "plain" ? fields : fields.slice(1);
  if (hosts === undefined || keyType === undefined || base64 === undefined) {
    return "A line holds hosts, key type and key; something is missing here.";
  }
  const names = hostNamesOf(hosts);
  if (names === undefined) return "The hashed host name cannot be read.";
  if (/^\d+$/.test(keyType)) return "This is a key of SSH protocol 1.";
  const key = bytesOfBase64(base64);
  if (key === undefined) return "The key is not base64.";
  if (keyTypeOf(key) !== keyType) return `The key is not of the type ${keyType}.`;
  return { marker, names, keyType, key };
}

function markerOf(field: string): KnownHostMarker | undefined {
  if (!field.startsWith("@")) return "plain";
  if (field === "@revoked") return "revoked";
  return field === "@cert-authority" ? "cert-authority" : undefined;
}
