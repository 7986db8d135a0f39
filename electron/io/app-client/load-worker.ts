/** The thread of the load: its death ends the load, not the host, and no stall of the host delays a request. */
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { Client } from "cassandra-driver";
import type { DriverEvent, LoadSpec } from "../../core/deps.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import { connectClient, createAppClient, createProbeClient } from "./driver-clients.ts";
import { LedgerFile } from "./ledger-file.ts";
import type { FromLoadWorker, LoadWorkerData, ToLoadWorker } from "./load-protocol.ts";
import { LoadRun } from "./load-run.ts";
import { preloadRows } from "./preload.ts";

const tellEveryMs = 200;
/** A driver in trouble can log without end. */
const mostEvents = 500;

async function run(port: MessagePort, spec: LoadSpec): Promise<void> {
  const say = (message: FromLoadWorker): void => port.postMessage(message);
  const events: DriverEvent[] = [];
  const app = createAppClient(spec);
  const probe = createProbeClient(spec);
  listen(app, "app", events);
  listen(probe, "probe", events);
  const ledger = openLedger(spec);
  await connectBoth(app, probe, spec);
  const load = new LoadRun(spec, app, probe, ledger, (why) => say({ type: "broken", why }));
  const tell = (): void =>
    say({ type: "tick", tick: { ...load.take(), events: events.splice(0) } });

  const asked = Promise.withResolvers<void>();
  port.on("message", (message: ToLoadWorker) => {
    if (message === "stop") asked.resolve();
  });
  await load.start();
  say({ type: "started" });
  const timer = setInterval(tell, tellEveryMs);
  await asked.promise;
  const counts = await load.stop();
  clearInterval(timer);
  tell();
  say({ type: "done", counts });
  await Promise.all([app.shutdown(), probe.shutdown()]);
}

async function preload(port: MessagePort, spec: LoadSpec, rows: number): Promise<void> {
  const say = (message: FromLoadWorker): void => port.postMessage(message);
  const ledger = openLedger(spec);
  const client = createAppClient(spec);
  // Without a listener an error event would end the thread.
  client.on("log", () => undefined);
  try {
    await connectClient(client, spec);
    await preloadRows(spec, client, ledger, rows, (done) => say({ type: "preloaded", rows: done }));
    say({ type: "done", counts: ledger.rows.counts(true) });
  } finally {
    ledger.close();
    await client.shutdown();
  }
}

function openLedger(spec: LoadSpec): LedgerFile {
  const { seed, keyspace, table, nodes } = spec;
  return new LedgerFile(spec.ledgerFile, { version: 1, seed, keyspace, table, nodes });
}

async function connectBoth(app: Client, probe: Client, spec: LoadSpec): Promise<void> {
  await connectClient(app, spec);
  try {
    await connectClient(probe, spec);
  } catch (error) {
    await app.shutdown();
    throw error;
  }
}

function listen(client: Client, name: DriverEvent["client"], events: DriverEvent[]): void {
  const who = name === "app" ? "the application's driver" : "the probe";
  const down = new Set<string>();
  const note = (kind: DriverEvent["kind"], host: string, text: string): void => {
    if (events.length < mostEvents) events.push({ at: Date.now(), client: name, kind, host, text });
  };
  const up = ({ address }: { address: string }): void => {
    if (!down.delete(address)) return;
    note("host up", addressOf(address), `${who} is connected to the node again`);
  };
  client.on("hostDown", ({ address }) => {
    down.add(address);
    note("host down", addressOf(address), `${who} has lost its last connection to the node`);
  });
  client.on("hostUp", up);
  // Once all nodes were down, the driver begins anew and knows them as added, not as up.
  client.on("hostAdd", up);
  client.on("log", (level, className, text) => {
    if (level === "error") note("error", "", `${className}: ${text}`);
  });
}

function addressOf(endpoint: string): string {
  return endpoint.slice(0, endpoint.lastIndexOf(":")).replace(/^\[|\]$/g, "");
}

async function work(port: MessagePort, data: LoadWorkerData): Promise<void> {
  try {
    if (data.mode === "run") await run(port, data.spec);
    else await preload(port, data.spec, data.rows);
  } catch (error) {
    const failure = error instanceof Failure ? error.detail : undefined;
    const text = error instanceof Error ? error.message : String(error);
    port.postMessage({ type: "refused", failure, text } satisfies FromLoadWorker);
  }
  port.close();
}

// No await at the top level: the bundle is CommonJS.
if (parentPort !== null) void work(parentPort, workerData as LoadWorkerData);
