/** Base64 and fingerprints of SSH public keys, without Node: the wire form of RFC 4253 6.6. */
import { sha256 } from "@noble/hashes/sha2.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of a base64 text with or without padding; undefined when it is none. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/={0,2}$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const digit of digits) {
    held = ((held << 6) | alphabet.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}

/** Base64 with padding. */
export function base64OfBytes(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const three = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(three >> shift) & 63]);
    text += digits.slice(0, Math.min(bytes.length - i, 3) + 1).join("");
  }
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** The type that a key in wire form names itself (`ssh-ed25519`); undefined when the bytes hold no name. */
export function keyTypeOf(key: Uint8Array): string | undefined {
  if (key.length < 5) return undefined;
  const length = new DataView(key.buffer, key.byteOffset, key.byteLength).getUint32(0);
  if (length === 0 || length > 64 || key.length < 4 + length) return undefined;
  const name = String.fromCharCode(...key.subarray(4, 4 + length));
  return /^[A-Za-z0-9@._-]+$/.test(name) ? name : undefined;
}

/** `SHA256:…` as `ssh` and `ssh-keygen -l` print it: base64 without padding. */
export function sshFingerprint(key: Uint8Array): string {
  return `SHA256:${base64OfBytes(sha256(key)).replace(/=+$/, "")}`;
}

/** True when both keys are the same bytes. */
export function sameKey(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
