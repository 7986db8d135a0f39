/** What the user's ssh configuration says about a host, so that a profile needs no more than `ssh HOST` does. */
import { readFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import ssh2 from "ssh2";
import SSHConfig from "ssh-config";
import { Failure } from "../../../shared/facts/failure.ts";
import type { SshAuth, SshTarget } from "../../core/deps.ts";
import { homePath } from "./home-path.ts";
import { textOf } from "./ssh-failure.ts";
import { readUserConfig, userConfigFiles } from "./user-config-text.ts";

/** The settings for one host that Ringdrill follows. Absent: the configuration does not say. */
export interface UserHostSettings {
  readonly hostName: string;
  readonly port: number | undefined;
  readonly user: string | undefined;
  /** In order of preference, with `~` and tokens filled in. */
  readonly identityFiles: readonly string[];
  readonly identitiesOnly: boolean;
  /** `[user@]host[:port]`, first hop first. */
  readonly proxyJump: readonly string[];
  readonly knownHosts: readonly string[];
}

/** A target of which only the host has to be known; what is given goes before the configuration. */
export interface SshWish {
  readonly host: string;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly auth?: SshAuth | undefined;
  /** Undefined: as configured. Empty: none. */
  readonly jump?: readonly SshTarget[] | undefined;
  readonly knownHosts?: readonly string[] | undefined;
}

/** Chains of jump hosts that lead to each other end somewhere. */
const mostJumps = 8;
const defaultIdentities = ["~/.ssh/id_ed25519", "~/.ssh/id_ecdsa", "~/.ssh/id_rsa"];

/**
 * Reads the settings for `host` (as the user would type it) out of a configuration's text. `Match exec` is never run.
 * @throws an error of the library for a text that is no configuration
 */
export function settingsFor(text: string, host: string, user?: string): UserHostSettings {
  const query = user === undefined ? { Host: host } : { Host: host, User: user };
  const found = SSHConfig.parse(text).compute(query, { ignoreCase: true, matchExec: false });
  const all = (key: string): string[] => [found[key] ?? []].flat();
  const [one] = all("hostname");
  const hostName = (one ?? host).replaceAll(/%([%hn])/g, (_all, token) =>
    token === "%" ? "%" : host,
  );
  const port = Number(all("port")[0] ?? Number.NaN);
  const configured = user ?? all("user")[0];
  const tokens: Readonly<Record<string, string>> = {
    "%": "%",
    d: homedir(),
    h: hostName,
    n: host,
    p: String(Number.isInteger(port) ? port : 22),
    r: configured ?? userInfo().username,
    u: userInfo().username,
  };
  const path = (text: string): string =>
    homePath(text.replaceAll(/%(.)/g, (whole, token: string) => tokens[token] ?? whole));
  const jump = all("proxyjump").join(",");
  return {
    hostName,
    port: Number.isInteger(port) ? port : undefined,
    user: configured,
    identityFiles: all("identityfile")
      .filter((file) => file !== "none")
      .map(path),
    identitiesOnly: all("identitiesonly")[0] === "yes",
    proxyJump:
      jump === "" || jump.toLowerCase() === "none" ? [] : jump.split(",").map((hop) => hop.trim()),
    knownHosts: all("userknownhostsfile")
      .flatMap((files) => files.split(/\s+/))
      .filter((file) => file !== "none" && file !== "")
      .map(path),
  };
}

/**
 * Completes a target from the user's ssh configuration: HostName, Port, User, IdentityFile, ProxyJump and
 * UserKnownHostsFile. An identity that is encrypted is left to the agent when there is one.
 * @throws Failure (hop "ssh login") when the configuration cannot be read
 */
export async function completeTarget(
  wish: SshWish,
  files: readonly string[] = userConfigFiles,
): Promise<SshTarget> {
  let text: string;
  try {
    text = await readUserConfig(files);
    SSHConfig.parse(text);
  } catch (error) {
    throw configFailure(wish.host, "cannot be read", textOf(error));
  }
  return await complete(wish, text, mostJumps);
}

async function complete(wish: SshWish, text: string, jumpsLeft: number): Promise<SshTarget> {
  if (jumpsLeft < 0) throw configFailure(wish.host, "sends it through jump hosts in a circle");
  const settings = settingsFor(text, wish.host, wish.user);
  const jump: SshTarget[] = [];
  if (wish.jump === undefined) {
    for (const [index, hop] of settings.proxyJump.entries()) {
      // ssh reaches the first hop as configured, the others through the one before.
      const rest = index === 0 ? {} : { jump: [] };
      jump.push(await complete({ ...hopOf(wish.host, hop), ...rest }, text, jumpsLeft - 1));
    }
  }
  return {
    host: settings.hostName,
    port: wish.port ?? settings.port ?? 22,
    user: wish.user ?? settings.user ?? userInfo().username,
    auth: wish.auth ?? (await authOf(settings)),
    jump: wish.jump ?? jump,
    knownHosts: wish.knownHosts ?? settings.knownHosts,
  };
}

/** `[user@]host[:port]`, also as `ssh://…`; an IPv6 address with a port stands in brackets. */
function hopOf(host: string, text: string): SshWish {
  const parts =
    /^(?:ssh:\/\/)?(?:([^@]+)@)?(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?\/?$/.exec(text);
  const name = parts?.[2] ?? parts?.[3];
  if (name === undefined)
    throw configFailure(host, `names a jump host that cannot be read: ${text}`);
  return {
    host: name,
    user: parts?.[1],
    port: parts?.[4] === undefined ? undefined : Number(parts[4]),
  };
}

async function authOf(settings: UserHostSettings): Promise<SshAuth> {
  const agent = (process.env["SSH_AUTH_SOCK"] ?? "") !== "";
  const named = settings.identityFiles.length > 0;
  for (const file of named ? settings.identityFiles : defaultIdentities.map(homePath)) {
    const state = await stateOf(file);
    if (state === "open" || (state === "encrypted" && !agent)) return { kind: "key", file };
  }
  const [first] = settings.identityFiles;
  // A file that is named and missing is worth its own message, unless an agent may hold the key.
  return agent || first === undefined ? { kind: "agent" } : { kind: "key", file: first };
}

async function stateOf(file: string): Promise<"open" | "encrypted" | "missing"> {
  try {
    const key = ssh2.utils.parseKey(await readFile(file));
    if (!(key instanceof Error)) return key.isPrivateKey() ? "open" : "missing";
    return /passphrase/i.test(key.message) ? "encrypted" : "missing";
  } catch {
    return "missing"; // the login says why it cannot be read
  }
}

function configFailure(host: string, what: string, said?: string): Failure {
  return new Failure({
    hop: "ssh login",
    kind: "unknown layout",
    node: host,
    message: `Your ssh configuration for ${host} ${what}${said === undefined ? "" : `: ${said}`}.`,
    next: `Correct ~/.ssh/config (ssh -G ${host} shows what ssh makes of it), or fill in the profile.`,
    ...(said === undefined ? {} : { said }),
  });
}
