import { expect, test } from "vitest";
import { parseReply, parseRequest } from "./supervisor-protocol.ts";

test("requests are read, and what is none is undefined", () => {
  expect(parseRequest(`{"do":"status"}`)).toEqual({ do: "status" });
  expect(parseRequest(`{"do":"stop-ssh","address":"127.0.0.1","more":1}`)).toEqual({
    do: "stop-ssh",
    address: "127.0.0.1",
  });
  for (const line of ["", "null", "[]", "{", `{"do":"stop-ssh"}`, `{"do":"rm","address":"x"}`]) {
    expect(parseRequest(line)).toBeUndefined();
  }
});

test("replies are read, and what is none is undefined", () => {
  expect(parseReply(`{"ok":true,"listening":["a"]}`)).toEqual({ ok: true, listening: ["a"] });
  expect(parseReply(`{"ok":false,"why":"no"}`)).toEqual({ ok: false, why: "no" });
  for (const line of ["", "{}", `{"ok":true}`, "HTTP/1.1 400"])
    expect(parseReply(line)).toBeUndefined();
});
