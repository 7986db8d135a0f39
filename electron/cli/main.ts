/** Entry of the command line. */
import { createRouterClient } from "@orpc/server";
import { screensFolder } from "../compose/places.ts";
import { createRealHost, type RealHost, type RealHostOptions } from "../compose/real-host.ts";
import { toolVersion } from "../compose/tool-version.ts";
import { startWebHost } from "../web/web-host.ts";
import { runCommandLine } from "./program.ts";

async function main(): Promise<void> {
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => interruption.abort());
  }
  let opened: Promise<RealHost> | undefined;
  const openHost = (options: RealHostOptions) => (opened ??= createRealHost(options));
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
  await (await opened)?.close();
  process.exitCode = code;
}

void main();
