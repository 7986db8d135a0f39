/** Which kinds of host key to ask a server for, and in which order. */
import type { ServerHostKeyAlgorithm } from "ssh2";

/** By key type as known_hosts names it. RSA keys sign with SHA-2; `ssh-rsa` as a signature is SHA-1 and is left out. */
const algorithmsOf: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  "ssh-ed25519": ["ssh-ed25519"],
  "ecdsa-sha2-nistp256": ["ecdsa-sha2-nistp256"],
  "ecdsa-sha2-nistp384": ["ecdsa-sha2-nistp384"],
  "ecdsa-sha2-nistp521": ["ecdsa-sha2-nistp521"],
  "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256"] as unknown as ServerHostKeyAlgorithm[],
};

/**
 * A change to ssh2's own list (which knows what this runtime's crypto can do): types by which the host is known go
 * first, so that a server with several keys shows the one that can be compared.
 */
export function hostKeyAlgorithms(
  known: readonly string[],
): Record<"append" | "prepend" | "remove", ServerHostKeyAlgorithm[]> {
  const first = known.flatMap((type) => algorithmsOf[type] ?? []);
  // ssh2 applies these in this order, and ignores a `prepend` of what is in its list already.
  return { remove: ["ssh-rsa", ...first], prepend: first, append: [] };
}
