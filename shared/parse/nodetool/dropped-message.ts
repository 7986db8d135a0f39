/**
 * One name for a dropped message before and after 4.0, which renamed READ to READ_REQ, MUTATION to MUTATION_REQ
 * and so on (CASSANDRA-15066): the name of 4.0. Names that 4.0 does not have come back as they are.
 */
export function canonicalMessage(name: string): string {
  return OLD_NAMES[name] ?? name;
}

const OLD_NAMES: Readonly<Record<string, string>> = {
  READ: "READ_REQ",
  RANGE_SLICE: "RANGE_REQ",
  PAGED_RANGE: "RANGE_REQ",
  MUTATION: "MUTATION_REQ",
  COUNTER_MUTATION: "COUNTER_MUTATION_REQ",
  READ_REPAIR: "READ_REPAIR_REQ",
  REQUEST_RESPONSE: "REQUEST_RSP",
  HINT: "HINT_REQ",
  BATCH_STORE: "BATCH_STORE_REQ",
  BATCH_REMOVE: "BATCH_REMOVE_REQ",
};
