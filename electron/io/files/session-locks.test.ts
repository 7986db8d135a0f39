import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionLocks } from "./session-locks.ts";

test("a profile is held by one session at a time, and who holds it is said", async () => {
  const folder = mkdtempSync(join(tmpdir(), "locks-"));
  const locks = sessionLocks(join(folder, "sessions"));
  const first = await locks.take("east");
  const second = await locks.take("east");
  expect(second).toEqual({
    heldBy: "This Ringdrill is connected to east already. Use that one, or close it first.",
  });
  expect(await locks.take("East")).toHaveProperty("release");
  if ("release" in first) await first.release();
  expect(await locks.take("east")).toHaveProperty("release");
  rmSync(folder, { recursive: true });
});
