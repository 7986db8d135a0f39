import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import ssh2 from "ssh2";
import { clusterPaths } from "./practice-paths.ts";
import { addressOf, type PracticeSpec } from "./practice-spec.ts";

/** The one user of the practice cluster's SSH servers; its commands run as whoever started the cluster. */
export const sshUser = "ringdrill";

interface SshKeyPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * An ed25519 pair: the private key in OpenSSH's own format, the public one as a line of authorized_keys.
 * ssh2 1.17 writes a malformed key when the public one begins with a zero byte (one in 256), so each is read back.
 */
export function newKey(comment: string): SshKeyPair {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync("ed25519", { comment });
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) {
      return { privateKey: pair.private, publicKey: pair.public };
    }
  }
}

/**
 * Makes the user key, a host key for every node, `known_hosts`, and a `config` for people (`ssh -F config 127.0.0.1`).
 * Keys that exist are kept.
 */
export function writeSshFiles(spec: PracticeSpec, folder: string): void {
  const paths = clusterPaths(folder);
  mkdirSync(paths.ssh, { recursive: true, mode: 0o700 });
  writeKeyOnce(paths.userKey, sshUser);
  const lines: string[] = [];
  const hosts: string[] = [];
  spec.places.forEach((_, i) => {
    const address = addressOf(spec.prefix, i + 1);
    const key = writeKeyOnce(paths.hostKey(address), address);
    const host = spec.sshPort === 22 ? address : `[${address}]:${String(spec.sshPort)}`;
    lines.push(`${host} ${key.split(" ").slice(0, 2).join(" ")}`);
    hosts.push(address);
  });
  writeFileSync(paths.knownHosts, `${lines.join("\n")}\n`, { mode: 0o600 });
  const config = [
    `Host ${hosts.join(" ")}`,
    `  User ${sshUser}`,
    `  Port ${String(spec.sshPort)}`,
    `  IdentityFile "${paths.userKey}"`,
    "  IdentitiesOnly yes",
    `  UserKnownHostsFile "${paths.knownHosts}"`,
    "  StrictHostKeyChecking yes",
    "",
  ];
  writeFileSync(paths.sshConfig, config.join("\n"), { mode: 0o600 });
}

/** Gives the public key's line. */
function writeKeyOnce(file: string, comment: string): string {
  const publicFile = `${file}.pub`;
  if (existsSync(file) && existsSync(publicFile)) return readFileSync(publicFile, "utf8").trim();
  const { privateKey, publicKey } = newKey(comment);
  writeFileSync(file, privateKey, { mode: 0o600 });
  writeFileSync(publicFile, `${publicKey}\n`, { mode: 0o600 });
  return publicKey;
}
