import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { helperScript, helperSha256, sudoersLine } from "./helper-script.ts";

it("its digest is the one that sha256sum prints for it, and sudo is told the same", () => {
  const digest = createHash("sha256").update(helperScript).digest("hex");
  expect(helperSha256).toBe(digest);
  expect(sudoersLine("ops", "/usr/local/sbin/ringdrill-helper")).toBe(
    `ops ALL=(root) NOPASSWD: sha256:${digest} /usr/local/sbin/ringdrill-helper`,
  );
});

it("it deletes nothing and runs no text: no rm, unlink, rmdir, find, xargs, eval, source or dot command", () => {
  const code = helperScript.replaceAll(/^\s*#.*$/gm, "");
  expect(code).not.toMatch(/\b(rm|rmdir|unlink|shred|truncate|find|xargs|eval|source)\b/);
  expect(code).not.toMatch(/(^|[;&|({]|\bthen|\bdo)\s*\.\s+\S/m);
  expect(code).not.toMatch(/\bsh -c\b/);
});

it("it is plain ASCII text with a last line end, as sh on every node reads it", () => {
  expect(helperScript).toMatch(/^#!\/bin\/sh\n[\t\n\x20-\x7e]*\nexit\n$/);
});
