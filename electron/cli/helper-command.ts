/** `ringdrill helper`: prints what Ringdrill places on a node under drill, for an administrator to read or install. */
import type { Command } from "commander";
import { helperScript, helperSha256 } from "../../shared/drill/helper-script.ts";
import { createOutput } from "./output.ts";

/** Adds the command to `program`. */
export function helperCommand(program: Command): void {
  program
    .command("helper")
    .description("print the on-node helper and its digest")
    .option("--json", "one JSON document on stdout")
    .action((options: { json?: boolean }) => {
      const output = createOutput(options.json === true);
      output.progress(`SHA-256 ${helperSha256}`);
      output.result({ sha256: helperSha256, script: helperScript }, helperScript);
    });
}
