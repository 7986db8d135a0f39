import { expect, test } from "vitest";
import { factorsText, replicationWords } from "./replication-words.ts";

const keyspace = (
  name: string,
  factors: Record<string, number>,
  system = false,
  local = false,
) => ({
  name,
  replication: { strategy: "NetworkTopologyStrategy", factors },
  local,
  system,
});

test("the application's keyspaces speak for the cluster, system ones only when there is no other", () => {
  const auth = keyspace("system_auth", { dc1: 1 }, true);
  expect(replicationWords([auth, keyspace("shop", { dc1: 3 })])).toBe("RF 3");
  expect(replicationWords([auth, keyspace("system", {}, true, true)])).toBe("RF 1");
  expect(replicationWords([])).toBe("");
});

test("two datacenters are named, and differing keyspaces give a span", () => {
  expect(replicationWords([keyspace("shop", { dc1: 3, dc2: 2 })])).toBe("RF dc1 3 + dc2 2");
  expect(replicationWords([keyspace("a", { dc1: 3 }), keyspace("b", { dc1: 1 })])).toBe("RF 1–3");
  expect(factorsText({ "": 2 })).toBe("2");
});
