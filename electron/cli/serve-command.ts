/** `ringdrill serve`: the browser host; prints its address with the token. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { CommandWorld } from "./client.ts";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { wholeNumber } from "./option-values.ts";
import { createOutput, type Output } from "./output.ts";

/** Starts the browser host and gives its address; the main program knows how. */
export type StartServing = (options: {
  readonly port: number;
  /** What the screens open at once. */
  readonly startTarget: string | undefined;
}) => Promise<{ readonly url: string }>;

interface ServeOptions {
  readonly port: number;
  readonly withPractice?: boolean;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Adds the command to `program`. It runs until it is interrupted. */
export function serveCommand(
  program: Command,
  world: CommandWorld,
  startServing: StartServing,
): void {
  program
    .command("serve")
    .description("the screens in a browser of this machine: loopback only, with a token")
    .option("--port <n>", "TCP port; 0 takes a free one", wholeNumber("--port", 0, 65_535), 0)
    .option("--with-practice", "start the practice cluster too, and stop it at the end")
    .option("--open", "open it in this machine's browser")
    .option("--json", "one JSON document on stdout")
    .action(async (options: ServeOptions) => {
      const output = createOutput(options.json === true);
      const startTarget = options.withPractice === true ? "practice" : undefined;
      const { url } = await startServing({ port: options.port, startTarget }).catch(
        (error: unknown) => {
          if (error instanceof CommandEnd) throw error;
          throw new CommandEnd(
            exitCodes.notReached,
            `The browser host could not listen on 127.0.0.1:${options.port}: ${error instanceof Error ? error.message : String(error)}. Choose another --port.`,
          );
        },
      );
      output.result({ url }, `Ringdrill is at ${url}`);
      if (options.open === true) openBrowser(url, output);
      const started = options.withPractice === true ? await startPractice(world, output) : false;
      if (!world.interrupted.aborted) {
        await new Promise<void>((resolve) =>
          world.interrupted.addEventListener("abort", () => resolve(), { once: true }),
        );
      }
      if (started) {
        output.progress("stopping the practice cluster …");
        await (await world.client()).practice.down();
      }
    });
}

/** @returns whether it was started here: one that ran before is left running at the end. */
async function startPractice(world: CommandWorld, output: Output): Promise<boolean> {
  const client = await world.client();
  const before = await client.practice.status();
  if (before.state === "running") return false;
  const simulated = before.impossible !== null;
  if (before.impossible !== null)
    output.progress(`${before.impossible} Going on with the simulated cluster.`);
  try {
    const steps = await client.practice.up(simulated ? { simulated } : {}, {
      signal: world.interrupted,
    });
    for await (const step of steps) output.progress(`practice cluster: ${step.doing}`);
    output.progress("practice cluster: running");
  } catch (error) {
    if (!world.interrupted.aborted)
      output.progress(
        `practice cluster: ${error instanceof Error ? error.message : String(error)}`,
      );
  }
  return true;
}

/** Where there is no browser, the address stands on the terminal already. */
function openBrowser(url: string, output: Output): void {
  const command = process.platform === "darwin" ? "open" : "xdg-open";
  const there = (process.env["PATH"] ?? "")
    .split(":")
    .some((folder) => folder !== "" && existsSync(join(folder, command)));
  const screen =
    process.platform === "darwin" ||
    process.env["DISPLAY"] !== undefined ||
    process.env["WAYLAND_DISPLAY"] !== undefined;
  if (!there || !screen)
    return output.progress("There is no browser to open here: open the address above by hand.");
  const child = spawn(command, [url], { stdio: "ignore", detached: true });
  child.on("error", (error) =>
    output.progress(`The browser could not be opened: ${error.message}`),
  );
  child.unref();
}
