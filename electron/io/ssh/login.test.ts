import { writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import ssh2, { type AuthContext } from "ssh2";
import { afterEach, expect, test, vi } from "vitest";
import { failureOf, sshBench } from "../../../test/fixtures/ssh/ssh-bench.ts";
import { newKey } from "../../../test/fixtures/ssh/ssh-server.ts";
import type { SshAuth } from "../../core/deps.ts";
import { createSsh } from "./ssh.ts";

const bench = sshBench();
afterEach(() => vi.unstubAllEnvs());

/** Lets the holder of this key in and nobody else. */
function keyOnly(publicKey: string): (attempt: AuthContext) => void {
  const key = ssh2.utils.parseKey(publicKey);
  if (key instanceof Error) throw key;
  return (attempt) => {
    if (attempt.method !== "publickey") return attempt.reject(["publickey"]);
    const mine = attempt.key.data.equals(key.getPublicSSH());
    const signed =
      attempt.signature === undefined ||
      key.verify(attempt.blob ?? Buffer.alloc(0), attempt.signature, attempt.hashAlgo);
    if (mine && signed) attempt.accept();
    else attempt.reject(["publickey"]);
  };
}

async function keyFile(name: string, text: string): Promise<string> {
  const path = join(bench.folder(), name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

async function refusal(auth: SshAuth, server: (attempt: AuthContext) => void) {
  const { port } = await bench.server({ auth: server });
  return await failureOf(bench.session(bench.target(port, { auth })));
}

test("a key file logs in", async () => {
  const pair = newKey();
  const { port } = await bench.server({ auth: keyOnly(pair.public) });
  const file = await keyFile("id", pair.private);
  await bench.session(bench.target(port, { auth: { kind: "key", file } }));
});

test("an encrypted key file logs in with its passphrase", async () => {
  const pair = newKey("open sesame");
  const { port } = await bench.server({ auth: keyOnly(pair.public) });
  const file = await keyFile("id", pair.private);
  await bench.session(
    bench.target(port, { auth: { kind: "key", file, passphrase: "open sesame" } }),
  );
});

test("a key that the server does not know is refused with what the server accepts", async () => {
  const file = await keyFile("id", newKey().private);
  const failure = await refusal({ kind: "key", file }, keyOnly(newKey().public));
  expect(failure).toMatchObject({
    hop: "ssh login",
    kind: "authentication refused",
    said: "The server accepts: publickey.",
  });
  expect(failure.message).toContain(`did not let ops in with the key ${file}`);
});

test("key files that cannot be used each have a sentence of their own", async () => {
  const encrypted = await keyFile("enc", newKey("secret").private);
  const { public: pub } = newKey();
  const cases: [SshAuth, string][] = [
    [{ kind: "key", file: join(bench.folder(), "none") }, "does not exist"],
    [{ kind: "key", file: encrypted }, "is encrypted and no passphrase was given"],
    [{ kind: "key", file: encrypted, passphrase: "wrong" }, "The passphrase does not open"],
    [{ kind: "key", file: await keyFile("pub", pub) }, "holds a public key"],
    [{ kind: "key", file: await keyFile("txt", "hello") }, "holds no private key"],
    [{ kind: "key", file: bench.folder() }, "cannot be read: EISDIR"],
  ];
  const { port } = await bench.server();
  for (const [auth, sentence] of cases) {
    const failure = await failureOf(bench.session(bench.target(port, { auth })));
    expect(failure.hop).toBe("ssh login");
    expect(failure.message).toContain(sentence);
    expect(JSON.stringify(failure)).not.toContain("wrong");
  }
});

test("a wrong password is refused and not repeated in the failure", async () => {
  const tried: string[] = [];
  const failure = await refusal({ kind: "password", password: "hunter2" }, (attempt) => {
    tried.push(attempt.method);
    attempt.reject(["password", "publickey"]);
  });
  expect(failure).toMatchObject({ hop: "ssh login", kind: "authentication refused" });
  expect(JSON.stringify(failure)).not.toContain("hunter2");
  expect(tried).toEqual(["none", "password"]);
});

test("a password is not sent to a server that does not take one", async () => {
  const tried: string[] = [];
  const failure = await refusal({ kind: "password", password: "right" }, (attempt) => {
    tried.push(attempt.method);
    attempt.reject(["publickey", "gssapi-with-mic"] as never);
  });
  expect(tried).toEqual(["none"]);
  expect(failure.next).toContain("publickey, gssapi-with-mic");
});

test("a server that asks for the password by prompt gets it", async () => {
  const { port } = await bench.server({
    auth: (attempt) => {
      if (attempt.method !== "keyboard-interactive")
        return attempt.reject(["keyboard-interactive"]);
      attempt.prompt([{ prompt: "Password: ", echo: false }], (answers) => {
        if (answers[0] === "right") attempt.accept();
        else attempt.reject();
      });
    },
  });
  await bench.session(bench.target(port));
});

test("a prompt for a one-time code never gets the password, and the refusal names the prompt", async () => {
  const got: string[][] = [];
  const failure = await refusal({ kind: "password", password: "right" }, (attempt) => {
    if (attempt.method !== "keyboard-interactive") return attempt.reject(["keyboard-interactive"]);
    attempt.prompt([{ prompt: "Verification code: ", echo: false }], (answers) => {
      got.push(answers);
      attempt.reject(["keyboard-interactive"]);
    });
  });
  expect(got).toEqual([[""]]);
  expect(failure.said).toContain("It asked: Verification code:");
});

test("a second proof that the server wants is named", async () => {
  const pair = newKey();
  const file = await keyFile("id", pair.private);
  const first = keyOnly(pair.public);
  const failure = await refusal({ kind: "key", file }, (attempt) => {
    if (attempt.method !== "publickey" || attempt.signature === undefined) return first(attempt);
    attempt.reject(["keyboard-interactive"], true);
  });
  expect(failure.message).toContain("it wants a second proof");
});

test("no agent is a sentence, not a stack trace", async () => {
  vi.stubEnv("SSH_AUTH_SOCK", undefined);
  const { port } = await bench.server();
  const failure = await failureOf(bench.session(bench.target(port, { auth: { kind: "agent" } })));
  expect(failure).toMatchObject({ hop: "ssh login", kind: "authentication refused" });
  expect(failure.message).toContain("SSH_AUTH_SOCK is not set");
});

test("an agent that does not answer is named in the refusal", async () => {
  const auth: SshAuth = { kind: "agent", socket: join(bench.folder(), "gone.sock") };
  const failure = await refusal(auth, (attempt) => attempt.reject(["publickey"]));
  expect(failure).toMatchObject({ hop: "ssh login", kind: "authentication refused" });
  expect(failure.message).toContain(`The SSH agent at ${join(bench.folder(), "gone.sock")} could`);
});

test("a name that does not resolve fails at dns", async () => {
  const target = bench.target(22, { host: "no-such-host.invalid" });
  expect(await failureOf(bench.session(target))).toMatchObject({
    hop: "dns",
    kind: "name not found",
    node: "no-such-host.invalid",
  });
});

test.each(["", "a b", "*", "host,other", "-x\n", "a/b"])(
  "%j is no host and is not looked up",
  async (host) => {
    expect(await failureOf(bench.session(bench.target(22, { host })))).toMatchObject({
      hop: "dns",
      kind: "name not found",
    });
  },
);

test("a port where nobody listens fails at tcp", async () => {
  const server = await bench.server();
  await server.close();
  server.close = () => Promise.resolve();
  expect(await failureOf(bench.session(bench.target(server.port)))).toMatchObject({
    hop: "tcp",
    kind: "connection refused",
    node: `127.0.0.1:${server.port}`,
  });
});

/** A plain TCP server that does what it is told with each connection. */
async function plain(onSocket: (socket: import("node:net").Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  bench.own(server);
  return (server.address() as AddressInfo).port;
}

test("a server that speaks something else is named as such", async () => {
  const port = await plain((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  expect(await failureOf(bench.session(bench.target(port)))).toMatchObject({ hop: "ssh login" });
});

test("a server that hangs up at once is told apart from one that is silent", async () => {
  const port = await plain((socket) => socket.destroy());
  const failure = await failureOf(bench.session(bench.target(port)));
  expect(failure).toMatchObject({ hop: "ssh login", kind: "connection lost" });
  expect(failure.next).toContain("MaxStartups");
});

test("a server that takes the connection and says nothing ends in a failure", async () => {
  const port = await plain(() => undefined);
  const ssh = createSsh({ waits: { greetingMs: 300 } });
  const failure = await failureOf(ssh.connect(bench.target(port), () => Promise.resolve(true)));
  expect(failure).toMatchObject({
    hop: "ssh login",
    kind: "no answer",
    message: `127.0.0.1:${port} took the TCP connection but did not finish the key exchange within 0.3 s.`,
  });
});

test("a connection that is being made can be cancelled", async () => {
  const stop = new AbortController();
  const port = await plain(() => stop.abort());
  const work = createSsh().connect(
    bench.target(port),
    () => Promise.resolve(true),
    undefined,
    stop.signal,
  );
  expect(await failureOf(work)).toMatchObject({ kind: "cancelled" });
});
