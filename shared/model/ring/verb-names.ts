import type { Request } from "./message.ts";

/** Names of messages as `nodetool tpstats` counts the dropped ones. */
export const verbNames: Readonly<Record<Request["kind"], string>> = {
  echo: "ECHO_REQ",
  mutation: "MUTATION_REQ",
  hint: "HINT_REQ",
  read: "READ_REQ",
  range: "RANGE_REQ",
  truncate: "TRUNCATE_REQ",
  "schema push": "SCHEMA_PUSH_REQ",
  "schema pull": "SCHEMA_PULL_REQ",
  prepare: "PAXOS_PREPARE_REQ",
  propose: "PAXOS_PROPOSE_REQ",
  commit: "PAXOS_COMMIT_REQ",
};
