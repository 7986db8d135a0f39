import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { screenFile } from "./screen-file.ts";

describe("screen files", () => {
  it("the root is the page, assets are served with their type", () => {
    expect(screenFile("/")).toEqual({
      path: "index.html",
      contentType: "text/html; charset=utf-8",
    });
    expect(screenFile("/assets/index-Ab_c12.js")).toEqual({
      path: "assets/index-Ab_c12.js",
      contentType: "text/javascript; charset=utf-8",
    });
    expect(screenFile("/assets/icons-20.woff2")?.contentType).toBe("font/woff2");
  });

  it.each([
    "/../package.json",
    "/assets/../index.html",
    "/assets/%2e%2e/secret.js",
    "/assets/..%2fsecret.js",
    "/assets\\..\\x.js",
    "//etc/passwd.html",
    "/assets/sub/x.js",
    "/.env.js",
    "/assets/.hidden.js",
    "/index.html\0.js",
    "/x.json",
    "/x",
  ])("a path that leaves the folder or names an unknown kind is refused: %j", (path) => {
    expect(screenFile(path)).toBeUndefined();
  });
});

describe("content security policy", () => {
  it("allows nothing remote and no inline code", () => {
    const policy = contentSecurityPolicy(["ws://127.0.0.1:4000"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:4000");
    expect(policy).not.toContain("unsafe");
    expect(policy).not.toContain("*");
    expect(policy).not.toContain("https:");
  });
});
