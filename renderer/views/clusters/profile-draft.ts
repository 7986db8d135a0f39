/** A profile while it is being typed. The host checks it; nothing is checked twice. */
import type { Profile } from "../../../shared/contract/profile.ts";

/** Colours that differ from each other for most eyes, and from the state colours. */
export const profileColours = [
  "#0072b2",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#b07a00",
  "#7961db",
  "#c87619",
  "#8f99a8",
] as const;

/** An empty profile with the usual ports; nothing is assumed about its environment. */
export function newProfile(): Profile {
  return {
    name: "",
    contactPoints: [],
    cql: { port: 9042, tls: {} },
    ssh: { user: "", port: 22, auth: { kind: "agent" }, jump: [], knownHosts: [] },
    service: { kind: "systemd", unit: "cassandra" },
    environment: null,
    colour: profileColours[0],
  };
}

/** Contact points as typed: separated by commas, blanks or line ends. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

/** Jump hosts as OpenSSH writes them, `user@host:port` separated by commas; what cannot be read is left out. */
export function readJumpHosts(text: string): { host: string; port: number; user: string }[] {
  return text.split(",").flatMap((part) => {
    const match = /^\s*([^@\s]+)@(\[[^\]]+\]|[^:\s]+)(?::(\d+))?\s*$/.exec(part);
    const [, user, host, port] = match ?? [];
    if (user === undefined || host === undefined) return [];
    return [
      { user, host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? 22 : Number(port) },
    ];
  });
}

/** The same text again from the list. */
export function writeJumpHosts(
  hosts: readonly { host: string; port: number; user: string }[],
): string {
  return hosts
    .map(
      ({ user, host, port }) =>
        `${user}@${host.includes(":") ? `[${host}]` : host}${port === 22 ? "" : `:${port}`}`,
    )
    .join(", ");
}
