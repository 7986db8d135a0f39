import { flushCompileCache } from "node:module";
import { hostname } from "node:os";
import { join } from "node:path";
import type { ModelNode } from "../../../shared/model/node/model-node.ts";
import { Catalog } from "../../../shared/model/query/catalog.ts";
import { QueryEngine } from "../../../shared/model/query/query-engine.ts";
import { systemRows } from "../../../shared/model/system/system-rows.ts";
import { serveTool } from "./control-socket.ts";
import { CqlServer } from "./cql-server.ts";
import { startGcLog } from "./gc-log.ts";
import { readSettings, type NodeSettings } from "./node-settings.ts";
import { runTool } from "./nodetool-text.ts";
import { openNode, type OpenNode } from "./open-node.ts";
import { PreparedIds } from "./prepared-ids.ts";
import { settingsRows } from "./settings-rows.ts";
import { SystemLog } from "./system-log.ts";

/** How long a restarted node waits for the others before it takes clients (StartupClusterConnectivityChecker). */
const settleMs = 10_000;
/** LoadBroadcaster. */
const tellLoadEveryMs = 60_000;

type Say = (source: string, text: string, thread?: string) => void;

/**
 * Runs a simulated node until it is told to end by SIGTERM. Resolves when it takes clients.
 * @throws Error when a file, an option or a port is not as it must be; system.log says so as well
 */
export async function runSimulatedNode(args: readonly string[]): Promise<void> {
  const startedAt = Date.now();
  const settings = readSettings(args);
  const log = new SystemLog(settings.logFolder);
  process.on("uncaughtException", (error) => {
    // A full disk, for one: like disk_failure_policy "die", and the reason stands in the log.
    const text = `Exiting due to error: ${error.stack ?? error.message}`;
    log.write({ level: "ERROR", thread: "main", source: "JVMStabilityInspector.java:200", text });
    console.error(text);
    process.exit(100);
  });
  try {
    await run(settings, log, startedAt);
  } catch (error) {
    const text = `Exception encountered during startup: ${error instanceof Error ? error.message : String(error)}`;
    log.write({ level: "ERROR", thread: "main", source: "CassandraDaemon.java:900", text });
    throw error;
  }
}

async function run(settings: NodeSettings, log: SystemLog, startedAt: number): Promise<void> {
  const { config } = settings;
  const { listen_address: address, storage_port: storagePort } = config;
  const say: Say = (source, text, thread = "main") => {
    log.write({ level: "INFO", thread, source, text });
  };
  say("CassandraDaemon.java:602", `Hostname: ${hostname()}:${storagePort}:7001`);
  say("CassandraDaemon.java:609", `JVM vendor/version: none, simulated by Node ${process.version}`);
  const gcLog = startGcLog(settings.gcLog);
  // One collection at the start, as a Java has it: from then on the heap's size is known.
  (globalThis as { readonly gc?: () => void }).gc?.();

  let clients: Clients | undefined;
  const open = openNode(settings, {
    log: (line) => {
      log.write(line);
    },
    onEvent: (event) => clients?.server.tell(event),
    onSchema: () => clients?.prepared.forget(),
  });
  const { node, tables, internode } = open;
  clients = clientsOf(open, settings);
  await internode.listen();
  say(
    "InboundConnectionInitiator.java:164",
    `Listening on address: (/${address}:${storagePort}), nic: lo, encryption: unencrypted`,
  );
  say("StorageService.java:1205", "Starting up server gossip");
  node.gossip.tell({ loadBytes: tables.bytes });
  node.start();
  const tool = await serveTool(join(settings.storageFolder, "run"), ({ args: words }) =>
    runTool(
      {
        node,
        clusterName: config.cluster_name,
        storagePort,
        nativePort: config.native_transport_port,
        startedAt,
        loadBytes: () => tables.bytes,
      },
      words,
    ),
  );
  const load = setInterval(() => {
    node.gossip.tell({ loadBytes: tables.bytes });
  }, tellLoadEveryMs);
  const { server } = clients;
  let ending = false;
  process.on("SIGHUP", () => undefined); // the terminal it was started from was closed
  process.on("SIGTERM", () => {
    if (ending) return;
    ending = true;
    clearInterval(load);
    void drain(open, server, say).then(() => {
      tool.close();
      gcLog.close();
      process.exit(0);
    });
  });

  say("StorageService.java:2047", "JOINING: Finish joining ring");
  say("StorageService.java:3281", `Node /${address}:${storagePort} state jump to NORMAL`);
  await settle(node, say);
  if (ending) return;
  await server.listen(config.native_transport_port, config.rpc_address);
  say(
    "PipelineConfigurator.java:148",
    `Starting listening for CQL clients on /${config.rpc_address}:${config.native_transport_port} (unencrypted)...`,
  );
  node.gossip.tell({ rpcReady: true });
  say("CassandraDaemon.java:744", "Startup complete");
  // A process that is killed would not write it.
  flushCompileCache();
}

interface Clients {
  readonly server: CqlServer;
  readonly prepared: PreparedIds;
}

function clientsOf({ node }: OpenNode, settings: NodeSettings): Clients {
  const { config, simulated } = settings;
  const catalog = new Catalog(node.schema, simulated.release);
  const rows = systemRows(node, catalog.system, {
    clusterName: config.cluster_name,
    storagePort: config.storage_port,
    nativePort: config.native_transport_port,
    settings: () => settingsRows(settings, simulated.release),
    properties: () =>
      new Map([
        ...settings.properties,
        ["java.version", "none"],
        ["java.vm.name", `simulated by Node ${process.version}`],
      ]),
    clients: () => server.rows(),
  });
  const engine = new QueryEngine(node, catalog, rows);
  const prepared = new PreparedIds(engine);
  const server = new CqlServer({ node, engine, prepared });
  return { server, prepared };
}

/** Waits until at most one peer of the own datacenter is missing; a node that knows of none waits for nobody. */
async function settle(node: ModelNode, say: Say): Promise<void> {
  const { dc } = node.identity;
  const missing = (): number =>
    node.gossip.peers().filter((peer) => peer.application.dc === dc && !peer.alive).length;
  if (missing() <= 1) return;
  say(
    "StartupClusterConnectivityChecker.java:115",
    `Blocking coordination until only a single peer is DOWN in the local datacenter, timeout=${settleMs / 1_000}s`,
  );
  const began = performance.now();
  while (missing() > 1 && performance.now() - began < settleMs) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function drain(
  { node, tables, hints, internode }: OpenNode,
  server: CqlServer,
  say: Say,
): Promise<void> {
  const hook = "StorageServiceShutdownHook";
  say("HintsService.java:234", "Paused hints dispatch", hook);
  say("Server.java:203", "Stop listening for CQL clients", hook);
  await server.close();
  say("Gossiper.java:2254", "Announcing shutdown", hook);
  node.stop(true);
  await internode.close();
  tables.close();
  hints.close();
  say("StorageService.java:993", "Cassandra shutdown complete", hook);
}
