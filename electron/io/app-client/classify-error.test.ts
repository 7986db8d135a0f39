import cassandra from "cassandra-driver";
import { describe, expect, test } from "vitest";
import { classifyError, coordinatorOf } from "./classify-error.ts";

const { errors } = cassandra;
const response = (code: number): Error => new errors.ResponseError(code, "planted");
const socket = (notWritten: boolean): Error =>
  Object.assign(new Error("Socket was closed"), {
    isSocketError: true,
    ...(notWritten ? { requestNotWritten: true } : {}),
  });
const outcome = (error: unknown): string => {
  const { outcome: how, kind } = classifyError(error);
  return `${how}: ${kind}`;
};

describe("an answer of the coordinator", () => {
  test.each([
    [0x1000, "refused: unavailable"],
    [0x1001, "unknown: overloaded"],
    [0x1002, "refused: bootstrapping"],
    [0x1100, "unknown: write timeout"],
    [0x1200, "unknown: read timeout"],
    [0x1300, "unknown: read failure"],
    [0x1500, "unknown: write failure"],
    [0x2200, "refused: invalid"],
    [0x0000, "unknown: server error"],
    [0x1700, "unknown: error 0x1700"],
  ])("%i is %s", (code, expected) => {
    expect(outcome(response(code))).toBe(expected);
    expect(classifyError(response(code)).code).toBe(code);
  });
});

test("silence and a broken connection are unknown, unless the request never left this machine", () => {
  expect(outcome(new errors.OperationTimedOutError("no answer", "127.0.0.1:9042"))).toBe(
    "unknown: client time-out",
  );
  expect(outcome(socket(false))).toBe("unknown: connection lost");
  expect(outcome(socket(true))).toBe("refused: not written to the socket");
  expect(outcome(new errors.BusyConnectionError("127.0.0.1:9042", 2_048, 1))).toBe(
    "refused: connections busy",
  );
});

test("what nobody foresaw is unknown", () => {
  expect(outcome(new TypeError("?"))).toBe("unknown: driver error");
  expect(outcome(undefined)).toBe("unknown: driver error");
});

describe("no host available", () => {
  const noHost = (inner: Record<string, unknown>): string =>
    outcome(new errors.NoHostAvailableError(inner));
  test("is refused when every host was passed over or said no before it sent anything", () => {
    expect(
      noHost({
        a: "Host considered as DOWN",
        b: new Error("No connection available"),
        c: new errors.BusyConnectionError("c", 1, 1),
        d: socket(true),
      }),
    ).toBe("refused: no host available");
    expect(noHost({})).toBe("refused: no host available");
  });
  test.each([
    ["a broken connection", socket(false)],
    ["a time-out", new errors.OperationTimedOutError("x", "y")],
    ["a write timeout", response(0x1100)],
    ["no error yet", null],
    ["another text", "Host did something"],
    ["another error", new Error("x")],
  ])("is unknown when one host has %s", (_, inner) => {
    expect(noHost({ a: "Host considered as DOWN", b: inner })).toBe("unknown: no host available");
  });
  test("still says unavailable when that was the answer before the plan ran out of hosts", () => {
    expect(noHost({ a: response(0x1000), b: "Host considered as DOWN" })).toBe(
      "refused: unavailable",
    );
    expect(noHost({ a: response(0x1000), b: socket(false) })).toBe("unknown: unavailable");
  });
});

test("the coordinator is the one the driver notes on the error", () => {
  expect(coordinatorOf(Object.assign(response(0x1000), { coordinator: "127.0.0.2:9042" }))).toBe(
    "127.0.0.2:9042",
  );
  expect([coordinatorOf(response(0x1000)), coordinatorOf(null), coordinatorOf("x")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
