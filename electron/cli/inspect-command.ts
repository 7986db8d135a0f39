/** `ringdrill inspect TARGET`: one look at a cluster, what the Overview shows. */
import type { Command } from "commander";
import { inspectDocument } from "../../shared/cluster/inspect-document.ts";
import { statementsOf } from "../../shared/cluster/statements.ts";
import { hasValue, isStale, type Fact } from "../../shared/facts/fact.ts";
import type { ClusterView } from "../../shared/contract/cluster-view.ts";
import type { CommandWorld } from "./client.ts";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { openTarget } from "./open-target.ts";
import { createOutput } from "./output.ts";

/** Adds the command to `program`. */
export function inspectCommand(program: Command, world: CommandWorld): void {
  program
    .command("inspect")
    .argument("<target>", "a profile's name, practice, or cql://host:port")
    .description("one look at a cluster: what every node says of itself and of the others")
    .option("--json", "one JSON document on stdout")
    .action(async (target: string, options: { json?: boolean }) => {
      const output = createOutput(options.json === true);
      const view = await openTarget(world, target, output);
      output.result(inspectDocument(view), inspectText(view));
      // The look itself is whole; but a script must not go on as if nobody could be in between.
      if (changedHostKeys(view).length > 0) throw new CommandEnd(exitCodes.notReached, "");
    });
}

/** Nodes that showed another SSH host key than the one on file, or one that is revoked. */
function changedHostKeys(view: ClusterView): ClusterView["nodes"] {
  return view.nodes.filter(
    ({ reach: { ssh } }) =>
      ssh.state === "failed" &&
      (ssh.failure.kind === "host key changed" || ssh.failure.kind === "host key revoked"),
  );
}

function figure<T>(fact: Fact<T>, show: (value: T) => string): string {
  if (!hasValue(fact)) return "–";
  return `${show(fact.value)}${isStale(fact) ? " (stale)" : ""}`;
}

const gib = (bytes: number) =>
  bytes >= 1_073_741_824
    ? `${(bytes / 1_073_741_824).toFixed(1)} GiB`
    : `${(bytes / 1_048_576).toFixed(1)} MiB`;

function inspectText(view: ClusterView): string {
  const lines = [
    `${figure(view.name, String)} · Cassandra ${view.versions.join(", ")} · ${view.nodes.length} nodes${view.target.simulated ? " · simulated" : ""}`,
    "",
    ...statementsOf(view).map(
      (statement) =>
        `${statement.severity === "critical" ? "■" : statement.severity === "warning" ? "▲" : "●"} ${statement.text}`,
    ),
    "",
    "node             state  dc/rack        load        heap        cpu    longest GC pause",
  ];
  for (const node of view.nodes) {
    lines.push(
      [
        node.address.padEnd(16),
        figure(node.state, String).padEnd(6),
        `${figure(node.dc, String)}/${figure(node.rack, String)}`.padEnd(14),
        figure(node.load, gib).padEnd(11),
        figure(node.heap, (heap) => gib(heap.usedBytes)).padEnd(11),
        figure(node.cpu, (cpu) => `${(cpu.busyShare * 100).toFixed(0)} %`).padEnd(6),
        figure(node.gc, (gc) =>
          gc.longestMs === undefined ? "none" : `${gc.longestMs.toFixed(1)} ms`,
        ),
      ].join(" "),
    );
  }
  if (view.problems.length > 0)
    lines.push("", ...view.problems.map((problem) => `${problem.severity}: ${problem.text}`));
  return lines.join("\n");
}
