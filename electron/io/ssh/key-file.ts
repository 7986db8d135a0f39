/** Private keys from files. */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import ssh2, { type ParsedKey } from "ssh2";
import type { Failure, FailureKind } from "../../../shared/facts/failure.ts";
import { homePath } from "./home-path.ts";
import { failureOn, textOf, type Way } from "./ssh-failure.ts";

/** Keys already read: deriving an encrypted key costs a large part of a second, and every node uses the same one. */
const unlocked = new Map<string, ParsedKey>();

/**
 * The private key in `file`, unlocked.
 * @throws Failure (hop "ssh login") with a sentence for a missing, unreadable, encrypted, public or unknown one
 */
export async function readKeyFile(
  way: Way,
  file: string,
  passphrase: string | undefined,
): Promise<ParsedKey> {
  const path = homePath(file);
  let bytes: Buffer;
  let id: string;
  try {
    const { mtimeMs, size, ino } = await stat(path);
    const proof = createHash("sha256")
      .update(passphrase ?? "")
      .digest("hex");
    id = JSON.stringify([path, ino, mtimeMs, size, proof]);
    const before = unlocked.get(id);
    if (before !== undefined) return before;
    bytes = await readFile(path);
  } catch (error) {
    throw fileFailure(way, path, error);
  }
  const key = ssh2.utils.parseKey(bytes, passphrase);
  if (key instanceof Error) throw parseFailure(way, path, key.message, passphrase !== undefined);
  if (!key.isPrivateKey()) {
    throw keyFailure(
      way,
      "not permitted",
      `${path} holds a public key, a private one is needed.`,
      "Name the file without .pub.",
    );
  }
  unlocked.set(id, key);
  return key;
}

function fileFailure(way: Way, path: string, error: unknown): Failure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") {
    return keyFailure(
      way,
      "not permitted",
      `The key file ${path} does not exist.`,
      "Correct the path in the profile, or use the agent.",
    );
  }
  return keyFailure(
    way,
    "not permitted",
    `The key file ${path} cannot be read: ${textOf(error)}.`,
    "Make the file readable for you (mode 0600).",
  );
}

function parseFailure(way: Way, path: string, text: string, tried: boolean): Failure {
  if (/no passphrase given/i.test(text)) {
    return keyFailure(
      way,
      "authentication refused",
      `The key file ${path} is encrypted and no passphrase was given.`,
      "Give the passphrase, or load the key into the agent (ssh-add) and use the agent.",
    );
  }
  if (tried && /passphrase|integrity|decrypt/i.test(text)) {
    return keyFailure(
      way,
      "authentication refused",
      `The passphrase does not open the key file ${path}.`,
      "Give the right passphrase.",
      text,
    );
  }
  return keyFailure(
    way,
    "not permitted",
    `${path} holds no private key that can be read here (OpenSSH, PEM or PPK).`,
    "Convert it to OpenSSH's own format: ssh-keygen -p -f FILE",
    text,
  );
}

function keyFailure(
  way: Way,
  kind: FailureKind,
  message: string,
  next: string,
  said?: string,
): Failure {
  return failureOn(way, "ssh login", kind, message, next, said);
}
