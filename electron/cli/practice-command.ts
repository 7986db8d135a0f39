/** `ringdrill practice up | down | status | reset`. */
import type { Command } from "commander";
import type { PracticeOptions, PracticeStatus } from "../../shared/contract/practice.ts";
import type { CommandWorld } from "./client.ts";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { createOutput } from "./output.ts";
import { wholeNumber } from "./option-values.ts";

interface UpOptions {
  readonly nodes?: number;
  readonly layout?: string;
  readonly cassandra?: string;
  readonly simulated?: boolean;
  readonly subnet?: string;
  readonly json?: boolean;
}

/** Adds the command to `program`. */
export function practiceCommand(program: Command, world: CommandWorld): void {
  const practice = program
    .command("practice")
    .description("a real Cassandra cluster on this machine, to look at and to drill");
  practice
    .command("up")
    .description("start it, or adopt the one that runs")
    .option("--nodes <n>", "1 to 6 nodes in one datacenter", wholeNumber("--nodes", 1, 6))
    .option(
      "--layout <dc:rack,rack;…>",
      "datacenters and racks, for example 'dc1:r1,r2,r3;dc2:r1,r2'",
    )
    .option("--cassandra <version>", "5.0, 4.1 or 4.0")
    .option("--simulated", "the simulated cluster, without Java")
    .option("--subnet <a.b.c>", "first three octets of the nodes' loopback addresses", undefined)
    .option("--json", "one JSON document on stdout")
    .action(async (options: UpOptions) => {
      const output = createOutput(options.json === true);
      const client = await world.client();
      const progress = await client.practice.up(upInput(options), { signal: world.interrupted });
      for await (const step of progress) {
        const rest =
          step.remainingMs === null ? "" : `, about ${Math.ceil(step.remainingMs / 1_000)} s left`;
        output.progress(`${step.done}/${step.of} ${step.doing}${rest}`);
      }
      const status = await client.practice.status();
      output.result(status, statusText(status));
      if (status.state !== "running")
        throw new CommandEnd(
          exitCodes.notReached,
          status.impossible ?? "The practice cluster is not wholly up.",
        );
    });
  for (const name of ["down", "reset"] as const) {
    practice
      .command(name)
      .description(
        name === "down" ? "stop every node; their data stays" : "stop it and throw its data away",
      )
      .option("--json", "one JSON document on stdout")
      .action(async (options: { json?: boolean }) => {
        const output = createOutput(options.json === true);
        const client = await world.client();
        const status = await client.practice[name]();
        output.result(status, statusText(status));
      });
  }
  practice
    .command("status")
    .description("what runs")
    .option("--json", "one JSON document on stdout")
    .action(async (options: { json?: boolean }) => {
      const output = createOutput(options.json === true);
      const status = await (await world.client()).practice.status();
      output.result(status, statusText(status));
    });
}

function upInput(options: UpOptions): PracticeOptions {
  const input: Record<string, unknown> = {};
  for (const name of ["nodes", "layout", "cassandra", "simulated", "subnet"] as const) {
    if (options[name] !== undefined) input[name] = options[name];
  }
  return input as PracticeOptions;
}

function statusText(status: PracticeStatus): string {
  const head = `practice cluster: ${status.state}${status.simulated ? " (simulated)" : ""}${status.version === null ? "" : `, Cassandra ${status.version}`}, in ${status.folder}`;
  const rows = status.nodes.map((node) => {
    const memory =
      node.residentBytes === null ? "" : `, ${Math.round(node.residentBytes / 1_048_576)} MiB`;
    return `  ${node.address}  ${node.dc}/${node.rack}  Cassandra ${node.cassandra}${node.pid === null ? "" : ` (pid ${node.pid}${memory})`}, SSH ${node.ssh ? "answers" : "stopped"}`;
  });
  return [head, ...rows, ...(status.impossible === null ? [] : [status.impossible])].join("\n");
}
