/** Why a host key was not accepted, with what a person needs to decide whether that is an attack or a new node. */
import type { HeldKey, HostKeyVerdict } from "../../../shared/parse/config/known-hosts-lookup.ts";
import type { Failure } from "../../../shared/facts/failure.ts";
import { shellQuote } from "../../../shared/shell/quote.ts";
import { failureOn, named, textOf, type Way } from "./ssh-failure.ts";

interface Offered {
  readonly keyType: string;
  readonly fingerprint: string;
}

/** The host shows another key than the files hold: both fingerprints and where the old one stands. */
export function changedKey(way: Way, offered: Offered, held: readonly HeldKey[]): Failure {
  const places = held.map(({ file, line, fingerprint }) => `${fingerprint} (${file}:${line})`);
  const name = way.port === 22 ? way.host : `[${way.host}]:${way.port}`;
  const file = held[0]?.file ?? "~/.ssh/known_hosts";
  return failureOn(
    way,
    "host key",
    "host key changed",
    `The host key of ${named(way)} has changed: it shows ${offered.keyType} ${offered.fingerprint}, on file is ${places.join(" and ")}.`,
    `Somebody may be in between. Compare with the node's console (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub); if the node was set up anew, remove the old key: ssh-keygen -f ${shellQuote(file)} -R ${shellQuote(name)}`,
  );
}

/** A file says never to accept this key. */
export function revokedKey(way: Way, offered: Offered, held: HeldKey): Failure {
  return failureOn(
    way,
    "host key",
    "host key revoked",
    `${named(way)} shows a host key that is revoked: ${offered.keyType} ${offered.fingerprint} (${held.file}:${held.line}).`,
    "Do not log in. The node needs a new host key; ask who revoked the old one.",
  );
}

/** Nobody vouched for the key. */
export function refusedKey(
  way: Way,
  offered: Offered,
  verdict: HostKeyVerdict,
  said?: string,
): Failure {
  return failureOn(
    way,
    "host key",
    "host key unknown",
    `The host key of ${named(way)} is not known and was not accepted: ${offered.keyType} ${offered.fingerprint}.${remark(verdict)}`,
    "Compare the fingerprint with the node's console (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub), then accept it or add it to known_hosts.",
    said,
  );
}

function remark(verdict: HostKeyVerdict): string {
  if (verdict.kind === "certificate authority only") {
    const [first] = verdict.held;
    return ` Only a certificate authority is on file for it (${first?.file}:${first?.line}); host certificates cannot be checked here.`;
  }
  if (verdict.kind === "unknown" && verdict.others.length > 0) {
    const others = verdict.others.map((key) => `${key.keyType} (${key.file}:${key.line})`);
    return ` Keys of another type are on file for it: ${others.join(", ")}; the server did not show one of those.`;
  }
  return "";
}

/** A file that exists cannot be read: it may hold the key that differs, so nothing is accepted. */
export function unreadableFile(way: Way, error: unknown): Failure {
  return failureOn(
    way,
    "host key",
    "not permitted",
    `The host key of ${named(way)} cannot be checked: ${textOf(error)}.`,
    "Make the known_hosts file readable, or name another one in the profile.",
    textOf(error),
  );
}
