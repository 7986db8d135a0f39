import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { identityOf, pidFileText, type ProcessIdentity } from "./process-identity.ts";
import { lockHolder, takeLock } from "./process-lock.ts";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rd-lock-"));
  file = join(folder, "lock");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function own(): ProcessIdentity {
  const identity = identityOf(process.pid);
  if (identity === undefined) throw new Error("no /proc");
  return identity;
}

test("a lock is had by one at a time and free again after its release", () => {
  const lock = takeLock(file);
  if (!("release" in lock)) throw new Error("not taken");
  expect(lockHolder(file)).toEqual(own());
  expect(takeLock(file)).toEqual({ heldBy: own() });
  lock.release();
  expect(lockHolder(file)).toBeUndefined();
  const again = takeLock(file);
  expect("release" in again).toBe(true);
});

test("the lock of a dead process is taken over, and nothing is left lying about", async () => {
  const child = spawn("true");
  const identity = identityOf(child.pid ?? 0);
  if (identity === undefined) throw new Error("not started");
  await once(child, "exit");
  writeFileSync(file, pidFileText(identity));
  expect(lockHolder(file)).toBeUndefined();
  expect("release" in takeLock(file)).toBe(true);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

test("a living process that only has the dead owner's number does not hold the lock", () => {
  writeFileSync(file, pidFileText({ ...own(), startTicks: "1" }));
  expect("release" in takeLock(file)).toBe(true);
});

test("an empty or cut lock file, as a full disk leaves it, holds nobody up", () => {
  writeFileSync(file, "");
  expect("release" in takeLock(file)).toBe(true);
});
