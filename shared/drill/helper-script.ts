/**
 * The node helper: one POSIX sh script with fixed verbs that Ringdrill places on a node it drills.
 * docs/drill-helper.md says what it does; kept as text so that every bundle carries it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { basics } from "./helper-script/basics.ts";
import { guard } from "./helper-script/guard.ts";
import { main } from "./helper-script/main.ts";
import { plan } from "./helper-script/plan.ts";
import { selfTest } from "./helper-script/self-test.ts";
import { service } from "./helper-script/service.ts";
import { state } from "./helper-script/state.ts";
import { status } from "./helper-script/status.ts";
import { verbs } from "./helper-script/verbs.ts";
import { wayBack } from "./helper-script/way-back.ts";

/** Its name in a node's state folder, and as an administrator installs it. */
export const helperName = "ringdrill-helper";

/** The whole script. */
export const helperScript = [
  basics,
  state,
  plan,
  service,
  guard,
  verbs,
  status,
  wayBack,
  selfTest,
  main,
].join("");

/** SHA-256 of the script as lower-case hex; it is compared on the node before anything is run. */
export const helperSha256 = bytesToHex(sha256(utf8ToBytes(helperScript)));

/**
 * The sudoers line for nodes where the SSH user does not own the process: it names the path and the digest,
 * so that a changed helper is refused by sudo itself (sudoers(5), Digest_Spec).
 */
export function sudoersLine(user: string, path: string): string {
  return `${user} ALL=(root) NOPASSWD: sha256:${helperSha256} ${path}`;
}
