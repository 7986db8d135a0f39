/** `ringdrill serve`: the browser host; prints its address with the token. */
import type { Command } from "commander";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { wholeNumber } from "./option-values.ts";
import { createOutput } from "./output.ts";

/** Starts the browser host and gives its address; the main program knows how. */
export type StartServing = (port: number) => Promise<{ readonly url: string }>;

/** Adds the command to `program`. It runs until it is interrupted. */
export function serveCommand(
  program: Command,
  startServing: StartServing,
  interrupted: AbortSignal,
): void {
  program
    .command("serve")
    .description("the screens in a browser of this machine: loopback only, with a token")
    .option("--port <n>", "TCP port; 0 takes a free one", wholeNumber("--port", 0, 65_535), 0)
    .option("--json", "one JSON document on stdout")
    .action(async (options: { port: number; json?: boolean }) => {
      const output = createOutput(options.json === true);
      const { url } = await startServing(options.port).catch((error: unknown) => {
        throw new CommandEnd(
          exitCodes.notReached,
          `The browser host could not listen on 127.0.0.1:${options.port}: ${error instanceof Error ? error.message : String(error)}. Choose another --port.`,
        );
      });
      output.result({ url }, `Ringdrill is at ${url}`);
      if (!interrupted.aborted)
        await new Promise<void>((resolve) =>
          interrupted.addEventListener("abort", () => resolve(), { once: true }),
        );
    });
}
