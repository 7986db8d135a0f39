/** Entry of the command line. */
import { createRouterClient } from "@orpc/server";
import { screensFolder } from "../compose/places.ts";
import { createRealHost, type RealHost } from "../compose/real-host.ts";
import { toolVersion } from "../compose/tool-version.ts";
import { startWebHost } from "../web/web-host.ts";
import { runCommandLine } from "./program.ts";

async function main(): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interruption.abort());
  }
  let opened: Promise<RealHost> | undefined;
  const openHost = (hostKind: "command line" | "browser") =>
    (opened ??= createRealHost({ hostKind }));
  let stopServing: (() => Promise<void>) | undefined;

  const code = await runCommandLine(
    process.argv.slice(2),
    {
      client: async () =>
        createRouterClient((await openHost("command line")).host.router, { context: {} }),
      interrupted: interruption.signal,
      environment: process.env,
    },
    async (port) => {
      const web = await startWebHost((await openHost("browser")).host, screensFolder, port);
      stopServing = web.close;
      return { url: web.url };
    },
    toolVersion,
  );
  await stopServing?.();
  await (await opened)?.close();
  process.exitCode = code;
}

void main();
