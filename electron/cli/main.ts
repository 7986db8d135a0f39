/** Entry of the command line. */
import { createRouterClient } from "@orpc/server";
import { screensFolder, userDataFolder } from "../compose/places.ts";
import { createRealHost, type RealHost, type RealHostOptions } from "../compose/real-host.ts";
import { toolVersion } from "../compose/tool-version.ts";
import { startWebHost } from "../web/web-host.ts";
import { CommandEnd, exitCodes } from "./exit-code.ts";
import { runCommandLine } from "./program.ts";

async function main(): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interruption.abort());
  }
  let opened: Promise<RealHost> | undefined;
  const openHost = (options: RealHostOptions) =>
    (opened ??= createRealHost(options).catch((error: unknown) => {
      throw unusableDataFolder(error);
    }));
  let stopServing: (() => Promise<void>) | undefined;

  const code = await runCommandLine(
    process.argv.slice(2),
    {
      client: async () =>
        createRouterClient((await openHost({ hostKind: "command line" })).host.router, {
          context: {},
        }),
      interrupted: interruption.signal,
      environment: process.env,
    },
    async ({ port, startTarget }) => {
      const { host } = await openHost({ hostKind: "browser", startTarget });
      const web = await startWebHost(host, screensFolder, port);
      stopServing = web.close;
      return { url: web.url };
    },
    toolVersion,
  );
  await stopServing?.();
  // One that could not be opened has been told of already.
  await (await opened?.catch(() => undefined))?.close();
  process.exitCode = code;
}

/** Everything of the host lies in its data folder: what keeps it from opening is that folder. */
function unusableDataFolder(error: unknown): CommandEnd {
  const why = error instanceof Error ? error.message : String(error);
  return new CommandEnd(
    exitCodes.notReached,
    `The data folder ${userDataFolder()} cannot be used: ${why}. Make it writable, or name another one in RINGDRILL_HOME.`,
  );
}

void main();
