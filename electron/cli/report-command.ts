/** `ringdrill report show | export | verify` on a run's folder. */
import type { Command } from "commander";
import type { CommandWorld } from "./client.ts";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { createOutput } from "./output.ts";

const forms = ["html", "md", "json", "evidence"] as const;

/** Adds the command to `program`. */
export function reportCommand(program: Command, world: CommandWorld): void {
  const report = program
    .command("report")
    .description("what a run left: paper for an auditor, proof for an engineer");
  report
    .command("show")
    .argument("<dir>", "a run's folder")
    .option("--json", "one JSON document on stdout")
    .action(async (dir: string, options: { json?: boolean }) => {
      const output = createOutput(options.json === true);
      const client = await world.client();
      const made = await client.reports.get({ folder: dir });
      const result = "content" in made.result ? made.result.content : undefined;
      output.result(
        made,
        [
          `${made.cover.drill} on ${made.cover.cluster}: ${made.cover.verdict ?? "no verdict"}`,
          made.summary.felt,
          ...made.summary.findings.map((finding) => `  finding: ${finding}`),
          ...(result === undefined ? [] : result.reasons.map((reason) => `  ${reason}`)),
          ...made.comparison.map(
            (line) =>
              `  ${line.matched === true ? "as predicted" : line.matched === false ? "DIFFERS" : "not measured"}: ${line.text} ${line.measured ?? ""}`,
          ),
        ].join("\n"),
      );
    });
  report
    .command("export")
    .argument("<dir>", "a run's folder")
    .requiredOption("--into <folder>", "where the files go")
    .option("--form <form...>", `one or more of ${forms.join(", ")}`, [...forms])
    .option("--json", "one JSON document on stdout")
    .action(async (dir: string, options: { into: string; form: string[]; json?: boolean }) => {
      const wanted = forms.filter((form) => options.form.includes(form));
      const wrong = options.form.filter((form) => !forms.some((each) => each === form));
      if (wrong.length > 0)
        throw new CommandEnd(
          exitCodes.usage,
          `There is no form ${wrong.join(", ")}; it is one of ${forms.join(", ")}.`,
        );
      const client = await world.client();
      const written = await client.reports.export({
        folder: dir,
        into: options.into,
        forms: wanted,
      });
      createOutput(options.json === true).result(written, written.files.join("\n"));
    });
  report
    .command("verify")
    .argument("<dir>", "a run's folder")
    .description("recompute the hash chain and compare every file with it")
    .option("--json", "one JSON document on stdout")
    .action(async (dir: string, options: { json?: boolean }) => {
      const client = await world.client();
      const result = await client.reports.verify({ folder: dir });
      createOutput(options.json === true).result(
        result,
        [
          `${result.ok ? "OK" : "NOT OK"}: ${result.runId} in ${result.folder}`,
          ...result.checks.map(
            (check) =>
              `  ${check.ok === true ? "●" : check.ok === false ? "■" : "◌"} ${check.what}: ${check.text}`,
          ),
        ].join("\n"),
      );
      if (!result.ok) throw new CommandEnd(exitCodes.failed, "");
    });
}
