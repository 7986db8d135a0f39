/** The profile of the practice cluster while there is none: the screens list it before it was ever made. */
import type { Profile } from "../../shared/contract/profile.ts";

export const practiceName = "practice";

export const practicePlaceholder: Profile = {
  name: practiceName,
  contactPoints: ["127.0.0.1"],
  cql: { port: 9042, tls: false },
  ssh: null,
  service: { kind: "none" },
  environment: "practice",
  colour: "#0f8a8a",
};
