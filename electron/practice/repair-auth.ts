import { nodesByDatacenter } from "./layout.ts";
import { PracticeFailure } from "./practice-error.ts";
import { nodePaths } from "./practice-paths.ts";
import { addressOf, type PracticeSpec } from "./practice-spec.ts";
import { runCommand } from "./run-command.ts";

/** Carries the rows of system_auth to every replica. @throws PracticeFailure ("failed") */
export async function repairAuth(
  spec: PracticeSpec,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const everyNodeHoldsAll = [...nodesByDatacenter(spec.places).values()].every((n) => n <= 3);
  // One node that holds everything repairs everything; else each repairs the ranges it is the first replica of.
  const repairers = everyNodeHoldsAll ? spec.places.slice(0, 1) : spec.places;
  const options = everyNodeHoldsAll ? ["-full"] : ["-full", "-pr"];
  for (const [i] of repairers.entries()) {
    const { nodetool } = nodePaths(folder, addressOf(spec.prefix, i + 1));
    const run = await runCommand(nodetool, ["repair", ...options, "system_auth"], {
      timeoutMs: 120_000,
      signal,
      env: {},
    });
    if (run.code !== 0) {
      const said = (run.stderr + run.stdout).trim().slice(-400);
      throw new PracticeFailure("failed", `system_auth could not be repaired: ${said}`);
    }
  }
}
