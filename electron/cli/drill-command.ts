/** `ringdrill drill list | plan | run | resume | rollback | scan`. */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  drillRequestSchema,
  objectiveSchema,
  type DrillRequest,
} from "../../shared/contract/drill.ts";
import type { CommandWorld } from "./client.ts";
import { followRun, printResult } from "./follow-run.ts";
import { CommandEnd, endOf, exitCodes } from "./exit-code.ts";
import { openTarget } from "./open-target.ts";
import { consistencyLevel, oneOf, wholeNumber } from "./option-values.ts";
import { createOutput, type Output } from "./output.ts";
import { planText } from "./plan-text.ts";

interface DrillOptions {
  readonly target: string;
  readonly node?: string;
  readonly load?: "read" | "write" | "mixed";
  readonly consistency?: string;
  readonly rf?: number;
  readonly rate?: number;
  readonly objective?: string;
  readonly override?: readonly string[];
  readonly wait?: readonly string[];
  readonly yes?: boolean;
  readonly confirmCluster?: string;
  readonly approvedBy?: string;
  readonly reportDir?: string;
  readonly json?: boolean;
}

const collect = (value: string, before: readonly string[] | undefined) => [
  ...(before ?? []),
  value,
];

/** Adds the command to `program`. */
export function drillCommand(program: Command, world: CommandWorld): void {
  const drill = program
    .command("drill")
    .description("failure drills: predict, inject, come back, prove");
  drill
    .command("list")
    .description("the catalogue")
    .option("--json", "one JSON document on stdout")
    .action(async (options: { json?: boolean }) => {
      const rows = await (await world.client()).drills.catalogue();
      createOutput(options.json === true).result(
        rows,
        rows
          .map(
            (row) =>
              `${row.id}  ${row.name} — ${row.simulates}. ${row.rollbackClass}: ${row.rollbackWords}.`,
          )
          .join("\n"),
      );
    });
  withRequest(
    drill
      .command("plan")
      .argument("<id>", "a drill's id, for example D-06")
      .description("what would happen to this very cluster; nothing is touched"),
  ).action(async (id: string, options: DrillOptions) => {
    const output = createOutput(options.json === true);
    const request = await requestOf(world, id, options);
    await openTarget(world, options.target, output);
    const plan = await (await world.client()).drills.plan({ profile: options.target, request });
    output.result(
      {
        drill: plan.drill,
        nodes: plan.nodes,
        impact: plan.impact,
        prediction: plan.prediction,
        preflight: plan.preflight,
        steps: plan.steps,
        waits: plan.waits,
      },
      planText(plan),
    );
    const refused = plan.preflight.filter((check) => check.ok === false);
    if (refused.length > 0)
      throw new CommandEnd(
        exitCodes.refused,
        `Refused as it stands: ${refused.map((check) => `${check.check} (${check.value})`).join("; ")}`,
      );
  });
  withRequest(
    drill
      .command("run")
      .argument("<id>", "a drill's id, for example D-06")
      .description("run a drill to its verdict"),
  )
    .option("--yes", "start without asking: enough for practice and lab only")
    .option("--confirm-cluster <name>", "the cluster's name, for staging and production")
    .option("--approved-by <name>", "second person, for destructive drills in production")
    .option("--report-dir <dir>", "where the run's folder is made")
    .action(async (id: string, options: DrillOptions) => {
      const output = createOutput(options.json === true);
      const request = await requestOf(world, id, options);
      await openTarget(world, options.target, output);
      const client = await world.client();
      const { target, yes, confirmCluster, approvedBy, reportDir } = options;
      const start = {
        profile: target,
        request,
        ...(yes === undefined ? {} : { yes }),
        ...(confirmCluster === undefined ? {} : { confirmCluster }),
        ...(approvedBy === undefined ? {} : { approvedBy }),
        ...(reportDir === undefined ? {} : { reportDir }),
      };
      const started = await client.drills.start(start).catch((error: unknown) => {
        const { exitCode, lines } = endOf(error);
        // A refusal is a verdict: a program that reads stdout must find it there.
        if (exitCode === exitCodes.refused && output.json)
          output.result({ verdict: "refused", reasons: lines }, "");
        throw error;
      });
      await finish(world, output, started.runId);
    });
  withTarget(
    drill
      .command("resume")
      .argument("<run>", "a run's id, as scan prints it")
      .description("close a drill that was cut off: roll back, audit, verdict"),
  ).action(async (run: string, options: { target: string; json?: boolean }) => {
    const output = createOutput(options.json === true);
    await openTarget(world, options.target, output);
    const resumed = await (
      await world.client()
    ).drills.resume({ profile: options.target, runId: run });
    await finish(world, output, resumed.runId);
  });
  withTarget(
    drill
      .command("rollback")
      .argument("<run>", "a run's id")
      .description("bring the node back now, without audits"),
  ).action(async (run: string, options: { target: string; json?: boolean }) => {
    const output = createOutput(options.json === true);
    await openTarget(world, options.target, output);
    const result = await (
      await world.client()
    ).drills.rollback({ profile: options.target, runId: run });
    if (result === null)
      output.result(
        { rolledBack: true, runId: run },
        `${run}: rolled back; close it with: ringdrill drill resume ${run} --target ${options.target}`,
      );
    else printResult(output, result);
  });
  withTarget(
    drill
      .command("scan")
      .description(
        "unfinished drills, in the local journals and on the nodes; mends nodes whose guard is gone",
      ),
  ).action(async (options: { target: string; json?: boolean }) => {
    const output = createOutput(options.json === true);
    await openTarget(world, options.target, output);
    const found = await (await world.client()).drills.scan({ profile: options.target });
    output.result(
      found,
      found.length === 0
        ? "No unfinished drill."
        : found
            .map(
              (each) =>
                `${each.runId}  ${each.drill} on ${each.node}: ${each.phase}${each.onNode === undefined ? "" : `; on the node: ${each.onNode}`}. ${each.next}`,
            )
            .join("\n"),
    );
    if (found.length > 0) throw new CommandEnd(exitCodes.failed, "");
  });
}

/** Follows a run to its end, Ctrl-C included, and ends with the verdict's exit code. */
async function finish(world: CommandWorld, output: Output, runId: string): Promise<void> {
  const result = await followRun(world, output, runId);
  printResult(output, result.result);
  if (result.interrupted)
    throw new CommandEnd(exitCodes.interrupted, "Interrupted; the fault was rolled back first.");
  if (result.exitCode !== 0) throw new CommandEnd(result.exitCode, "");
}

function withTarget(command: Command): Command {
  return command
    .requiredOption("--target <target>", "a profile's name or practice")
    .option("--json", "one JSON document on stdout");
}

function withRequest(command: Command): Command {
  return withTarget(command)
    .requiredOption("--node <node>", "number in address order, address, or host id")
    .option("--load <kind>", "read, write or mixed", oneOf(["read", "write", "mixed"]))
    .option("--consistency <level>", "consistency level of the application", consistencyLevel)
    .option("--rf <n>", "replication factor of the run's keyspace", wholeNumber("--rf", 1, 10))
    .option("--rate <n>", "requests a second", wholeNumber("--rate", 1, 20_000))
    .option(
      "--objective <file>",
      "JSON file with successShare, p99Ms, rtoServiceMs, rtoRedundancyMs, rpoMs",
    )
    .option(
      "--wait <name=ms>",
      "another wait than the default, for example maxFaultMs=30000 (repeatable)",
      collect,
    )
    .option(
      "--override <check=reason>",
      "go on although a check refuses, with the reason for the report (repeatable)",
      collect,
    );
}

async function requestOf(
  world: CommandWorld,
  id: string,
  options: DrillOptions,
): Promise<DrillRequest> {
  const rows = await (await world.client()).drills.catalogue();
  const row = rows.find((each) => each.id === id.toUpperCase());
  if (row === undefined)
    throw new CommandEnd(
      exitCodes.usage,
      `There is no drill ${id}. Known: ${rows.map((each) => each.id).join(", ")}.`,
    );
  const pairs = (list: readonly string[] | undefined, what: string) =>
    (list ?? []).map((text) => {
      const at = text.indexOf("=");
      if (at < 1)
        throw new CommandEnd(
          exitCodes.usage,
          `--${what} takes name=value, not ${JSON.stringify(text)}.`,
        );
      return [text.slice(0, at), text.slice(at + 1)] as const;
    });
  const request = {
    drill: row.id,
    node: options.node,
    load: options.load ?? row.defaults.load,
    consistency: options.consistency ?? row.defaults.consistency,
    rf: options.rf ?? row.defaults.rf,
    ...(options.rate === undefined ? {} : { ratePerSecond: options.rate }),
    ...(options.wait === undefined
      ? {}
      : {
          waits: Object.fromEntries(
            pairs(options.wait, "wait").map(([name, ms]) => [name, Number(ms)]),
          ),
        }),
    ...(options.override === undefined
      ? {}
      : {
          overrides: pairs(options.override, "override").map(([check, reason]) => ({
            check,
            reason,
          })),
        }),
    ...(options.objective === undefined
      ? {}
      : { objective: await objectiveFrom(options.objective) }),
  };
  const parsed = drillRequestSchema.safeParse(request);
  if (!parsed.success)
    throw new CommandEnd(
      exitCodes.usage,
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  return parsed.data;
}

async function objectiveFrom(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandEnd(
      exitCodes.usage,
      `The objective file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  try {
    return objectiveSchema.parse({ source: file, ...(JSON.parse(text) as object) });
  } catch (error) {
    throw new CommandEnd(
      exitCodes.usage,
      `The objective file ${file} does not fit: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
