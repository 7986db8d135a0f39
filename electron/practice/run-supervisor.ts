import { createServer, type Socket } from "node:net";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readCluster, writePrivate, type ClusterRecord } from "./cluster-record.ts";
import { markVariable } from "./process-mark.ts";
import { clusterPaths, nodePaths } from "./practice-paths.ts";
import { addressOf } from "./practice-spec.ts";
import { identityOf } from "./process-identity.ts";
import { takeLock } from "./process-lock.ts";
import { newKey, sshUser } from "./ssh-keys.ts";
import { startNodeSsh, type NodeSsh } from "./ssh-server.ts";
import {
  parseRequest,
  type SupervisorReply,
  type SupervisorRequest,
} from "./supervisor-protocol.ts";

/**
 * The process that owns the nodes' SSH servers. It outlives the Ringdrill that started it, and ends when it is told
 * to, on SIGTERM, or when the cluster's folder is gone.
 * Resolves once it serves; the process then lives until it ends itself.
 * @throws Error when another supervisor serves this folder, or a port is taken
 */
export async function runSupervisor(folder: string): Promise<void> {
  const paths = clusterPaths(folder);
  const record = readCluster(folder);
  if (record === undefined) throw new Error(`there is no practice cluster in ${folder}`);
  const lock = takeLock(paths.supervisorLock);
  if ("heldBy" in lock)
    throw new Error(`process ${String(lock.heldBy.pid)} serves ${folder} already`);
  const releaseLock = lock.release;
  const servers = sshServers(folder, record);
  await servers.startAll();
  const control = createServer((socket) => {
    answer(socket, async (request) => {
      switch (request.do) {
        case "status":
          return { ok: true, listening: servers.listening() };
        case "stop-ssh":
          await servers.stop(request.address);
          return { ok: true, listening: servers.listening() };
        case "start-ssh":
          await servers.start(request.address);
          return { ok: true, listening: servers.listening() };
        case "change-host-key":
          await servers.changeHostKey(request.address);
          return { ok: true, listening: servers.listening() };
        case "restore-host-key":
          await servers.restoreHostKey(request.address);
          return { ok: true, listening: servers.listening() };
        case "shut-down":
          setImmediate(end);
          return { ok: true, listening: [] };
      }
    });
  });
  rmSync(join(folder, paths.supervisorSocket), { force: true });
  // A socket's path may have 107 bytes; by way of the open folder any folder will do.
  const descriptor = openSync(folder, "r");
  control.listen(`/proc/self/fd/${String(descriptor)}/${paths.supervisorSocket}`);
  const identity = identityOf(process.pid);
  writePrivate(paths.supervisor, {
    pid: process.pid,
    startTicks: identity?.startTicks,
    ports: record.spec.places.map((_, i) => ({
      address: addressOf(record.spec.prefix, i + 1),
      port: record.spec.sshPort,
    })),
  });
  let ending = false;
  function end(): void {
    if (ending) return;
    ending = true;
    control.close();
    closeSync(descriptor);
    void servers.stopAll().then(() => {
      rmSync(paths.supervisor, { force: true });
      rmSync(join(folder, paths.supervisorSocket), { force: true });
      releaseLock();
      process.exit(0);
    });
  }
  process.on("SIGTERM", end);
  process.on("SIGHUP", () => undefined); // the terminal it was started from was closed
  setInterval(() => {
    if (!existsSync(paths.cluster)) process.exit(0);
  }, 5_000);
}

function sshServers(folder: string, { spec, java }: ClusterRecord) {
  const paths = clusterPaths(folder);
  const addresses = spec.places.map((_, i) => addressOf(spec.prefix, i + 1));
  const userKey = readFileSync(`${paths.userKey}.pub`, "utf8");
  const running = new Map<string, NodeSsh>();
  const otherKeys = new Map<string, string>();

  async function start(address: string): Promise<void> {
    if (!addresses.includes(address)) throw new Error(`${address} is not a node of this cluster`);
    if (running.has(address)) return;
    const node = nodePaths(folder, address);
    const system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    const server = await startNodeSsh({
      address,
      port: spec.sshPort,
      hostKey: otherKeys.get(address) ?? readFileSync(paths.hostKey(address), "utf8"),
      user: sshUser,
      userKey,
      place: {
        folder: node.node,
        env: {
          PATH: `${node.bin}:${dirname(java)}:${system}`,
          HOME: node.node,
          USER: sshUser,
          LOGNAME: sshUser,
          SHELL: "/bin/sh",
          LANG: "C.UTF-8",
          [markVariable]: folder,
        },
      },
      mayForwardTo: (to) => addresses.includes(to),
      log: (line) => {
        console.error(`${new Date().toISOString()} ${line}`);
      },
    });
    running.set(address, server);
  }
  async function stop(address: string): Promise<void> {
    if (!addresses.includes(address)) throw new Error(`${address} is not a node of this cluster`);
    const server = running.get(address);
    running.delete(address);
    await server?.close();
  }
  return {
    start,
    stop,
    listening: () => [...running.keys()],
    startAll: async () => {
      for (const address of addresses) await start(address);
    },
    stopAll: async () => {
      await Promise.all(addresses.map(stop));
    },
    changeHostKey: async (address: string) => {
      await stop(address);
      otherKeys.set(address, newKey(address).privateKey);
      await start(address);
    },
    restoreHostKey: async (address: string) => {
      if (!otherKeys.delete(address)) return;
      await stop(address);
      await start(address);
    },
  };
}

/** One line of JSON in, one out, then the end. */
function answer(
  socket: Socket,
  handle: (request: SupervisorRequest) => Promise<SupervisorReply>,
): void {
  let text = "";
  socket.setEncoding("utf8");
  socket.on("error", () => {
    socket.destroy();
  });
  socket.on("data", (piece: string) => {
    text += piece;
    const end = text.indexOf("\n");
    if (end < 0) return;
    const request = parseRequest(text.slice(0, end));
    const reply: Promise<SupervisorReply> =
      request === undefined
        ? Promise.resolve({ ok: false, why: "not a request" })
        : handle(request).catch((error: unknown) => ({
            ok: false,
            why: error instanceof Error ? error.message : String(error),
          }));
    void reply.then((value) => {
      socket.end(`${JSON.stringify(value)}\n`);
    });
  });
}
