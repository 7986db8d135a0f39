/** The clusters of the fake host: each shows the screens another state. */
import { profileSchema, type Profile } from "../../../shared/contract/profile.ts";
import { addressOf, type FakeCluster } from "./fake-frame.ts";

export const fakeClusters: Readonly<Record<string, Omit<FakeCluster, "at" | "profile">>> = {
  practice: { nodes: 3, environment: "practice" },
  "shop-production": {
    nodes: 9,
    net: "10.20.0.",
    dcs: ["eu-west", "us-east"],
    racks: 3,
    release: "4.1.9",
    environment: "production",
    colour: "#cc79a7",
    down: [3],
    doubt: [[4, 6]],
    sshFails: [5],
    wiped: [8],
  },
  "no-label": { nodes: 3, net: "10.30.0.", environment: null, colour: "#b07a00", stale: [2] },
  thousand: {
    nodes: 1_000,
    net: "10.40.",
    dcs: ["dc1", "dc2"],
    racks: 8,
    environment: "lab",
    simulated: true,
    colour: "#7961db",
    observers: 30,
    down: [17, 240],
    sshFails: [5, 6, 7],
  },
  "quiet-production": { nodes: 3, net: "10.70.0.", environment: "production", colour: "#56b4e9" },
  locked: { nodes: 3, net: "10.80.0.", environment: "staging", colour: "#0072b2" },
  opening: {
    nodes: 6,
    net: "10.50.0.",
    environment: "staging",
    colour: "#c87619",
    connecting: true,
  },
};

/** A profile as its owner would have written it. */
export function profileOf(name: string): Profile {
  const fake = fakeClusters[name];
  return profileSchema.parse({
    name,
    contactPoints: [addressOf(fake ?? {}, 0), addressOf(fake ?? {}, 1)],
    cql: { port: 9042, user: "ringdrill", tls: fake?.environment === "practice" ? false : {} },
    ssh: { user: "ops", port: 22, auth: { kind: "agent" }, jump: [], knownHosts: [] },
    service: { kind: "systemd", unit: "cassandra" },
    environment: fake?.environment ?? null,
    colour: fake?.colour ?? "#009e73",
  });
}
