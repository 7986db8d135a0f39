import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2, { type ParsedKey } from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeCluster } from "./cluster-record.ts";
import { listeningSockets } from "./listening-ports.ts";
import { clusterPaths } from "./practice-paths.ts";
import { addressOf, specOf } from "./practice-spec.ts";
import { isAlive, signalProcess } from "./process-identity.ts";
import { lockHolder } from "./process-lock.ts";
import { endProcessesOf } from "./process-scan.ts";
import { writeSshFiles } from "./ssh-keys.ts";
import { nodePaths } from "./practice-paths.ts";
import { askSupervisor, endSupervisor, ensureSupervisor } from "./supervisor-control.ts";
import { mkdirSync } from "node:fs";

const spec = specOf({ prefix: "127.0.44", sshPort: 2244, nodes: 2 });
const addresses = [addressOf(spec.prefix, 1), addressOf(spec.prefix, 2)];
const [first = "", second = ""] = addresses;
const program = {
  node: process.execPath,
  entry: join(import.meta.dirname, "supervisor.ts"),
};
let folder = "";

beforeEach(() => {
  // Longer than a socket's path may be.
  folder = join(mkdtempSync(join(tmpdir(), "rd-supervisor-")), "x".repeat(120));
  mkdirSync(folder);
  writeCluster(folder, { spec, state: "ready", java: "/usr/bin/java" });
  writeSshFiles(spec, folder);
  for (const address of addresses) mkdirSync(nodePaths(folder, address).node, { recursive: true });
});

afterEach(async () => {
  await endProcessesOf(folder, 0);
  rmSync(join(folder, ".."), { recursive: true });
});

function listening(): readonly string[] {
  return listeningSockets()
    .filter(({ address, port }) => port === spec.sshPort && addresses.includes(address))
    .map(({ address }) => address)
    .sort();
}

/** SHA-256 of the host key that a client is shown, in the words of ssh. */
async function shownKey(address: string): Promise<string> {
  const client = new ssh2.Client();
  const key = new Promise<Buffer>((resolve, reject) => {
    client.once("error", reject);
    client.connect({
      host: address,
      port: spec.sshPort,
      username: "x",
      hostVerifier: (shown: Buffer) => {
        resolve(shown);
        return false;
      },
    });
  });
  const shown = await key;
  client.on("error", () => undefined);
  client.destroy();
  return shown.toString("base64");
}

function knownKey(address: string): string {
  const line = readFileSync(clusterPaths(folder).knownHosts, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`[${address}]:${String(spec.sshPort)} `));
  const key = ssh2.utils.parseKey(line?.split(" ").slice(1).join(" ") ?? "") as ParsedKey;
  return key.getPublicSSH().toString("base64");
}

test("every node gets an SSH server with the host key of known_hosts, and all end with the supervisor", async () => {
  await ensureSupervisor(folder, addresses, program);
  expect(listening()).toEqual(addresses);
  expect(await shownKey(first)).toBe(knownKey(first));
  expect(await shownKey(second)).toBe(knownKey(second));
  const holder = lockHolder(clusterPaths(folder).supervisorLock);
  const record = JSON.parse(readFileSync(clusterPaths(folder).supervisor, "utf8")) as unknown;
  expect(record).toEqual({
    pid: holder?.pid,
    startTicks: holder?.startTicks,
    ports: addresses.map((address) => ({ address, port: 2244 })),
  });
  await endSupervisor(folder);
  expect(listening()).toEqual([]);
  expect(holder !== undefined && isAlive(holder)).toBe(false);
  expect(existsSync(clusterPaths(folder).supervisor)).toBe(false);
});

test("one node's SSH can be stopped, and the next up brings it back", async () => {
  await ensureSupervisor(folder, addresses, program);
  const before = lockHolder(clusterPaths(folder).supervisorLock);
  expect(await askSupervisor(folder, { do: "stop-ssh", address: second })).toEqual({
    ok: true,
    listening: [first],
  });
  expect(listening()).toEqual([first]);
  await ensureSupervisor(folder, addresses, program);
  expect(listening()).toEqual(addresses);
  expect(lockHolder(clusterPaths(folder).supervisorLock)).toEqual(before);
});

test("one node's host key can be changed, and the next up gives it its own again", async () => {
  await ensureSupervisor(folder, addresses, program);
  await askSupervisor(folder, { do: "change-host-key", address: first });
  expect(await shownKey(first)).not.toBe(knownKey(first));
  expect(await shownKey(second)).toBe(knownKey(second));
  await ensureSupervisor(folder, addresses, program);
  expect(await shownKey(first)).toBe(knownKey(first));
});

test.each(["SIGKILL", "SIGSTOP"] as const)("a supervisor after %s is replaced", async (signal) => {
  await ensureSupervisor(folder, addresses, program);
  const old = lockHolder(clusterPaths(folder).supervisorLock);
  if (old === undefined) throw new Error("no supervisor");
  signalProcess(old, signal);
  await ensureSupervisor(folder, addresses, program);
  expect(lockHolder(clusterPaths(folder).supervisorLock)?.pid).not.toBe(old.pid);
  expect(isAlive(old)).toBe(false);
  expect(listening()).toEqual(addresses);
});

test("an address that is no node of the cluster is refused by name", async () => {
  await ensureSupervisor(folder, addresses, program);
  expect(await askSupervisor(folder, { do: "stop-ssh", address: "127.0.0.9" })).toEqual({
    ok: false,
    why: "127.0.0.9 is not a node of this cluster",
  });
});

test("a supervisor that cannot start is reported with its last words", async () => {
  writeFileSync(clusterPaths(folder).hostKey(first), "not a key");
  await expect(ensureSupervisor(folder, addresses, program)).rejects.toThrow(
    "The SSH servers could not be started: Cannot parse privateKey",
  );
});

test("nobody answers where no supervisor is", async () => {
  expect(await askSupervisor(folder, { do: "status" })).toBeUndefined();
});
