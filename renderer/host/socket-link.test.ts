import { expect, test } from "vitest";
import { retryDelayMs } from "./line.ts";
import { socketAddress, socketProtocols } from "./socket-link.ts";

test("the socket goes to the page's own origin, without fragment and query", () => {
  expect(socketAddress("http://127.0.0.1:4711/?x=1#/overview")).toBe("ws://127.0.0.1:4711/rpc");
});

test("the token is the only protocol that is asked for", () => {
  expect(socketProtocols("abc")).toEqual(["ringdrill.abc"]);
});

test("waits between tries grow from a quarter of a second to five seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelayMs)).toEqual([
    250, 500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
});
