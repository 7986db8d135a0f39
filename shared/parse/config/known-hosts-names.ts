/** Which hosts a line of known_hosts is about: names, patterns and hashed names (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { base64OfBytes, bytesOfBase64, sameKey } from "./known-hosts-key.ts";

export type HostNames =
  | { readonly kind: "patterns"; readonly patterns: readonly string[] }
  | { readonly kind: "hashed"; readonly salt: Uint8Array; readonly hash: Uint8Array };

/** The name under which known_hosts files a host: `host`, or `[host]:port` when the port is not 22; lower case. */
export function knownHostsName(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === 22 ? name : `[${name}]:${port}`;
}

/** Reads the first field of a line: a comma list of patterns or one hashed name; undefined when it is neither. */
export function hostNamesOf(field: string): HostNames | undefined {
  if (!field.startsWith("|")) {
    const patterns = field.split(",").filter((pattern) => pattern !== "");
    return patterns.length === 0 ? undefined : { kind: "patterns", patterns };
  }
  const [, salt64, hash64] = /^\|1\|([^|]+)\|([^|]+)$/.exec(field) ?? [];
  const salt = bytesOfBase64(salt64 ?? "");
  const hash = bytesOfBase64(hash64 ?? "");
  return salt?.length === 20 && hash?.length === 20 ? { kind: "hashed", salt, hash } : undefined;
}

/** True when the names cover `name` (from `knownHostsName`); one negated pattern that fits takes the host out. */
export function namesCover(names: HostNames, name: string): boolean {
  if (names.kind === "hashed") return sameKey(hashOf(names.salt, name), names.hash);
  let covered = false;
  for (const pattern of names.patterns) {
    const negated = pattern.startsWith("!");
    if (!patternFits((negated ? pattern.slice(1) : pattern).toLowerCase(), name)) continue;
    if (negated) return false;
    covered = true;
  }
  return covered;
}

/** The hashed form of a name; `salt` is 20 random bytes. */
export function hashedName(name: string, salt: Uint8Array): string {
  return `|1|${base64OfBytes(salt)}|${base64OfBytes(hashOf(salt, name))}`;
}

function hashOf(salt: Uint8Array, name: string): Uint8Array {
  return hmac(sha1, salt, utf8ToBytes(name));
}

/** `*` is any text, `?` one character. Walks without a regular expression: a hostile pattern costs no more than its length. */
function patternFits(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === "*") {
      star = p++;
      retry = n;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
