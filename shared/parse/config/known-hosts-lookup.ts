/** What known_hosts says about the key that a host offers, and how a new key is written down. */
import { base64OfBytes, sameKey, sshFingerprint } from "./known-hosts-key.ts";
import { hashedName, knownHostsName, namesCover } from "./known-hosts-names.ts";
import type { KnownHostEntry } from "./known-hosts.ts";

/** A key that a file holds for the host. */
export interface HeldKey {
  readonly file: string;
  readonly line: number;
  readonly keyType: string;
  /** `SHA256:…` as ssh prints it. */
  readonly fingerprint: string;
}

export type HostKeyVerdict =
  | { readonly kind: "known"; readonly held: HeldKey }
  /** `others` are keys of other types that the files hold for this host: the server has not offered one of those. */
  | { readonly kind: "unknown"; readonly others: readonly HeldKey[] }
  /** The files hold other keys of this type for the host. */
  | { readonly kind: "changed"; readonly held: readonly HeldKey[] }
  | { readonly kind: "revoked"; readonly held: HeldKey }
  /** Only `@cert-authority` lines speak of the host: a certificate could be checked, this plain key cannot. */
  | { readonly kind: "certificate authority only"; readonly held: readonly HeldKey[] };

/** The entries that speak of a host. Hashed names cost a hash each: narrow a long list once, then ask the rest of this file. */
export function entriesAbout(
  entries: readonly KnownHostEntry[],
  host: string,
  port: number,
): KnownHostEntry[] {
  const name = knownHostsName(host, port);
  return entries.filter((entry) => namesCover(entry.names, name));
}

/**
 * The verdict on `key` (wire form, of type `keyType`) for a host. Revocation goes before everything; a matching line
 * goes before lines that differ, as in ssh. A host on another port is another host.
 */
export function lookUpHostKey(
  entries: readonly KnownHostEntry[],
  host: string,
  port: number,
  keyType: string,
  key: Uint8Array,
): HostKeyVerdict {
  const about = entriesAbout(entries, host, port);
  const same = about.filter((entry) => sameKey(entry.key, key));
  const revoked = same.find((entry) => entry.marker === "revoked");
  if (revoked !== undefined) return { kind: "revoked", held: heldKey(revoked) };
  const known = same.find((entry) => entry.marker === "plain");
  if (known !== undefined) return { kind: "known", held: heldKey(known) };
  const plain = about.filter((entry) => entry.marker === "plain");
  const changed = plain.filter((entry) => entry.keyType === keyType);
  if (changed.length > 0) return { kind: "changed", held: changed.map(heldKey) };
  const authorities = about.filter((entry) => entry.marker === "cert-authority");
  if (plain.length === 0 && authorities.length > 0) {
    return { kind: "certificate authority only", held: authorities.map(heldKey) };
  }
  return { kind: "unknown", others: plain.map(heldKey) };
}

/**
 * Key types by which the files know the host, in the files' order. Ask the server for these first: a server with
 * several keys would otherwise show one that is not known, which looks like an attack.
 */
export function knownKeyTypes(
  entries: readonly KnownHostEntry[],
  host: string,
  port: number,
): string[] {
  const plain = entriesAbout(entries, host, port).filter((entry) => entry.marker === "plain");
  return [...new Set(plain.map((entry) => entry.keyType))];
}

/**
 * A line (without line end) for a host and its key; with `salt` (20 random bytes) the name is hashed.
 * @throws RangeError when the host's name could be read as a pattern, a list or a marker
 */
export function knownHostsLine(
  host: string,
  port: number,
  keyType: string,
  key: Uint8Array,
  salt?: Uint8Array,
): string {
  if (!/^[^\s,*?!|@#[\]\0]+$/.test(host)) {
    throw new RangeError(`${JSON.stringify(host)} is no name that known_hosts can hold.`);
  }
  const name = knownHostsName(host, port);
  return `${salt === undefined ? name : hashedName(name, salt)} ${keyType} ${base64OfBytes(key)}`;
}

function heldKey(entry: KnownHostEntry): HeldKey {
  const { file, line, keyType } = entry;
  return { file, line, keyType, fingerprint: sshFingerprint(entry.key) };
}
