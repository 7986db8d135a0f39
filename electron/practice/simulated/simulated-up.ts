import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { Progress } from "../../../shared/contract/practice.ts";
import type { Cql } from "../../core/deps.ts";
import { newSecrets, proveAccounts } from "../accounts.ts";
import { writeCluster, writeSecrets } from "../cluster-record.ts";
import { practiceAccess } from "../practice-access.ts";
import { PracticeFailure } from "../practice-error.ts";
import { nodePaths } from "../practice-paths.ts";
import { addressOf, type PracticeSpec } from "../practice-spec.ts";
import { markVariable } from "../process-mark.ts";
import { runCommand } from "../run-command.ts";
import { writeSshFiles } from "../ssh-keys.ts";
import { startRing } from "../start-ring.ts";
import { ensureSupervisor, type SupervisorProgram } from "../supervisor-control.ts";
import { simulatedStepMs, upProgress, type UpProgress } from "../up-progress.ts";
import { askTool } from "./control-socket.ts";
import { hashPassword } from "./password-hash.ts";
import {
  compileCache,
  launcherOf,
  writeSimulatedFiles,
  type SharedFacts,
  type SimulatedProgram,
} from "./simulated-files.ts";

export interface SimulatedDeps {
  readonly cql: Cql;
  readonly supervisor: SupervisorProgram;
  readonly simulated: SimulatedProgram;
}

const seeEachOtherMs = 30_000;

/**
 * Brings a simulated cluster up: the same scripts, processes, SSH servers and accounts as a real one, with a small
 * program of our own in place of Java. Called with the folder's lock held.
 * @throws PracticeFailure or Failure
 */
export async function bringUpSimulated(
  { folder, spec, isNew }: { folder: string; spec: PracticeSpec; isNew: boolean },
  deps: SimulatedDeps,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const progress = upProgress(
    ["first node", "other nodes", "accounts", "SSH servers"],
    onProgress,
    () => performance.now(),
    simulatedStepMs,
  );
  const record = { spec, java: deps.simulated.node, simulated: true };
  writeCluster(folder, { ...record, state: isNew ? "creating" : "ready" });
  const shared = isNew ? newShared(folder) : undefined;
  const numbers = spec.places.map((_, i) => i + 1);
  for (const n of numbers) writeSimulatedFiles(spec, folder, n, deps.simulated, shared);
  writeSshFiles(spec, folder);
  if (!existsSync(compileCache(folder))) await warmUp(spec, folder, signal);
  const starting: UpProgress = {
    ...progress,
    begin: (step) => {
      progress.begin(step, "starting simulated nodes");
    },
  };
  const changed = await startRing(spec, folder, starting, signal);
  writeCluster(folder, { ...record, state: "ready" });
  if (changed) {
    progress.begin("accounts", "waiting until every node sees all others and lets users log in");
    await waitUntilAllAreUp(spec, folder, signal);
    await proveAccounts(spec, practiceAccess(folder).cql, deps.cql, signal);
  }
  progress.begin("SSH servers", "starting the nodes' SSH servers");
  const addresses = numbers.map((n) => addressOf(spec.prefix, n));
  await ensureSupervisor(folder, addresses, deps.supervisor, signal);
}

/** New accounts, and what the nodes know each other by. */
function newShared(folder: string): SharedFacts {
  const secrets = newSecrets();
  writeSecrets(folder, secrets);
  const { monitor, application } = secrets;
  return {
    secret: randomBytes(24).toString("base64url"),
    roles: [
      { role: monitor.user, superuser: true, saltedHash: hashPassword(monitor.password) },
      { role: application.user, superuser: false, saltedHash: hashPassword(application.password) },
    ],
  };
}

/** Compiles the simulator once, before several nodes do it at the same time. */
async function warmUp(spec: PracticeSpec, folder: string, signal: AbortSignal): Promise<void> {
  const launcher = launcherOf(folder, addressOf(spec.prefix, 1));
  const env = { PATH: process.env["PATH"], [markVariable]: folder };
  const { code, stderr } = await runCommand(launcher, ["--warm"], {
    timeoutMs: 60_000,
    signal,
    env,
  });
  if (code === 0) return;
  throw new PracticeFailure("failed", `The simulator cannot be started: ${stderr.trim()}`);
}

/** @throws PracticeFailure ("failed") that names the node which does not see all others */
async function waitUntilAllAreUp(
  spec: PracticeSpec,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const end = performance.now() + seeEachOtherMs;
  for (const [i] of spec.places.entries()) {
    const address = addressOf(spec.prefix, i + 1);
    const { run, log } = nodePaths(folder, address);
    for (;;) {
      signal.throwIfAborted();
      const { stdout } = await askTool(run, { args: ["status"] });
      if ((stdout.match(/^UN /gm) ?? []).length === spec.places.length) break;
      if (performance.now() > end) {
        throw new PracticeFailure(
          "failed",
          `${address} does not see all others up within ${String(seeEachOtherMs / 1_000)} s.`,
          `Its logs are in ${log}.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
