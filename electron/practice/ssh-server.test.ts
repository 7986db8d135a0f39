import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import ssh2, { type Client, type ClientChannel, type ConnectConfig } from "ssh2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markVariable } from "./process-mark.ts";
import { endProcessesOf, processesOf } from "./process-scan.ts";
import { newKey } from "./ssh-keys.ts";
import { startNodeSsh, type NodeSsh } from "./ssh-server.ts";

const host = "127.0.43.1";
const port = 2243;
const userKey = newKey("user");
let folder = "";
let server: NodeSsh;
const clients: Client[] = [];

beforeEach(async () => {
  folder = mkdtempSync(`${tmpdir()}/rd-ssh-`);
  server = await startNodeSsh({
    address: host,
    port,
    hostKey: newKey("host").privateKey,
    user: "ringdrill",
    userKey: userKey.publicKey,
    place: {
      folder,
      env: { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: folder, [markVariable]: folder },
    },
    mayForwardTo: (address) => address === "127.0.43.2",
    log: () => undefined,
  });
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server.close();
  await endProcessesOf(folder, 0);
  rmSync(folder, { recursive: true });
});

async function login(changes: ConnectConfig = {}): Promise<Client> {
  const client = new ssh2.Client();
  clients.push(client);
  client.on("error", () => undefined); // a connection that is cut; "close" follows
  await new Promise<void>((resolve, reject) => {
    client.once("ready", resolve).once("error", reject);
    client.connect({
      host,
      port,
      username: "ringdrill",
      privateKey: userKey.privateKey,
      ...changes,
    });
  });
  return client;
}

function exec(client: Client, command: string): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error === undefined) resolve(channel);
      else reject(error);
    });
  });
}

async function result(channel: ClientChannel) {
  let out = 0;
  let text = "";
  let err = 0;
  channel.on("data", (piece: Buffer) => {
    out += piece.length;
    if (text.length < 1_000) text += piece.toString();
  });
  channel.stderr.on("data", (piece: Buffer) => (err += piece.length));
  const exit = once(channel, "exit") as Promise<[number | null, string | undefined]>;
  await once(channel, "close");
  const [code, signal] = await exit;
  return { out, text, err, code, signal };
}

test("a command runs in the node's environment, and its streams and exit code come back", async () => {
  const channel = await exec(await login(), `cat; echo "$HOME $PATH"; pwd; echo no >&2; exit 7`);
  channel.end("in\n");
  expect(await result(channel)).toEqual({
    out: expect.any(Number) as number,
    text: `in\n${folder} ${folder}/bin:/usr/bin:/bin\n${folder}\n`,
    err: 3,
    code: 7,
    signal: undefined,
  });
});

test("large output on both streams arrives whole", async () => {
  const channel = await exec(
    await login(),
    "head -c 9000000 /dev/zero; head -c 5000000 /dev/zero >&2",
  );
  const { out, err, code } = await result(channel);
  expect({ out, err, code }).toEqual({ out: 9_000_000, err: 5_000_000, code: 0 });
});

test("a shell reads what is typed", async () => {
  const client = await login();
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    client.shell(false, (error, opened) => {
      if (error === undefined) resolve(opened);
      else reject(error);
    });
  });
  channel.end("echo $((6 * 7))\nexit 3\n");
  expect(await result(channel)).toMatchObject({ text: "42\n", code: 3 });
});

test("a command that a signal ends says which", async () => {
  const channel = await exec(await login(), "kill -KILL $$");
  expect(await result(channel)).toMatchObject({ code: null, signal: "SIGKILL" });
});

test("a signal that the client sends reaches the command", async () => {
  const channel = await exec(
    await login(),
    "trap 'echo got it; exit 5' INT; echo ready; while :; do sleep 0.05; done",
  );
  const done = result(channel);
  await once(channel, "data");
  channel.signal("INT");
  expect(await done).toMatchObject({ text: "ready\ngot it\n", code: 5 });
});

test("a connection that breaks ends what it ran, but not what detached itself", async () => {
  const client = await login();
  const channel = await exec(
    client,
    "sleep 100 & setsid sleep 101 >/dev/null 2>&1 & echo ready; sleep 102",
  );
  await once(channel, "data");
  const commands = () => processesOf(folder).map(({ command }) => command);
  await expect
    .poll(commands)
    .toEqual(expect.arrayContaining(["sleep 100", "sleep 101", "sleep 102"]));
  client.destroy();
  await expect.poll(commands, { timeout: 5_000 }).toEqual(["sleep 101"]);
});

test("closing the server cuts connections at once", async () => {
  const client = await login();
  const closed = once(client, "close");
  await server.close();
  await closed;
  await expect(login()).rejects.toThrow("ECONNREFUSED");
});

test.each([
  ["another key", { privateKey: newKey("other").privateKey }],
  ["another user", { username: "root" }],
  ["a password", { privateKey: undefined, password: "ringdrill" }],
])("%s is refused", async (_what, changes) => {
  const { privateKey, ...rest } = { privateKey: userKey.privateKey, ...changes };
  const config = privateKey === undefined ? rest : { ...rest, privateKey };
  const client = new ssh2.Client();
  clients.push(client);
  client.on("error", () => undefined); // a connection that is cut; "close" follows
  const outcome = new Promise<string>((resolve) => {
    client.once("ready", () => {
      resolve("let in");
    });
    client.once("error", (error) => {
      resolve(error.message);
    });
  });
  client.connect({ host, port, username: "ringdrill", ...config });
  expect(await outcome).toContain("All configured authentication methods failed");
});

test("it passes connections on to the cluster's own addresses and nowhere else", async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.43.2");
  await once(echo, "listening");
  const address = echo.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const client = await login();
  const forward = (to: string) =>
    new Promise<ClientChannel>((resolve, reject) => {
      client.forwardOut(host, 0, to, address.port, (error, channel) => {
        if (error === undefined) resolve(channel);
        else reject(error);
      });
    });
  const channel = await forward("127.0.43.2");
  channel.write("hello");
  const [said] = (await once(channel, "data")) as [Buffer];
  expect(said.toString()).toBe("hello");
  await expect(forward("127.0.0.1")).rejects.toThrow("open failure");
  channel.close();
  echo.close();
});
