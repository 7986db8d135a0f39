import { describe, expect, it } from "vitest";
import { admit, hostAllowed } from "./admission.ts";

const right = {
  host: "127.0.0.1:4000",
  origin: "http://127.0.0.1:4000",
  protocols: "ringdrill.secret",
};
const matches = (token: string) => token === "secret";

describe("who may talk to the browser host", () => {
  it("our own page with the token is let in and answered with its subprotocol", () => {
    expect(admit(right, 4000, matches)).toEqual({ protocol: "ringdrill.secret" });
    expect(
      admit({ ...right, host: "localhost:4000", origin: "http://localhost:4000" }, 4000, matches),
    ).toEqual({
      protocol: "ringdrill.secret",
    });
  });

  it("another Host header is DNS rebinding and is refused", () => {
    expect(admit({ ...right, host: "evil.example:4000" }, 4000, matches)).toEqual({
      refused: "wrong Host header",
    });
    expect(hostAllowed("127.0.0.1:4001", 4000)).toBe(false);
    expect(hostAllowed(undefined, 4000)).toBe(false);
  });

  it("another page's Origin, or none, is refused", () => {
    expect(admit({ ...right, origin: "https://evil.example" }, 4000, matches)).toEqual({
      refused: "wrong Origin header",
    });
    expect(admit({ ...right, origin: undefined }, 4000, matches)).toEqual({
      refused: "wrong Origin header",
    });
  });

  it("a wrong token or none is refused", () => {
    expect(admit({ ...right, protocols: "ringdrill.guess" }, 4000, matches)).toEqual({
      refused: "wrong token",
    });
    expect(admit({ ...right, protocols: undefined }, 4000, matches)).toEqual({
      refused: "wrong token",
    });
  });
});
