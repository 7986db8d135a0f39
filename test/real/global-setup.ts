/** Starts the shared practice cluster before the real tests and ends it after them. */
import { rmSync } from "node:fs";
import { cli, subnet, testHome } from "./ring.ts";

export async function setup(): Promise<void> {
  const up = await cli(["practice", "up", "--subnet", subnet]);
  if (up.code !== 0)
    throw new Error(`the practice cluster did not start (exit ${up.code}):\n${up.stderr}`);
}

export async function teardown(): Promise<void> {
  // For whoever writes a test: the next run adopts what is still there.
  if (process.env["RINGDRILL_TEST_KEEP"] === "1") return;
  const down = await cli(["practice", "reset"]);
  if (down.code !== 0)
    throw new Error(`the practice cluster did not end (exit ${down.code}):\n${down.stderr}`);
  rmSync(testHome(), { recursive: true, force: true });
}
