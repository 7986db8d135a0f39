import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { hostError } from "./host-error.ts";

test("a failed hop comes through whole", () => {
  const failure = {
    hop: "cql connect",
    kind: "connection refused",
    node: "127.0.0.3:9042",
    message: "127.0.0.3 refuses CQL on 9042",
    next: "Cassandra may be starting; look again in a minute",
  };
  const seen = hostError(new ORPCError("FAILED", { data: failure }));
  expect(seen).toMatchObject({ code: "FAILED", message: failure.message, failure });
});

test("a question for a secret says which one", () => {
  const data = { which: "cqlPassword", question: "Password of cassandra on practice?" };
  expect(hostError(new ORPCError("NEEDS_SECRET", { data })).secret).toEqual(data);
});

test("wrong fields and broken rules are listed", () => {
  expect(
    hostError(new ORPCError("BAD_INPUT", { data: { problems: ["name: too long"] } })).details,
  ).toEqual(["name: too long"]);
  expect(
    hostError(new ORPCError("REFUSED", { data: { reasons: ["a node is down"] } })).details,
  ).toEqual(["a node is down"]);
});

test("an error that did not come from the host is a matter of the line", () => {
  expect(hostError(new Error("Queue[2] was closed"))).toMatchObject({
    code: "LINE",
    message: "The line to Ringdrill's host broke.",
    details: ["Queue[2] was closed"],
  });
});
