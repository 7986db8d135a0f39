/** The whole command line as one value; `main.ts` gives it the world and runs it. */
import { Command, CommanderError } from "commander";
import type { CommandWorld } from "./client.ts";
import { drillCommand } from "./drill-command.ts";
import { endOf, exitCodes } from "./exit-code.ts";
import { helperCommand } from "./helper-command.ts";
import { inspectCommand } from "./inspect-command.ts";
import { printable } from "./output.ts";
import { practiceCommand } from "./practice-command.ts";
import { reportCommand } from "./report-command.ts";
import { serveCommand, type StartServing } from "./serve-command.ts";

/** Every command below the program, so that each of them hands its errors back instead of ending the process. */
function tame(command: Command): void {
  command.exitOverride();
  command.showHelpAfterError("(add --help for the options)");
  for (const child of command.commands) tame(child);
}

/** @returns the exit code; everything that went wrong is said on stderr in sentences. */
export async function runCommandLine(
  args: readonly string[],
  world: CommandWorld,
  startServing: StartServing,
  version: string,
): Promise<number> {
  const program = new Command("ringdrill")
    .description("See, measure, drill and prove an Apache Cassandra cluster.")
    .version(version);
  practiceCommand(program, world);
  inspectCommand(program, world);
  drillCommand(program, world);
  reportCommand(program, world);
  helperCommand(program);
  serveCommand(program, world, startServing);
  tame(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes.passed;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version were asked for: no error. Commander has printed everything else itself.
      return error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
    }
    const end = endOf(error);
    for (const line of end.lines) process.stderr.write(`${printable(line)}\n`);
    return world.interrupted.aborted && end.exitCode !== exitCodes.aborted
      ? exitCodes.interrupted
      : end.exitCode;
  }
}
