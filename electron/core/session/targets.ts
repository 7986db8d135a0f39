/** How a profile's nodes are reached: addresses, accounts and secrets put together. */
import type { Profile, Secrets } from "../../../shared/contract/profile.ts";
import type { CqlTarget, SshAuth, SshTarget } from "../deps.ts";

const connectTimeoutMs = 5_000;

export interface ContactPoint {
  readonly host: string;
  readonly port: number | undefined;
}

/** `host`, `host:port`, `[IPv6]:port` or a bare IPv6 address. */
export function contactPoint(text: string): ContactPoint {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  const plain = /^([^:]+):(\d+)$/.exec(text);
  const match = bracketed ?? plain;
  const port = match?.[2] === undefined ? undefined : Number(match[2]);
  return { host: match?.[1] ?? text, port };
}

export function cqlTargetOf(
  profile: Profile,
  secrets: Secrets,
  host: string,
  port: number,
): CqlTarget {
  return {
    host,
    port,
    user: profile.cql.user,
    password: secrets.cqlPassword,
    tls: profile.cql.tls === false ? undefined : profile.cql.tls,
    connectTimeoutMs,
  };
}

/** Undefined when the profile has no SSH. Every jump host is logged into in the same way as the nodes. */
export function sshTargetOf(
  profile: Profile,
  secrets: Secrets,
  host: string,
): SshTarget | undefined {
  const { ssh } = profile;
  if (ssh === null) return undefined;
  const auth: SshAuth =
    ssh.auth.kind === "agent"
      ? { kind: "agent" }
      : ssh.auth.kind === "key"
        ? { kind: "key", file: ssh.auth.file, passphrase: secrets.sshPassphrase }
        : { kind: "password", password: secrets.sshPassword ?? "" };
  const { knownHosts } = ssh;
  const jump = ssh.jump.map((hop) => ({ ...hop, auth, jump: [], knownHosts }));
  return { host, port: ssh.port, user: ssh.user, auth, jump, knownHosts };
}

/** A path of the profile with `%a` replaced by the node's address. */
export function pathFor(template: string, address: string): string {
  return template.replaceAll("%a", address);
}
