/** Watches a run from the command line: its phases, milestones and messages on stderr, its result at the end. */
import type { DrillResult, RunView } from "../../shared/contract/drill.ts";
import { exitCodeOf } from "../../shared/drill/verdict.ts";
import type { CommandWorld } from "./client.ts";
import type { Output } from "./output.ts";

/**
 * Follows until the run has its result. The first Ctrl-C asks the run to stop, roll back and close.
 * @returns the result, its exit code, and whether it was interrupted.
 */
export async function followRun(
  world: CommandWorld,
  output: Output,
  runId: string,
): Promise<{
  readonly result: DrillResult;
  readonly exitCode: number;
  readonly interrupted: boolean;
}> {
  const client = await world.client();
  let interrupted = false;
  const stop = () => {
    interrupted = true;
    output.progress("stopping: the fault is rolled back, then the run is closed …");
    client.drills
      .stop({ runId })
      .catch((error: unknown) =>
        output.progress(
          `the run could not be told to stop: ${String(error)}; the guard on the node brings it back by itself`,
        ),
      );
  };
  if (world.interrupted.aborted) stop();
  else world.interrupted.addEventListener("abort", stop, { once: true });
  let seq = 0;
  const said = { phases: 0, milestones: 0, messages: 0 };
  for (;;) {
    const view = await client.drills.next({ runId, after: seq });
    seq = view.seq;
    tell(view, said, output);
    if (view.result !== undefined) {
      world.interrupted.removeEventListener("abort", stop);
      return { result: view.result, exitCode: exitCodeOf[view.result.verdict], interrupted };
    }
  }
}

function tell(
  view: RunView,
  said: { phases: number; milestones: number; messages: number },
  output: Output,
): void {
  for (const phase of view.phaseLog.slice(said.phases)) {
    output.progress(`${time(phase.at)}  ${phase.phase}`);
  }
  said.phases = view.phaseLog.length;
  for (const milestone of view.milestones.slice(said.milestones)) {
    const after =
      milestone.afterInjectMs === undefined
        ? ""
        : `  ${milestone.afterInjectMs >= 0 ? "+" : ""}${(milestone.afterInjectMs / 1_000).toFixed(1)} s`;
    output.progress(
      `${time(milestone.at)}${after}  ${milestone.name}${milestone.node === undefined ? "" : ` ${milestone.node}`} (${milestone.source})`,
    );
  }
  said.milestones = view.milestones.length;
  const last = view.messages.slice(Math.max(0, said.messages));
  for (const message of last) output.progress(`${time(message.at)}  ${message.text}`);
  said.messages = view.messages.length;
}

const time = (at: number) => new Date(at).toISOString().slice(11, 19);

/** The result as one JSON document or as text. */
export function printResult(output: Output, result: DrillResult): void {
  const { ledger, rto } = result;
  const text = [
    `${result.verdict}: ${result.reasons[0] ?? ""}`,
    ...result.reasons.slice(1).map((reason) => `  ${reason}`),
    `  ledger: ${ledger.acked} acknowledged, ${ledger.refused} refused, ${ledger.unknown} unknown; ${words(ledger.lost)} lost, ${words(ledger.hidden)} hidden, ${words(ledger.unexpected)} unexpected`,
    `  back to service ${duration(rto.serviceMs)}, to redundancy ${duration(rto.redundancyMs)}, to performance ${duration(rto.performanceMs)}; data lost ${duration(result.rpoMs)}`,
    ...result.comparison
      .filter((line) => line.matched !== true)
      .map(
        (line) =>
          `  ${line.matched === false ? "differs" : "not measured"}: ${line.text} ${line.measured ?? line.why ?? ""}`,
      ),
    `  evidence: ${result.evidence}`,
  ].join("\n");
  output.result(result, text);
}

const words = (count: number | null) => (count === null ? "–" : String(count));
const duration = (ms: number | null) => (ms === null ? "–" : `${(ms / 1_000).toFixed(1)} s`);
