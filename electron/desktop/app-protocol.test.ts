import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerScreen, privilegedScheme } from "./app-protocol.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdrill-screens-"));
  mkdirSync(join(folder, "screens", "assets"), { recursive: true });
  writeFileSync(join(folder, "screens", "index.html"), "<!doctype html><title>Ringdrill</title>");
  writeFileSync(join(folder, "secret.js"), "secret");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("ringdrill://app", () => {
  it("serves the page with the policy as a header", async () => {
    const response = await answerScreen("ringdrill://app/", join(folder, "screens"));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(await response.text()).toContain("Ringdrill");
  });

  it.each([
    "ringdrill://app/../secret.js",
    "ringdrill://app/%2e%2e/secret.js",
    "ringdrill://app/..%2fsecret.js",
    "ringdrill://other/index.html",
    "ringdrill://app/missing.js",
  ])("%s is not found", async (address) => {
    const response = await answerScreen(address, join(folder, "screens"));
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("secret\n");
  });

  it("the scheme is standard and secure and gets no bypass", () => {
    expect(privilegedScheme.privileges).toEqual({
      standard: true,
      secure: true,
      supportFetchAPI: true,
      corsEnabled: true,
    });
  });
});
