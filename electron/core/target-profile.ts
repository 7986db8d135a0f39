/** From the name of a target to the profile and secrets that reach it. */
import type { Profile, Secrets } from "../../shared/contract/profile.ts";
import type { HostDeps } from "./host-deps.ts";
import { practiceName } from "./practice-profile.ts";
import { contactPoint } from "./session/targets.ts";

export interface Target {
  readonly profile: Profile;
  readonly secrets: Secrets;
  readonly simulated: boolean;
}

/** Colour of a target that has no profile: none of those that environments use. */
const plainColour = "#5f6b7c";

/**
 * `practice`, a profile's name, or `cql://host[:port]` (CQL only, in plain text) and `cqls://…` (with TLS). Secrets
 * that were given come before those in the keychain.
 * @returns undefined when there is no such target
 */
export async function findTarget(
  deps: HostDeps,
  name: string,
  given: Secrets = {},
): Promise<Target | undefined> {
  if (name === practiceName) {
    const access = await deps.practice.access();
    if (access === undefined) return undefined;
    const { simulated } = await deps.practice.status();
    return { ...access, simulated };
  }
  const url = /^(cqls?):\/\/([^/]+)\/?$/.exec(name);
  if (url !== null) {
    const { host, port } = contactPoint(url[2] ?? "");
    const cql = { port: port ?? 9042, tls: url[1] === "cqls" ? {} : (false as const) };
    const profile: Profile = {
      name,
      contactPoints: [host],
      cql,
      ssh: null,
      service: { kind: "none" },
      environment: null,
      colour: plainColour,
    };
    return { profile, secrets: given, simulated: false };
  }
  const { profiles } = await deps.profiles.list();
  const profile = profiles.find((each) => each.name === name);
  if (profile === undefined) return undefined;
  const kept = deps.secrets.canKeep
    ? await deps.secrets.get(name).catch(() => undefined)
    : undefined;
  return { profile, secrets: { ...kept, ...given }, simulated: false };
}

/** The first secret that the profile cannot do without and that was not given. */
export function missingSecret(
  profile: Profile,
  secrets: Secrets,
): { readonly which: "cqlPassword" | "sshPassword"; readonly question: string } | undefined {
  if (profile.cql.user !== undefined && secrets.cqlPassword === undefined) {
    return {
      which: "cqlPassword",
      question: `CQL password of ${profile.cql.user} for ${profile.name}`,
    };
  }
  if (profile.ssh?.auth.kind === "password" && secrets.sshPassword === undefined) {
    return {
      which: "sshPassword",
      question: `SSH password of ${profile.ssh.user} for ${profile.name}`,
    };
  }
  return undefined;
}
