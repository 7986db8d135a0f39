/** Unfinished drills: in the local journals, and on the nodes themselves, where a helper may know more. */
import type { Unfinished } from "../../../shared/contract/drill.ts";
import type { RunFolders } from "../deps.ts";
import type { Session } from "../session.ts";
import { rememberedRun } from "./resume-facts.ts";

/** What the helper of one node says of one drill. */
export interface FoundOnNode {
  readonly address: string;
  readonly runId: string;
  readonly phase: string;
  readonly text: string;
}

/** Asks the helper of one node for all drills in its state folder; `mend` rolls back those whose guard is gone. */
export type ScanNode = (
  session: Session,
  nodeKey: string,
  mend: boolean,
) => Promise<readonly FoundOnNode[]>;

/** Runs of this profile in the local journals that were begun and not closed, and whose process is gone. */
export async function unfinishedJournals(
  folders: RunFolders,
  profile: string,
): Promise<readonly Unfinished[]> {
  const found: Unfinished[] = [];
  for (const { path, runId, ownerAlive } of await folders.list()) {
    if (ownerAlive) continue;
    const { lines, problems } = await folders.read(path);
    const run = rememberedRun(lines);
    if (run === undefined || run.closed || run.plan.target.profile !== profile) continue;
    found.push({
      runId,
      drill: run.plan.drill.id,
      node: run.plan.nodes[0]?.address ?? "?",
      phase: run.phase,
      at: run.plan.createdAt,
      where: "journal",
      folder: path,
      next: `${problems.map((problem) => `Its journal is not whole: ${problem}. `).join("")}Close it with: ringdrill drill resume ${runId} --target ${profile}`,
    });
  }
  return found;
}

/** Phases of a helper in which nothing is left to do. */
const quiet = new Set(["rolled-back", "disarmed", "none"]);

/**
 * Both sources together. A node that cannot be asked is a line of its own: silence is not "nothing found".
 */
export async function scanDrills(
  folders: RunFolders,
  session: Session,
  scanNode: ScanNode,
  mend: boolean,
): Promise<readonly Unfinished[]> {
  const byRun = new Map(
    (await unfinishedJournals(folders, session.profile.name)).map((each) => [each.runId, each]),
  );
  for (const node of session.view().nodes) {
    try {
      for (const found of await scanNode(session, node.key, mend)) {
        const known = byRun.get(found.runId);
        if (known !== undefined)
          byRun.set(found.runId, { ...known, where: "both", onNode: found.text });
        else if (!quiet.has(found.phase)) {
          byRun.set(found.runId, {
            runId: found.runId,
            drill: "?",
            node: found.address,
            phase: found.phase,
            at: 0,
            where: "node",
            onNode: found.text,
            next: `Its journal is not on this machine. Bring the node back with: ringdrill drill rollback ${found.runId} --target ${session.profile.name}`,
          });
        }
      }
    } catch (error) {
      for (const [runId, run] of byRun) {
        if (run.node !== node.address) continue;
        byRun.set(runId, {
          ...run,
          onNode: `not asked: ${error instanceof Error ? error.message : String(error)}`,
        });
      }
    }
  }
  return [...byRun.values()];
}
